"""How long bots that look ahead may think."""

from __future__ import annotations

from typing import NamedTuple

from .. import _sanguis
from ..refusal import Refusal


class Budget(NamedTuple):
    """The most a bot may spend on a decision; nothing means what is usual for it."""

    iterations: int | None = None
    milliseconds: int | None = None

    @classmethod
    def read(cls, text: str | int | None) -> Budget:
        """``400`` for iterations, ``"300ms"`` or ``"1s"`` for time, ``None`` for what is usual for each bot."""
        if text is None:
            return cls()
        words = str(text)
        digits, scale = (words[:-2], 1) if words.endswith("ms") else (words.removesuffix("s"), 1000)
        if not digits.isdigit() or not 1 <= int(digits) <= 10_000_000:
            raise Refusal(f'"{words}" is no budget: write 400 for iterations, 300ms or 1s for time.')
        return cls(iterations=int(words)) if words.isdigit() else cls(milliseconds=int(digits) * scale)

    def words(self, level: str) -> str:
        """As a report says it."""
        if self.iterations is not None:
            return f"{self.iterations} iterations"
        return f"{self.milliseconds or _sanguis.usual_budget(level)} ms"
