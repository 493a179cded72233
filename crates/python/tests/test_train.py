"""Training. Skipped without PyTorch, which is large."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

torch = pytest.importorskip("torch")

from sanguis.baselines import MAGIC, layout_hash  # noqa: E402
from sanguis.games import setup  # noqa: E402
from sanguis.network import instinct_logits, load  # noqa: E402
from sanguis.refusal import Refusal  # noqa: E402
from sanguis.train import Recipe, Trainer  # noqa: E402

SMALL = Recipe(hidden=16, games=16, steps=32, minibatch=128, warmup=0)


def train(out: Path, seconds: float) -> Trainer:
    trainer = Trainer("bloodlust", 2, SMALL, out, 1, "cpu")
    if (out / "checkpoint.pt").exists():
        trainer.load()
    trainer.run(seconds)
    return trainer


def test_a_run_saves_and_goes_on(tmp_path: Path) -> None:
    first = train(tmp_path, 1)
    assert first.updates > 0
    second = train(tmp_path, 1)
    assert second.updates > first.updates
    text = (tmp_path / "bloodlust-2.net").read_bytes()
    header = json.loads(text[len(MAGIC) :].split(b"\n", 1)[0])
    assert (header["game"], header["players"], header["hidden"]) == ("bloodlust", 2, 16)
    assert header["layout"] == layout_hash(second.table) and header["recipe"]["seed"] == SMALL.seed


def test_an_untrained_network_plays_by_instinct(tmp_path: Path) -> None:
    trainer = Trainer("blood-bound", 8, SMALL, tmp_path, 1, "cpu")
    torch.nn.init.zeros_(trainer.network.policy.weight)
    observation, instinct = trainer.look()
    odds, _ = trainer.network(observation, instinct)
    assert (odds.argmax(-1) == instinct.argmax(-1)).all()
    assert (odds.exp().sum(-1) - 1).abs().max() < 1e-5


def test_halving_a_weight_costs_one() -> None:
    weights = torch.tensor([[8.0, 4.0, 1.0, 0.0, 0.0]])
    mask = torch.tensor([[1, 1, 1, 1, 0]])
    assert instinct_logits(weights, mask, 4.0).tolist() == [[0, -1, -3, -4, -torch.inf]]


def test_a_file_is_read_back_as_the_network_it_was_written_from(tmp_path: Path) -> None:
    trainer = train(tmp_path, 1)
    again, recipe = load(tmp_path / "bloodlust-2.net", trainer.table)
    observation, instinct = trainer.look()
    first, second = (each(observation, instinct)[0].exp() for each in (trainer.network, again))
    assert (first - second).abs().max() < 0.02
    assert recipe["games"] == SMALL.games
    with pytest.raises(Refusal, match="another table"):
        load(tmp_path / "bloodlust-2.net", setup("bloodlust", 3))


def test_a_network_learns_against_the_one_it_started_as(tmp_path: Path) -> None:
    train(tmp_path, 1)
    probe = Trainer("bloodlust", 2, SMALL, tmp_path / "probe", 1, "cpu", tmp_path / "bloodlust-2.net")
    observation, instinct = probe.look()
    assert torch.equal(probe.network(observation, instinct)[0], probe.rival(observation, instinct)[0])
    probe.run(1)
    assert probe.updates > 0
    assert not torch.equal(probe.network.policy.weight, probe.rival.policy.weight)
    with pytest.raises(SystemExit, match="with --exploit"):
        Trainer("bloodlust", 2, SMALL, tmp_path / "probe", 1, "cpu").load()
