"""The lab: is it balanced?"""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from .. import _sanguis
from ..games import game as find
from ..match import check_seed
from ..refusal import Refusal
from .tasks import played


def lab(
    game: str,
    *,
    players: int | Iterable[int] | str | None = None,
    games: int = 1000,
    level: str = "greedy",
    seed: int = 1,
    budget: str | int = 400,
    against: dict[str, Any] | None = None,
    out: str | Path | None = None,
    chunk: int | None = None,
    **options: Any,
) -> dict[str, Any]:
    """Many games between equal bots: what ``sanguis lab GAME --json`` prints, played by all workers of a Ray cluster.

    ``players`` is a number, several, or ``"all"``. With ``against``, games with these options changed are played as well and compared.
    ``out`` is the file for the page with all plots. Ctrl-C reports what has been played.
    """
    if games < 1:
        raise Refusal("At least one game has to be played.")
    seats = _seats(game, players)
    knobs, changed = _knobs(options), _knobs(against or {})
    plan = _sanguis.lab_plan(
        game, seats, json.dumps(knobs), json.dumps(changed), level, check_seed(seed), str(budget)
    )
    runs = len(json.loads(plan)["runs"])
    counted: list[list[str]] = [[] for _ in range(runs)]
    for _, told in played(_chunk, (plan, runs), games, chunk):
        for stats, so_far in zip(told, counted):
            so_far.append(stats)
    command = ["sanguis", "lab", game, "--players", ",".join(map(str, seats)), "--games", str(games), "--level", level]
    command += ["--budget", str(budget), "--seed", str(seed)]
    for name, value in knobs.items():
        command += [f"--{name}", _word(value)]
    for name, value in changed.items():
        command += ["--against", f"{name}={_word(value)}"]
    report, page = _sanguis.lab_study(plan, counted, shlex.join(command))
    if out is not None:
        Path(out).write_text(page, encoding="utf-8")
    return dict(json.loads(report))


def _chunk(plan: str, runs: int, numbers: list[int]) -> list[str]:
    return [_sanguis.lab_games(plan, run, numbers) for run in range(runs)]


def _seats(id: str, players: int | Iterable[int] | str | None) -> list[int]:
    game = find(id)
    if players is None:
        return [game.usual_players]
    if players == "all":
        return list(range(game.min_players, game.max_players + 1))
    if isinstance(players, str) or not (numbers := [players] if isinstance(players, int) else list(players)):
        raise Refusal(f'"players" is a number, several of them, or "all"; not {players!r}.')
    if not all(game.min_players <= number <= game.max_players for number in numbers):
        raise Refusal(f"This game takes {game.min_players} to {game.max_players} players.")
    return sorted(set(map(int, numbers)))


def _knobs(chosen: dict[str, Any]) -> dict[str, Any]:
    return {name.replace("_", "-"): chosen[name] for name in sorted(chosen)}


def _word(value: Any) -> str:
    """A value of an option as the command line takes it."""
    if isinstance(value, list):
        return ",".join(map(str, value))
    return value if isinstance(value, str) else json.dumps(value)
