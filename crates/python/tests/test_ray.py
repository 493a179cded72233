"""A local Ray of two workers."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import ray
import sanguis
import sanguis.ray

PROGRAM = os.environ.get("SANGUIS", str(Path(__file__).resolve().parents[3] / "target/debug/sanguis"))

#: What depends on how fast a machine is.
TIMED = ("seconds", "milliseconds_p50", "milliseconds_p99", "iterations_per_second")


@pytest.fixture(scope="module", autouse=True)
def cluster() -> Iterator[None]:
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, object_store_memory=80_000_000)
    yield
    ray.shutdown()


def without_times(report: dict[str, Any]) -> dict[str, Any]:
    kept = {name: value for name, value in report.items() if name not in TIMED}
    kept["bots"] = [{k: v for k, v in bot.items() if k not in TIMED} for bot in report["bots"]]
    return kept


def on_one_machine(game: str, field: list[str], games: int, budget: str, players: int) -> dict[str, Any]:
    command = [PROGRAM, "arena", game, "--players", str(players), "--field", ",".join(field)]
    command += ["--games", str(games), "--budget", budget, "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return dict(json.loads(done.stdout))


def same(a: Any, b: Any) -> bool:
    """Equal, but for the last digits of numbers."""
    if isinstance(a, dict):
        return a.keys() == b.keys() and all(same(a[key], b[key]) for key in a)
    if isinstance(a, list):
        return len(a) == len(b) and all(map(same, a, b))
    if isinstance(a, float) or isinstance(b, float):
        return bool(a == pytest.approx(b, rel=1e-9))
    return bool(a == b)


def test_the_report_is_that_of_one_machine() -> None:
    for game, players in (("bloodlust", 3), ("bloodwood", 5)):
        field = ["greedy", "random"]
        theirs = on_one_machine(game, field, 31, "50", players)
        ours = sanguis.ray.arena(game, field, players=players, games=31, budget="50")
        assert ours["games"] == 32, "whole deals are played"
        assert ours.keys() == theirs.keys() and ours["bots"][0].keys() == theirs["bots"][0].keys()
        assert same(without_times(ours), without_times(theirs)), (ours, theirs)


def workers() -> list[int]:
    """Processes of our own Ray that are playing."""
    found = []
    for folder in Path("/proc").iterdir():
        try:
            if not folder.name.isdigit() or not (folder / "cmdline").read_bytes().startswith(b"ray::_chunk"):
                continue
            above, own = int(folder.name), False
            while above > 1 and not own:
                above = int((Path("/proc") / str(above) / "stat").read_text().rsplit(")", 1)[1].split()[1])
                own = above == os.getpid()
        except OSError:
            continue
        if own:
            found.append(int(folder.name))
    return found


def test_the_games_of_a_killed_worker_are_played_again_and_counted_once() -> None:
    field, reports = ["search", "greedy"], []
    budget: dict[str, Any] = {"players": 2, "games": 24, "budget": "120", "chunk": 3}
    run = threading.Thread(target=lambda: reports.append(sanguis.ray.arena("bloodlust", field, **budget)))
    run.start()
    killed = 0
    while run.is_alive() and killed < 2:
        for pid in workers()[:1]:
            os.kill(pid, signal.SIGKILL)
            killed += 1
        # The next worker has to be started before it can be killed.
        time.sleep(0.05)
    run.join()
    assert killed == 2, "the games were over before two workers could be killed"
    (report,) = reports
    assert report["games"] == 24
    assert same(without_times(report), without_times(on_one_machine("bloodlust", field, 24, "120", 2)))


def test_what_cannot_be_played_is_refused_before_it_is_sent_away() -> None:
    for wrong in (
        {"field": ["random"]},
        {"field": ["random", "genius"]},
        {"field": ["random", "greedy"], "budget": "soon"},
        {"field": ["random", "greedy"], "players": 11},
    ):
        with pytest.raises(sanguis.Refusal):
            sanguis.ray.arena("bloodlust", **wrong)  # type: ignore[arg-type]

