"""The arena: bots against bots."""

from __future__ import annotations

import json
import math
import time
from collections import Counter
from typing import Any

from .. import _sanguis
from ..games import Setup, setup
from ..match import check_seed
from .budget import Budget
from .tasks import played


def _chunk(table: Setup, field: list[str], seed: int, budget: Budget, indices: list[int]) -> list[dict[str, Any]]:
    return list(json.loads(_sanguis.arena_games(table.game, table.options_text, field, seed, indices, *budget)))


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

    Starts a local Ray if none runs. Each deal is played once for every rotation of the field. Interrupting it (Ctrl-C) reports
    what has been played.
    """
    table = game if isinstance(game, Setup) else setup(game, players, **options)
    thinking = Budget.read(budget)
    seed = check_seed(seed)
    # Nothing is played: a field that cannot be is refused here and not by a worker.
    _sanguis.arena_games(table.game, table.options_text, field, seed, [], *thinking)
    wanted = -(-games // len(field)) * len(field)
    begin = time.perf_counter()
    rows = [row for _, chunk_rows in played(_chunk, (table, field, seed, thinking), wanted, chunk) for row in chunk_rows]
    rows.sort(key=lambda row: int(row["index"]))
    return report(table, field, seed, thinking, rows, time.perf_counter() - begin)


def report(
    table: Setup, field: list[str], seed: int, budget: Budget, rows: list[dict[str, Any]], seconds: float
) -> dict[str, Any]:
    """The report of these games, in the order of their numbers."""
    names = list(dict.fromkeys(field))
    entry_of = [names.index(name) for name in field]
    seats = sum(len(row["who"]) for row in rows)
    ratings = _ratings(rows, entry_of, len(names))
    bots = []
    for entry, name in enumerate(names):
        won = sum(_share(row, [entry_of[who] == entry for who in row["who"]]) for row in rows)
        own = [d for row in rows for d in row["decisions"] if entry_of[d[0]] == entry]
        times = Counter(micros for _, micros, _ in own)
        thought = sum(micros for _, micros, iterations in own if iterations)
        complaints = [words for row in rows for who, words in row["complaints"] if entry_of[who] == entry]
        bots.append(
            {
                "bot": name,
                "budget": budget.words(name),
                "par": sum(entry_of[who] == entry for row in rows for who in row["who"]) / max(seats, 1),
                "wins": share(_round(won), len(rows)),
                "rating": dict(zip(("mean", "deviation"), ratings[entry])),
                "decisions": len(own),
                "milliseconds_p50": _quantile(times, 0.5) / 1e3,
                "milliseconds_p99": _quantile(times, 0.99) / 1e3,
                "iterations_per_second": sum(n for _, _, n in own) / max(thought / 1e6, 1e-9),
                "complaints": len(complaints),
                "first_complaint": complaints[0] if complaints else None,
            }
        )
    endings = Counter(row["outcome"]["ending"] if row["outcome"] else "unfinished" for row in rows)
    return {
        "game": table.game,
        "options": table.options,
        "seed": seed,
        "games": len(rows),
        "draws": sum(row["draw"] for row in rows),
        "unfinished": sum(row["outcome"] is None for row in rows),
        "steps": _summary(Counter(row["steps"] for row in rows)),
        "bots": bots,
        "endings": dict(sorted(endings.items())),
        "seconds": seconds,
    }


def share(count: int, of: int) -> dict[str, float]:
    """How often of how many, with the 95 % Wilson interval."""
    if of == 0:
        return {"count": 0, "of": 0, "share": 0.0, "low": 0.0, "high": 0.0}
    z, p = 1.959_963_984_540_054, count / of
    middle = p + z * z / (2 * of)
    reach = z * (p * (1 - p) / of + z * z / (4 * of * of)) ** 0.5
    scale = 1 + z * z / of
    return {"count": count, "of": of, "share": p, "low": (middle - reach) / scale, "high": (middle + reach) / scale}


def _share(row: dict[str, Any], own: list[bool]) -> float:
    """The share of a game that some of the seats won: several winners share it, and all share a draw."""
    if row["draw"]:
        return sum(own) / len(own)
    winners: list[int] = row["winners"]
    return sum(own[seat] for seat in winners) / len(winners)


def _ratings(rows: list[dict[str, Any]], entry_of: list[int], entries: int) -> list[tuple[float, float]]:
    ratings = [_sanguis.first_rating()] * entries
    for row in rows:
        if row["outcome"] is None:
            continue
        # Each kind of bot once, by the best place it got.
        best: dict[int, int] = {}
        for who, place in zip(row["who"], row["outcome"]["placings"]):
            entry = entry_of[who]
            best[entry] = min(best.get(entry, place), place)
        present = sorted(best)
        after = _sanguis.rate([ratings[entry] for entry in present], [best[entry] for entry in present])
        for entry, rating in zip(present, after):
            ratings[entry] = rating
    return ratings


def _quantile(counts: Counter[int], part: float) -> int:
    rank = max(1, math.ceil(part * counts.total()))
    seen = 0
    for value in sorted(counts):
        seen += counts[value]
        if seen >= rank:
            return value
    return 0


def _summary(counts: Counter[int]) -> dict[str, float]:
    games = counts.total()
    mean = sum(value * count for value, count in counts.items()) / games if games else 0.0
    quantiles = {f"p{int(100 * part)}": _quantile(counts, part) for part in (0.1, 0.5, 0.9)}
    return {"mean": mean, **quantiles, "max": max(counts, default=0)}


def _round(number: float) -> int:
    """Halves go up, as in Rust."""
    return int(number + 0.5)
