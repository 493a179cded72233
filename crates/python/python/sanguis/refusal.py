"""The exception of the package."""

from __future__ import annotations

from typing import Any


class Refusal(ValueError):
    """Why something was not accepted, in the sentence that the command line prints. Nothing has changed.

    ``kind`` is for programs: ``"over"``, ``"not-yours"``, ``"illegal"``, ``"malformed"``, ``"stale"`` or ``"not-allowed"``.
    ``rule`` is the number of the rule that forbids it, if there is one.
    """

    def __init__(self, reason: str, kind: str = "malformed", rule: str | None = None) -> None:
        super().__init__(reason)
        self.kind = kind
        self.rule = rule

    def __reduce__(self) -> tuple[Any, ...]:
        return (Refusal, (str(self), self.kind, self.rule))
