"""The games, their options, and the layout of their observations."""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from . import _sanguis


class Game(NamedTuple):
    """A game's description."""

    id: str
    name: str
    tagline: str
    min_players: int
    max_players: int
    usual_players: int
    #: Codes of actions are ``0`` to ``codes - 1``; ``codes`` itself lets a moment pass.
    codes: int
    #: What a host can choose: name, help and values of each option.
    knobs: list[dict[str, Any]]


class Part(NamedTuple):
    """A part of an observation's array."""

    name: str
    start: int
    len: int

    @property
    def slice(self) -> slice:
        """Where it lies: ``observation[part.slice]``."""
        return slice(self.start, self.start + self.len)


@lru_cache(maxsize=None)
def games() -> tuple[Game, ...]:
    """All games, in the order of their names."""
    fields = ("id", "name", "tagline", "min_players", "max_players", "usual_players")
    return tuple(
        Game(**{field: entry["info"][field] for field in fields}, codes=entry["codes"], knobs=entry["knobs"])
        for entry in json.loads(_sanguis.games())
    )


def game(id: str) -> Game:
    """The game with this id, such as ``"blood-bound"``."""
    _sanguis.rules(id)  # refuses an unknown game and lists the known ones
    return next(game for game in games() if game.id == id)


def rules(id: str) -> str:
    """The rules text of a game."""
    return _sanguis.rules(id)


def options(id: str, players: int | None = None, **chosen: Any) -> dict[str, Any]:
    """Checks a host's choices and fills in the defaults. Option names may be written with ``_`` for ``-``."""
    given = {name.replace("_", "-"): value for name, value in chosen.items()}
    given["players"] = game(id).usual_players if players is None else players
    return dict(json.loads(_sanguis.options(id, json.dumps(given))))


def layout(id: str, players: int | None = None, **chosen: Any) -> list[Part]:
    """The parts of an observation's array, in order."""
    parts = json.loads(_sanguis.layout(id, json.dumps(options(id, players, **chosen))))
    return [Part(**part) for part in parts]


class Setup(NamedTuple):
    """A table before the deal: game, options and, unless it begins with a fresh deal, the position."""

    game: str
    options: dict[str, Any]
    position: dict[str, Any] | None = None

    @property
    def options_text(self) -> str:
        """The options as the compiled half reads them."""
        return json.dumps(self.options)

    @property
    def position_text(self) -> str | None:
        """The position as the compiled half reads it."""
        return None if self.position is None else json.dumps(self.position)


def setup(id: str, players: int | None = None, position: dict[str, Any] | None = None, **chosen: Any) -> Setup:
    """A table of a game; raises a `Refusal` if the options do not fit."""
    return Setup(id, options(id, players, **chosen), position)


def scenario(file: str | Path) -> Setup:
    """The table of a scenario file (``sanguis scenario new GAME`` writes one to start from)."""
    read = json.loads(_sanguis.scenario(Path(file).read_text(encoding="utf-8")))
    return Setup(read["game"], read["options"], read["position"])
