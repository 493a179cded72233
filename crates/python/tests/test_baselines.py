"""Baselines: what exists, where they play, and where they refuse to."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest
import sanguis
from sanguis import baselines

ROOT = Path(__file__).resolve().parents[3]
FILES = sorted((ROOT / "crates").glob("*/net/*.net"))


def test_the_baselines_are_the_networks_of_the_games() -> None:
    assert FILES and [baselines.read(file.read_bytes()) for file in FILES] == list(baselines.available())
    for file, one in zip(FILES, baselines.available()):
        assert (one.game, str(one.players)) == (file.parent.parent.name, file.stem)


def test_a_damaged_file_is_refused() -> None:
    whole = FILES[0].read_bytes()
    for wrong in (whole[:-1], b"x" + whole, whole[:-1] + bytes([whole[-1] ^ 1]), b"", b"{}"):
        with pytest.raises(sanguis.Refusal, match="damaged"):
            baselines.read(wrong)


@pytest.mark.parametrize("one", baselines.available(), ids=lambda one: one.name)
def test_every_baseline_plays_its_table(one: baselines.Baseline) -> None:
    agent = baselines.load(one.game, one.players)
    field: list[sanguis.Player | str] = [agent, *["greedy"] * (one.players - 1)]
    match = sanguis.play(one.game, field, seed=1)
    assert match.over and sanguis.Record.of(match).names[0] == one.name
    again = sanguis.play(one.game, [pickle.loads(pickle.dumps(agent)), *field[1:]], seed=1)
    assert again.digest == match.digest


def test_the_agent_plays_as_the_level_of_the_arena() -> None:
    ours = sanguis.compete("bloodlust", [baselines.load("bloodlust"), "greedy"], players=2, deals=5)
    theirs = sanguis.compete("bloodlust", ["net", "greedy"], players=2, deals=5)
    assert ours[0].player == "bloodlust-2" and [one[1:] for one in ours] == [one[1:] for one in theirs]


def test_there_is_no_silent_stand_in() -> None:
    """The bot `net` plays as `deep` where there is no network. A baseline refuses, and says what exists."""
    for wrong in (
        lambda: baselines.load("kings-blood"),
        lambda: baselines.load("bloodlust", players=4),
        lambda: sanguis.play("bloodlust", [baselines.load("bloodlust"), "greedy", "greedy"]),
        lambda: sanguis.play("bloodlust", [baselines.load("bloodlust"), "greedy"], two_vampires=True),
        lambda: sanguis.play("bloodstones", [baselines.load("bloodlust"), "greedy"]),
    ):
        with pytest.raises(sanguis.Refusal, match="There are: blood-bound-8, bloodlust-2, bloodstones-2"):
            wrong()
    with pytest.raises(sanguis.Refusal, match="there are"):
        baselines.load("chess")
