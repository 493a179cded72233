"""Records: a whole game in one file."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from . import _sanguis
from .match import Match


class Record:
    """A recorded game, to load, step through, verify and save."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._whole = Match.resume(text)
        self._told: dict[str, Any] = json.loads(text)

    @classmethod
    def load(cls, file: str | Path) -> Record:
        """Reads a record file."""
        return cls(Path(file).read_text(encoding="utf-8"))

    @classmethod
    def of(cls, match: Match) -> Record:
        """The record of a match."""
        return cls(match.record())

    def save(self, file: str | Path) -> None:
        """Writes the file, byte for byte as it is verified."""
        Path(file).write_text(self.text, encoding="utf-8", newline="")

    def verify(self) -> None:
        """Deals and replays it and checks everything it claims; a `Refusal` says what is wrong."""
        _sanguis.verify(self.text)

    @property
    def game(self) -> str:
        """The game's id."""
        return str(self._told["game"])

    @property
    def options(self) -> dict[str, Any]:
        """The host's choices."""
        return dict(self._told["options"])

    @property
    def names(self) -> list[str]:
        """Who sat where."""
        return list(self._told["seats"])

    def __len__(self) -> int:
        return len(self._told["actions"])

    def at(self, count: int) -> Match:
        """The match after its first ``count`` actions."""
        return Match.resume(self.text, count)

    def steps(self) -> Iterator[tuple[Match, int, Any]]:
        """Every moment before an action, with the seat that acted (from 0) and what it did."""
        for count, (number, action, _) in enumerate(self._told["actions"]):
            yield self.at(count), number - 1, action

    def story(self, observer: int = -1) -> list[str]:
        """What an observer was told, sentence by sentence."""
        return self._whole.story(observer)

    def rows(self) -> list[dict[str, Any]]:
        """A row for each seat, for ``pandas.DataFrame``: game, seat, name, placing, score, reward and labels."""
        outcome = self._whole.outcome
        labels = self._whole.labels if outcome else [{} for _ in self.names]
        rewards = self._whole.rewards
        return [
            {
                "game": self.game,
                "players": len(self.names),
                "digest": self._told["digest"],
                "actions": len(self),
                "ending": outcome.ending if outcome else None,
                "seat": seat + 1,
                "name": name,
                "placing": outcome.placings[seat] if outcome else None,
                "score": outcome.scores[seat] if outcome else None,
                "reward": rewards[seat] if rewards else None,
                **labels[seat],
            }
            for seat, name in enumerate(self.names)
        ]

    def actions(self) -> list[dict[str, Any]]:
        """A row for each action, for ``pandas.DataFrame``."""
        return [
            {"action": index + 1, "seat": number, "name": self.names[number - 1], "what": json.dumps(what)}
            for index, (number, what, _) in enumerate(self._told["actions"])
        ]

    def __repr__(self) -> str:
        return f"<Record of {self.game}, {len(self.names)} players, {len(self)} actions>"


def rows(records: Iterable[Record]) -> list[dict[str, Any]]:
    """The rows of many records together: ``pandas.DataFrame(sanguis.rows(records))``."""
    return [row for record in records for row in record.rows()]
