"""The arena: bots against bots."""

from __future__ import annotations

import json
import time
from typing import Any

from .. import _sanguis
from ..games import Setup, setup
from ..match import check_seed
from .tasks import played


def _chunk(table: Setup, field: list[str], seed: int, budget: str | None, indices: list[int]) -> str:
    return _sanguis.arena_games(table.game, table.options_text, field, seed, indices, budget)


def arena(
    game: str | Setup,
    field: list[str],
    *,
    players: int | None = None,
    games: int = 200,
    seed: int = 1,
    budget: str | int | None = None,
    chunk: int | None = None,
    **options: Any,
) -> dict[str, Any]:
    """Bots against bots: what ``sanguis arena GAME --field … --json`` prints, played by all workers of a Ray cluster.

    Starts a local Ray if none is running. Each deal is played once for every rotation of the field. ``budget`` is the most a bot may
    spend on a decision: ``400`` iterations, ``"300ms"``, ``"1s"``, or the default of its level. Ctrl-C reports what has been played.
    """
    table = game if isinstance(game, Setup) else setup(game, players, **options)
    limit = None if budget is None else str(budget)
    seed = check_seed(seed)
    # Plays nothing: a bad field is refused here and not by a worker.
    _chunk(table, field, seed, limit, [])
    wanted = -(-games // len(field)) * len(field)
    begin = time.perf_counter()
    chunks = [told for _, told in played(_chunk, (table, field, seed, limit), wanted, chunk)]
    entrants = [(level, _sanguis.budget_words(level, limit)) for level in field]
    seconds = time.perf_counter() - begin
    return dict(json.loads(_sanguis.arena_report(table.game, table.options_text, entrants, seed, chunks, seconds)))
