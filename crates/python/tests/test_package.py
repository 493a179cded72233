"""Matches, bots, records and refusals."""

from __future__ import annotations

import pickle
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pandas
import pytest
import sanguis
from conftest import GAMES

ROOT = Path(__file__).resolve().parents[3]


@pytest.mark.parametrize("game", GAMES)
def test_our_bots_and_yours_play_together(game: str) -> None:
    class Careful:
        """Takes the first thing there is, and lets every moment pass."""

        def act(self, question: sanguis.Question, /) -> int:
            assert question.mask[question.codes].all()
            assert len(question.choices) == len(question.codes)
            assert question.observation and question.text
            return question.codes[0] if question.waited_on else question.codes[-1]

    players = sanguis.game(game).min_players
    field: list[sanguis.Player | str] = ["greedy", Careful(), *["random"] * (players - 2)]
    match = sanguis.play(game, field, seed=1)
    assert match.over and match.outcome is not None
    assert sanguis.Record.of(match).names[:2] == ["greedy", "Careful"]


def test_the_search_bot_beats_random_play() -> None:
    search, random = sanguis.compete("bloodlust", ["search", "random"], players=2, deals=10, iterations=60)
    assert search.par == 0.5 and search.reward > 0.2 > random.reward


def test_a_bot_that_does_not_follow_the_rules_is_named() -> None:
    class Cheat:
        def act(self, question: sanguis.Question, /) -> int:
            return -1

    with pytest.raises(sanguis.Refusal, match="Cheat in seat 2"):
        sanguis.play("bloodlust", ["random", Cheat()])


@pytest.mark.parametrize("game", GAMES)
def test_records_there_and_back(game: str, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    sanguis.Record.of(sanguis.play(game, ["random"] * sanguis.game(game).min_players, seed=3)).save(file)
    record = sanguis.Record.load(file)
    record.verify()
    assert len(record) > 3 and record.game == game
    for match, seat, action in [next(record.steps())]:
        assert action in [choice.action for choice in match.choices(seat)]
    assert record.at(2).version == 2
    assert record.story()
    rows = record.rows()
    assert [row["seat"] for row in rows] == list(range(1, len(rows) + 1))
    assert min(row["placing"] for row in rows) == 1
    assert len(record.actions()) == len(record)


def test_records_of_the_repository_are_read_and_verified() -> None:
    files = sorted((ROOT / "crates").glob("*/records/*.json"))
    assert len(files) > 10
    records = [sanguis.Record.load(file) for file in files]
    for record in records:
        record.verify()
    frame = pandas.DataFrame(sanguis.rows(records))
    assert set(frame.game) == set(GAMES)
    assert frame.groupby("digest").placing.min().eq(1).all()


def test_a_changed_record_is_refused_with_the_sentence_of_the_command_line() -> None:
    match = sanguis.play("bloodlust", ["random", "random"], seed=1)
    text = match.record().replace('"random"', '"Ranulf"', 1)
    with pytest.raises(sanguis.Refusal, match="does not fit its check"):
        sanguis.Record(text)
    with pytest.raises(sanguis.Refusal, match="not a whole JSON file"):
        sanguis.Record("{")


def test_refusals_are_values_with_a_kind_and_a_rule() -> None:
    match = sanguis.Match("bloodlust", 2, seed=1)
    seat = match.seat
    assert seat is not None
    illegal = next(code for code in range(match.pass_code) if code not in match.legal(seat))
    with pytest.raises(ValueError) as caught:
        match.play(seat, illegal)
    refusal = caught.value
    assert isinstance(refusal, sanguis.Refusal) and refusal.kind == "illegal"
    assert refusal.rule is None or f"(rule {refusal.rule})" in str(refusal)
    again = pickle.loads(pickle.dumps(refusal))
    assert (str(again), again.kind, again.rule) == (str(refusal), refusal.kind, refusal.rule)
    for wrong in (
        lambda: match.play(9, 0),
        lambda: match.play(-3, 0),
        lambda: match.step(-1),
        lambda: match.step(10**6),
        lambda: match.array(12),
        lambda: match.undo(0),
        lambda: sanguis.Match("bloodlust", 2, rounds=99),
        lambda: sanguis.Match("bloodlust", 2, names=["Ann"]),
        lambda: sanguis.options("bloodlust", 2, colour="red"),
        lambda: sanguis.Bot("bloodlust", "genius"),
        lambda: sanguis.Bot("bloodlust", "greedy", seconds=-1),
        lambda: sanguis.Match.resume(match.record(), 5),
        lambda: sanguis.rules("chess"),
        lambda: match.labels,
    ):
        with pytest.raises(sanguis.Refusal) as caught:
            wrong()
        assert str(caught.value).endswith((".", ")")), caught.value


def test_scenarios_are_tables(tmp_path: Path) -> None:
    file = ROOT / "crates/bloodlust/scenarios/template.toml"
    table = sanguis.scenario(file)
    match = sanguis.Match(table, seed=1)
    assert match.setup.game == "bloodlust" and not match.over
    (tmp_path / "bad.toml").write_text("game = 1")
    with pytest.raises(sanguis.Refusal, match="cannot be read"):
        sanguis.scenario(tmp_path / "bad.toml")


def test_layouts_have_names() -> None:
    for game in GAMES:
        parts = sanguis.layout(game)
        assert parts[0].start == 0 and all(a.start + a.len == b.start for a, b in zip(parts, parts[1:]))
        assert len({part.name for part in parts}) == len(parts)


def test_undo_and_story() -> None:
    match = sanguis.Match("bloodlust", 2, seed=1)
    match.step(match.legal()[0])
    assert match.version == 1
    match.undo(0)
    assert match.version == 0 and np.array_equal(match.array(0), sanguis.Match("bloodlust", 2, seed=1).array(0))


@pytest.mark.parametrize("example", ["random_play", "train", "evaluate"])
def test_examples_of_the_readme(example: str) -> None:
    """Each is in the README word for word, and does what it says."""
    file = ROOT / "crates/python/examples" / f"{example}.py"
    code = file.read_text(encoding="utf-8")
    assert code.strip() in (ROOT / "crates/python/README.md").read_text(encoding="utf-8")
    done = subprocess.run([sys.executable, file], capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    print(done.stdout)


@pytest.mark.parametrize("example", ["pettingzoo_beats_greedy", "open_spiel_beats_greedy"])
def test_a_baseline_beats_greedy(example: str) -> None:
    file = ROOT / "crates/python/examples" / f"{example}.py"
    done = subprocess.run(
        [sys.executable, file, "--deals", "3"], capture_output=True, text=True, timeout=300, check=False
    )
    assert done.returncode == 0, done.stderr
    found = re.fullmatch(r"bloodstones-2 wins ([\d.]+)% \(.*\) of 6 games against greedy\n", done.stdout)
    assert found and float(found[1]) > 50, done.stdout


def test_the_bench_runs_and_knows_what_it_measures() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "sanguis.bench", "bloodlust", "--seconds", "0.05", "--size", "64", "--json"],
        capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert '"batch, one thread"' in done.stdout
    bad = subprocess.run([sys.executable, "-m", "sanguis.bench", "chess"], capture_output=True, text=True, check=False)
    assert bad.returncode == 2 and "there are: blood-bound" in bad.stderr


def test_types() -> None:
    """The package and its examples pass mypy's strict mode."""
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "python/sanguis", "examples"],
        cwd=ROOT / "crates/python", capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout
