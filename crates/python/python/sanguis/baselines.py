"""Trained agents, loaded in one line: ``sanguis.baselines.load("bloodlust")``.

A baseline is one of the networks that were compiled into the package, each for one game and one number of seats. `available` lists
them. At any other table there is none: `load` and the agent refuse, and name those that exist.
"""

from __future__ import annotations

import hashlib
import json
from functools import lru_cache
from typing import Any, NamedTuple

from . import _sanguis
from .bots import Bot, Question
from .games import Setup, game as find_game, layout, setup
from .refusal import Refusal

#: The first line of a network file.
MAGIC = b"sanguis network 1\n"


class Baseline(NamedTuple):
    """A network that was trained for one table."""

    game: str
    players: int
    #: Hidden units in each of its two layers.
    hidden: int
    #: How it was trained; `sanguis.train.Recipe` explains the entries.
    recipe: dict[str, Any]
    #: The hash of the layout of the arrays that it reads.
    layout: str
    #: The hash of its weights.
    hash: str

    @property
    def name(self) -> str:
        """Such as ``bloodlust-2``."""
        return f"{self.game}-{self.players}"


def layout_hash(table: Setup) -> str:
    """What the features of a table mean, as a hash."""
    parts = layout(table.game, **table.options)
    text = "".join(f"{part.name}:{part.len}\n" for part in parts)
    return digest("layout", text.encode())


def digest(purpose: str, data: bytes) -> str:
    """The hash of some bytes, as the bots compute it."""
    return hashlib.sha256(purpose.encode() + len(data).to_bytes(8, "little") + data).hexdigest()


def read(file: bytes) -> Baseline:
    """What a network file says about itself, or a `Refusal` if it is damaged."""
    try:
        start, line, rest = file.split(b"\n", 2)
        head = json.loads(line)
        features, hidden, codes = head["features"], head["hidden"], head["codes"]
        # Two numbers of 32 bits for each unit, then weights: 16 bits in the first layer, 8 in the others.
        size = 8 * (2 * hidden + codes) + hidden * (2 * features + hidden + codes)
        if start + b"\n" == MAGIC and len(rest) == size and digest("network", rest) == head["hash"]:
            return Baseline(*(head[field] for field in Baseline._fields))
    except (ValueError, LookupError, TypeError):
        pass
    raise Refusal("This is not a network file, or it is damaged.", "malformed")


@lru_cache(maxsize=None)
def available() -> tuple[Baseline, ...]:
    """All baselines, by game and number of seats."""
    return tuple(sorted(map(read, _sanguis.networks()), key=lambda baseline: (baseline.game, baseline.players)))


class Agent(Bot):
    """A baseline at the table: a player for `sanguis.play`, `sanguis.compete`, and the loops of PettingZoo and OpenSpiel."""

    def __init__(self, baseline: Baseline, *, seed: int = 0) -> None:
        super().__init__(baseline.game, "net", seed=seed)
        self.baseline = baseline
        #: How it is called in standings and records.
        self.name = baseline.name
        self._checked: str | None = None

    def act(self, question: Question, /) -> int:
        """Its favourite code. Refuses a table that it was not trained for."""
        self.check(question._match.setup)
        return super().act(question)

    def check(self, table: Setup) -> None:
        """Refuses a table that it was not trained for."""
        if table.options_text != self._checked:
            if table.game != self.baseline.game or layout_hash(table) != self.baseline.layout:
                players = table.options["players"]
                raise Refusal(
                    f"The baseline {self.name} was not trained for this table of {table.game} with {players} seats"
                    f" and these options. {_those()}"
                )
            self._checked = table.options_text

    def __reduce__(self) -> tuple[Any, ...]:
        return (_agent, (self.baseline.game, self.baseline.players, self.settings[2]))

    def __repr__(self) -> str:
        return f"<baseline {self.name}>"


def load(game: str, players: int | None = None, *, seed: int = 0) -> Agent:
    """The trained agent for a game: ``load("bloodlust")``, or ``load("bloodlust", players=2)`` where there are several.

    The seed decides between codes that it rates the same.
    """
    find_game(game)
    fitting = [one for one in available() if one.game == game and players in (None, one.players)]
    if len(fitting) != 1:
        seats = "" if players is None else f" with {players} seats"
        what = f"There is no baseline for {game}{seats}." if not fitting else f"Say for how many seats of {game}."
        raise Refusal(f"{what} {_those()}")
    baseline = fitting[0]
    if layout_hash(setup(game, baseline.players)) != baseline.layout:
        raise Refusal(f"The baseline {baseline.name} was trained for other arrays than those of this version.")
    return Agent(baseline, seed=seed)


def _agent(game: str, players: int, seed: int) -> Agent:
    return load(game, players, seed=seed)


def _those() -> str:
    names = ", ".join(one.name for one in available())
    return f"There are: {names} (the number is that of the seats)." if names else "This build has none."
