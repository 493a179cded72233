"""Thousands of games at once."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from . import _sanguis
from .games import Setup, setup
from .match import Array, check_seed
from .refusal import Refusal


class Batch:
    """Many games of one table, stepped together on all cores.

    After `reset` and each `step` the arrays hold the next decision of each game. They are updated in place, and of ``observation`` and
    ``mask`` only what has changed, so those two are read-only: copy what you want to keep or change.

    - ``observation`` (games, features) int8: the observation of the seat that is asked, with the parts that `sanguis.layout` lists
    - ``mask`` (games, codes) int8: 1 for each code that it may choose; the last lets a moment pass
    - ``seat`` (games,) int8: who is asked, from 0
    - ``reward`` (games, players) float32: by seat, 0 unless the game has just ended
    - ``terminated``, ``truncated`` (games,) bool: the game has just ended, or was cut off because of its length; the other arrays
      already show the game that was dealt in its place
    """

    def __init__(
        self,
        game: str | Setup,
        players: int | None = None,
        *,
        games: int = 1024,
        threads: int = 0,
        seed: int = 0,
        **options: Any,
    ) -> None:
        self.table = game if isinstance(game, Setup) else setup(game, players, **options)
        if self.table.position is not None:
            raise Refusal("A batch deals its games: it cannot begin from a position.", "not-allowed")
        self.games, self.threads = games, threads
        self._batch = _sanguis.Batch(self.table.game, self.table.options_text, _count(games), _count(threads))
        self.observation: Array = _to_read(self._batch.observations)
        self.mask: Array = _to_read(self._batch.masks)
        self.seat: Array = self._batch.seats
        self.reward: npt.NDArray[np.float32] = self._batch.rewards
        self.terminated: npt.NDArray[np.bool_] = self._batch.terminated
        self.truncated: npt.NDArray[np.bool_] = self._batch.truncated
        self._actions: npt.NDArray[np.int32] = self._batch.actions
        self.reset(seed)

    @property
    def players(self) -> int:
        """How many seats each table has."""
        return int(self.reward.shape[1])

    @property
    def features(self) -> int:
        """How many numbers an observation has."""
        return int(self.observation.shape[1])

    @property
    def codes(self) -> int:
        """How many codes there are, passing included."""
        return int(self.mask.shape[1])

    def reset(self, seed: int = 0) -> None:
        """Deals all games again; the same seed gives the same games."""
        self._batch.reset(check_seed(seed))

    def step(self, actions: npt.ArrayLike) -> None:
        """Takes one code for each game. If one is not on its mask, a `Refusal` says which, and nothing changes."""
        self._batch.step(np.ascontiguousarray(actions, dtype=np.int32))

    def sample(self) -> npt.NDArray[np.int32]:
        """A random code for each game, the same until the next step: uniform, except that only one offer to interrupt in 64 is taken."""
        self._batch.sample()
        return self._actions

    def instinct(self, out: npt.NDArray[np.float32] | None = None) -> npt.NDArray[np.float32]:
        """What the bots' instinct thinks of each code of each game: weights, 0 where the mask is 0. The bot ``greedy`` takes the largest."""
        weights = np.empty(self.mask.shape, dtype=np.float32) if out is None else out
        self._batch.instinct(weights)
        return weights

    def search(
        self, iterations: int, seed: int = 0, out: npt.NDArray[np.float32] | None = None
    ) -> npt.NDArray[np.float32]:
        """How often the bot ``search`` would try each code of each game in this many iterations, from what the seat that is asked may know."""
        visits = np.empty(self.mask.shape, dtype=np.float32) if out is None else out
        self._batch.search(_count(iterations), check_seed(seed), visits)
        return visits

    def teams(self) -> npt.NDArray[np.int8]:
        """The team of each seat (games, players): the number of its first seat, or the seat's own where there are no teams.

        For a program that decides who plays which seat. Teams may be secret: no seat may be shown this.
        """
        return self._batch.teams()

    def __getstate__(self) -> dict[str, Any]:
        return {
            "table": self.table,
            "games": self.games,
            "threads": self.threads,
            "snapshot": self._batch.snapshot(),
            "last": [array.copy() for array in (self.reward, self.terminated, self.truncated)],
        }

    def __setstate__(self, state: dict[str, Any]) -> None:
        Batch.__init__(self, state["table"], games=state["games"], threads=state["threads"])
        self._batch.restore(state["snapshot"])
        for array, last in zip((self.reward, self.terminated, self.truncated), state["last"]):
            array[:] = last

    def __repr__(self) -> str:
        return f"<Batch of {self.games} games of {self.table.game}, {self.players} players>"


def _to_read(array: Array) -> Array:
    view = array.view()
    view.flags.writeable = False
    return view


def _count(number: int) -> int:
    if number < 0:
        raise Refusal("Numbers of games and threads must not be negative.")
    return int(number)
