"""Training. Skipped without PyTorch, which is large."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

torch = pytest.importorskip("torch")

from sanguis.baselines import MAGIC, layout_hash  # noqa: E402
from sanguis.network import instinct_logits  # noqa: E402
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
