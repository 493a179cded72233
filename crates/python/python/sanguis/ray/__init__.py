"""Arena and lab beyond one machine.

`arena` and `lab` play the games of ``sanguis arena`` and ``sanguis lab`` as Ray tasks and make the same reports. Every game has a number, and
follows from the seed and that number alone, so it does not matter where it is played. A worker that dies takes its games with it:
Ray gives them to another, which plays them again; a report takes each number once.
"""

from __future__ import annotations

from .arena import arena
from .lab import lab

__all__ = ["arena", "lab"]
