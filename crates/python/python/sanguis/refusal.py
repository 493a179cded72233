"""What is raised when something is not accepted."""

from __future__ import annotations

from typing import Any


class Refusal(ValueError):
    """Nothing has changed, and this is why: the same sentence that the command line prints.

    ``kind`` is for programs: ``"over"``, ``"not-yours"``, ``"illegal"``, ``"malformed"``, ``"stale"`` or ``"not-allowed"``.
    ``rule`` is the number of the rule in the game's rules, where one says no.
    """

    def __init__(self, reason: str, kind: str = "malformed", rule: str | None = None) -> None:
        super().__init__(reason)
        self.kind = kind
        self.rule = rule

    def __reduce__(self) -> tuple[Any, ...]:
        return (Refusal, (str(self), self.kind, self.rule))
