"""A local Ray of two workers."""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import ray
import sanguis
import sanguis.ray

PROGRAM = os.environ.get("SANGUIS", str(Path(__file__).resolve().parents[3] / "target/debug/sanguis"))


def is_timed(name: str) -> bool:
    """Whether a figure depends on how fast the machine is."""
    return "second" in name or "_ms_" in name


@pytest.fixture(scope="module", autouse=True)
def cluster() -> Iterator[None]:
    # Ray gives its own processes thirty seconds, which is short on a busy machine.
    for tries_left in (2, 1, 0):
        try:
            ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, object_store_memory=80_000_000)
            break
        except Exception:
            ray.shutdown()
            if tries_left == 0:
                raise
    yield
    ray.shutdown()


def without_times(report: dict[str, Any]) -> dict[str, Any]:
    kept = {name: value for name, value in report.items() if not is_timed(name)}
    kept["bots"] = [{k: v for k, v in bot.items() if not is_timed(k)} for bot in report["bots"]]
    return kept


def on_one_machine(game: str, field: list[str], games: int, budget: str, players: int) -> dict[str, Any]:
    command = [PROGRAM, "arena", game, "--players", str(players), "--field", ",".join(field)]
    command += ["--games", str(games), "--budget", budget, "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return dict(json.loads(done.stdout))


def test_the_report_equals_that_of_the_command_line() -> None:
    for game, players in (("bloodlust", 3), ("bloodwood", 5)):
        field = ["greedy", "random"]
        theirs = on_one_machine(game, field, 31, "50", players)
        ours = sanguis.ray.arena(game, field, players=players, games=31, budget="50")
        assert ours["games"] == 32, "whole deals are played"
        assert ours.keys() == theirs.keys() and ours["bots"][0].keys() == theirs["bots"][0].keys()
        assert without_times(ours) == without_times(theirs)


@pytest.mark.parametrize(("game", "players"), [("bloodlust", 3), ("kings-blood", 2), ("bloodstones", 2)])
def test_a_competition_has_the_figures_of_the_arena(game: str, players: int) -> None:
    field: list[sanguis.Player | str] = ["greedy", "random"]
    theirs = on_one_machine(game, ["greedy", "random"], 12, "30", players)
    ours = sanguis.compete(game, field, players=players, deals=6, seed=1, iterations=30)
    for standing, bot in zip(ours, theirs["bots"]):
        assert (standing.player, standing.games) == (bot["bot"], theirs["games"])
        assert (standing.par, standing.wins) == (bot["par"], bot["won"])
        reward = bot["reward"]
        assert (standing.reward, standing.low, standing.high) == (reward["value"], reward["low"], reward["high"])


@pytest.mark.parametrize(
    ("game", "asked"),
    [
        ("bloodlust", {"players": [2, 3], "games": 40}),
        ("bloodstones", {"players": 2, "games": 6, "level": "random"}),
        ("blood-bound", {"players": 6, "games": 30, "seed": 7, "patience": 2, "against": {"patience": 1}}),
    ],
)
def test_the_lab_reports_what_the_command_line_does(game: str, asked: dict[str, Any], tmp_path: Path) -> None:
    ours = sanguis.ray.lab(game, chunk=4, out=tmp_path / "ours.html", **asked)
    assert ours["run"]["games"] == asked["games"]
    command = [PROGRAM, *shlex.split(ours["command"])[1:], "--json", "--out", str(tmp_path / "theirs.html")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    theirs = json.loads(done.stdout)
    assert theirs.pop("command") == f"{ours.pop('command')} --json --out {tmp_path / 'theirs.html'}"
    assert ours == theirs, "all of it: the statistics are whole numbers"
    assert (tmp_path / "ours.html").stat().st_size > 10_000


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


def killing(job: Callable[[], dict[str, Any]], times: int) -> dict[str, Any]:
    """The report of a job, some of whose workers were killed while they played."""
    reports: list[dict[str, Any]] = []
    run = threading.Thread(target=lambda: reports.append(job()))
    run.start()
    killed: set[int] = set()
    while run.is_alive() and len(killed) < times:
        for pid in [pid for pid in workers() if pid not in killed][:1]:
            os.kill(pid, signal.SIGKILL)
            killed.add(pid)
        # There is no event to wait for: Ray does not tell when a worker begins.
        time.sleep(0.02)
    run.join()
    assert len(killed) == times, "the games were over before the workers could be killed"
    (report,) = reports
    return report


def test_the_games_of_a_killed_worker_are_played_again_and_counted_once() -> None:
    field = ["search", "greedy"]
    asked: dict[str, Any] = {"players": 2, "games": 24, "budget": "120", "chunk": 3}
    report = killing(lambda: sanguis.ray.arena("bloodlust", field, **asked), times=2)
    assert report["games"] == 24
    assert without_times(report) == without_times(on_one_machine("bloodlust", field, 24, "120", 2))


def test_the_lab_counts_the_games_of_a_killed_worker_once() -> None:
    asked: dict[str, Any] = {"players": 2, "games": 8, "level": "search", "budget": 60}
    report = killing(lambda: sanguis.ray.lab("bloodlust", chunk=1, **asked), times=1)
    assert report == sanguis.ray.lab("bloodlust", chunk=8, **asked)


def test_bad_requests_are_refused_before_any_worker_starts() -> None:
    for wrong in (
        {"field": ["random"]},
        {"field": ["random", "genius"]},
        {"field": ["random", "greedy"], "budget": "soon"},
        {"field": ["random", "greedy"], "players": 11},
    ):
        with pytest.raises(sanguis.Refusal):
            sanguis.ray.arena("bloodlust", **wrong)  # type: ignore[arg-type]
    for wrong in ({"players": 11}, {"players": []}, {"players": "many"}, {"level": "genius"}, {"games": 0}, {"against": {"colour": "red"}}):
        with pytest.raises(sanguis.Refusal):
            sanguis.ray.lab("bloodlust", **wrong)  # type: ignore[arg-type]

