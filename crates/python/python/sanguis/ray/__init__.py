"""Arena and lab on more than one machine.

`arena` and `lab` play the games of ``sanguis arena`` and ``sanguis lab`` as Ray tasks and make the same reports. Every game has a number and
follows from the seed and that number alone, so it does not matter where it is played. If a worker dies, Ray gives its games to another;
a report counts each number once.
"""

from __future__ import annotations

from .arena import arena
from .lab import lab

__all__ = ["arena", "lab"]
