"""The arena beyond one machine.

`arena` plays the games of ``sanguis arena`` as Ray tasks and makes the same report. Every game has a number, and follows from the seed and
that number alone, so it does not matter where it is played. A worker that dies takes its games with it: Ray gives them
to another, which plays them again; a report takes each number once.
"""

from __future__ import annotations

import json
import math
import sys
import time
from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

import ray

from . import _sanguis
from .games import Setup, setup
from .match import check_seed
from .refusal import Refusal

#: How often the games of a dead worker are given to another.
RETRIES = 10


class Budget(NamedTuple):
    """How long bots that look ahead may think."""

    iterations: int | None = None
    milliseconds: int | None = None

    @classmethod
    def read(cls, text: str | int | None) -> Budget:
        """``400`` for iterations, ``"300ms"`` or ``"1s"`` for time, ``None`` for what is usual for each bot."""
        if text is None:
            return cls()
        words = str(text)
        digits, scale = (words[:-2], 1) if words.endswith("ms") else (words.removesuffix("s"), 1000)
        if not digits.isdigit() or not 1 <= int(digits) <= 10_000_000:
            raise Refusal(f'"{words}" is no budget: write 400 for iterations, 300ms or 1s for time.')
        return cls(iterations=int(words)) if words.isdigit() else cls(milliseconds=int(digits) * scale)

    def words(self, level: str) -> str:
        """As the report says it."""
        if self.iterations is not None:
            return f"{self.iterations} iterations"
        return f"{self.milliseconds or _sanguis.usual_budget(level)} ms"


def _chunk(table: Setup, field: list[str], seed: int, indices: list[int], budget: Budget) -> list[dict[str, Any]]:
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
    rows: dict[int, dict[str, Any]] = {}
    try:
        for row in _played(table, field, seed, wanted, thinking, chunk):
            rows.setdefault(row["index"], row)
            _progress(len(rows), wanted)
    except KeyboardInterrupt:
        print(f"Stopped with {len(rows)} of {wanted} games played.", file=sys.stderr)
    return report(table, field, seed, thinking, [rows[index] for index in sorted(rows)], time.perf_counter() - begin)


def _played(
    table: Setup, field: list[str], seed: int, wanted: int, budget: Budget, chunk: int | None
) -> Iterator[dict[str, Any]]:
    if not ray.is_initialized():
        ray.init(include_dashboard=False, log_to_driver=False)
    play = ray.remote(max_retries=RETRIES)(_chunk)
    cores = int(ray.cluster_resources().get("CPU", 1))
    size = chunk or max(1, min(64, wanted // (8 * cores)))
    waiting = [
        play.remote(table, field, seed, list(range(first, min(first + size, wanted))), budget)
        for first in range(0, wanted, size)
    ]
    try:
        while waiting:
            done, waiting = ray.wait(waiting)
            for rows in ray.get(done):
                yield from rows
    finally:
        for task in waiting:
            ray.cancel(task, force=True)


def _progress(count: int, wanted: int) -> None:
    if sys.stderr.isatty():
        end = "\r\033[K" if count == wanted else ""
        print(f"\r\033[K{count}/{wanted} games", end=end, file=sys.stderr, flush=True)


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
    return sum(own[seat] for seat in row["winners"]) / len(row["winners"])


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
