"""Five games of blood at Rust speed, under the interfaces that researchers use.

- `env`, `parallel_env`: PettingZoo environments (``pip install pettingzoo``)
- `Batch`: thousands of games at once, in numpy arrays
- `sanguis.open_spiel`: the games for OpenSpiel's algorithms (``pip install open_spiel``)
- `Match`, `Bot`, `play`, `compete`, `Record`: play, our bots, your bots, records
- `sanguis.baselines`: trained agents, and ``python -m sanguis.leaderboard``: how strong players are against each other
- `sanguis.ray`: arena and lab on more than one machine (``pip install ray``)
- ``python -m sanguis.cells``: what every cell of an observation means
- ``python -m sanguis.train``: train a network (``pip install torch``)
- ``python -m sanguis.bench``: how fast it is on your machine

Seats are numbers from 0, as in arrays; names and texts count from 1, as people at the table do.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import baselines
from .batch import Batch
from .bots import Bot, Player, Question, Share, Standing, compete, levels, play, share
from .games import Game, Part, Setup, game, games, layout, options, rules, scenario, setup
from .match import OPEN_TABLE, SPECTATOR, Choice, Match, Outcome
from .records import Record, rows
from .refusal import Refusal

if TYPE_CHECKING:
    from .aec import AECGame, env
    from .parallel import ParallelGame, parallel_env

__all__ = [
    "AECGame", "Batch", "Bot", "Choice", "Game", "Match", "OPEN_TABLE", "Outcome", "ParallelGame", "Part", "Player",
    "Question", "Record", "Refusal", "SPECTATOR", "Setup", "Share", "Standing", "baselines", "compete", "env", "game",
    "games", "layout", "levels", "options", "parallel_env", "play", "rows", "rules", "scenario", "setup", "share",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    # Only these names need PettingZoo.
    if name in ("env", "AECGame"):
        from . import aec

        return getattr(aec, name)
    if name in ("parallel_env", "ParallelGame"):
        from . import parallel

        return getattr(parallel, name)
    raise AttributeError(f"module 'sanguis' has no attribute {name!r}")
