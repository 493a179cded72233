"""One match."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from . import _sanguis
from .games import Setup, setup

#: Observers without a seat.
SPECTATOR = -1
OPEN_TABLE = -2

Array = npt.NDArray[np.int8]


class Choice(NamedTuple):
    """Something a seat may do."""

    code: int
    #: What it is called at the table.
    label: str
    detail: str
    #: Its readable form, as records write it; ``None`` for letting a moment pass.
    action: Any


class Outcome(NamedTuple):
    """How a game ended, by seat."""

    ending: str
    placings: list[int]
    scores: list[int]


class Match:
    """A match of any game, asked one seat at a time.

    Seats are numbers from 0, as in arrays; texts and names count from 1, as people at the table do.
    """

    def __init__(
        self,
        game: str | Setup,
        players: int | None = None,
        *,
        seed: int = 0,
        names: list[str] | None = None,
        **options: Any,
    ) -> None:
        self.setup = game if isinstance(game, Setup) else setup(game, players, **options)
        self._env = _sanguis.Env(
            self.setup.game, self.setup.options_text, self.setup.position_text, check_seed(seed), names
        )

    @classmethod
    def resume(cls, record: str, count: int | None = None) -> Match:
        """The match of a record, after all of its actions or the first ``count``."""
        match = cls.__new__(cls)
        match._env = _sanguis.Env.resume(record, count)
        told = json.loads(record)
        match.setup = Setup(told["game"], told["options"], told.get("position"))
        return match

    @property
    def players(self) -> int:
        """How many seats the table has."""
        return self._env.players

    @property
    def seat(self) -> int | None:
        """Who is asked now; ``None`` once the game is over."""
        seat = self._env.seat
        return None if seat < 0 else seat

    @property
    def waited_on(self) -> bool:
        """Does the game wait for the seat that is asked? If not, the seat may let the moment pass."""
        return self._env.waited_on

    @property
    def over(self) -> bool:
        """Is the game over?"""
        return self._env.seat < 0

    @property
    def version(self) -> int:
        """How many actions have been taken."""
        return self._env.version

    @property
    def pass_code(self) -> int:
        """The code that lets a moment pass."""
        return self._env.codes - 1

    def legal(self, seat: int | None = None) -> list[int]:
        """The codes a seat may choose now; without a seat, the one that is asked."""
        return self._env.legal(self._asked(seat))

    def choices(self, seat: int | None = None) -> list[Choice]:
        """The same in words."""
        return [
            Choice(code, label, detail, json.loads(action))
            for code, label, detail, action in self._env.choices(self._asked(seat))
        ]

    def array(self, seat: int | None = None) -> Array:
        """What a seat may know, as an array; `layout` names its parts."""
        return self._env.observe(self._asked(seat))[0]

    def mask(self, seat: int | None = None) -> Array:
        """1 for each code that a seat may choose."""
        return self._env.observe(self._asked(seat))[1]

    def observation(self, observer: int | None = None) -> dict[str, Any]:
        """What an observer knows, in readable form."""
        return dict(json.loads(self._env.observation(self._asked(observer))))

    def view(self, observer: int | None = None) -> dict[str, Any]:
        """What a client draws for an observer: scene, options, who is waited on."""
        return dict(json.loads(self._env.view(self._asked(observer))))

    def text(self, observer: int | None = None, *, width: int = 100, colour: bool = False) -> str:
        """The table in words."""
        return self._env.text(self._asked(observer), width, colour)

    def story(self, observer: int = SPECTATOR, since: int = 0) -> list[str]:
        """What an observer was told since a version."""
        return self._env.story(observer, since)

    def step(self, code: int) -> None:
        """The seat that is asked does this, or lets the moment pass."""
        self._env.step(int(code))

    def play(self, seat: int, code: int) -> None:
        """Any seat that is waited on or may interrupt does this."""
        self._env.play(seat, int(code))

    def undo(self, seat: int) -> None:
        """Takes back the seat's last action, if nobody has learned anything from it."""
        self._env.undo(seat)

    @property
    def outcome(self) -> Outcome | None:
        """How it ended; ``None`` while the game goes on."""
        told = self._env.outcome()
        return None if told is None else Outcome(**json.loads(told))

    @property
    def rewards(self) -> list[float] | None:
        """By seat, from -1 (sole last) to 1 (sole winner), with sum 0; ``None`` while the game goes on."""
        return self._env.rewards()

    @property
    def labels(self) -> list[dict[str, str]]:
        """The labels of each seat, such as its clan, once the game is over."""
        return list(json.loads(self._env.labels()))

    def record(self) -> str:
        """The record. It reveals every secret, so keep it from players until the game is over."""
        return self._env.record()

    @property
    def digest(self) -> str:
        """The hash over everything so far."""
        return self._env.digest()

    def twin(self, seat: int, seed: int = 0) -> tuple[dict[str, Any], Array, list[int]]:
        """A state sampled from what this seat knows, as the seat sees it: observation, array and legal codes."""
        observation, array, codes = self._env.twin(seat, check_seed(seed))
        return dict(json.loads(observation)), array, codes

    def _asked(self, seat: int | None) -> int:
        return max(self._env.seat, 0) if seat is None else seat

    def __repr__(self) -> str:
        state = "over" if self.over else f"seat {self._env.seat + 1} decides"
        return f"<Match of {self.setup.game}, {self.players} players, {self.version} actions, {state}>"


def check_seed(seed: int) -> int:
    """A seed as the compiled half takes it: any whole number, cut to 64 bits."""
    return int(seed) & 0xFFFF_FFFF_FFFF_FFFF
