"""The network that `sanguis.train` trains, and the file that the bot ``net`` plays from.

A network corrects instinct. From what a seat may know it computes a score for each code and adds `trust` times the logarithm of the
weight that instinct gives that code, so an untrained network plays by instinct. It has two hidden layers and a second head that
predicts the reward, which only training uses.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor, nn

from .baselines import MAGIC, digest, layout_hash, read
from .games import Setup
from .refusal import Refusal

Floats = npt.NDArray[np.float64]
Whole = npt.NDArray[np.int16] | npt.NDArray[np.int8]

# Hidden units end here, so that they fit 16 bits as multiples of 1/1024.
CEILING = 16.0
UNIT = 1024


class Network(nn.Module):
    """A policy and a value for what one seat may know."""

    mean: Tensor
    spread: Tensor

    def __init__(self, features: int, codes: int, hidden: int, trust: float) -> None:
        super().__init__()
        self.register_buffer("mean", torch.zeros(features))
        self.register_buffer("spread", torch.ones(features))
        self.first, self.second = nn.Linear(features, hidden), nn.Linear(hidden, hidden)
        self.policy, self.value = nn.Linear(hidden, codes), nn.Linear(hidden, 1)
        for head in (self.policy, self.value):
            nn.init.zeros_(head.bias)
            nn.init.normal_(head.weight, std=0.01)
        self.trust = nn.Parameter(torch.tensor(trust))

    def forward(self, observation: Tensor, instinct: Tensor) -> tuple[Tensor, Tensor]:
        """The logarithm of each code's odds, and the expected reward. `instinct` is what `instinct_logits` returns."""
        hidden = (observation.float() - self.mean) / self.spread
        for layer in (self.first, self.second):
            hidden = layer(hidden).clamp(0, CEILING)
        scores = self.policy(hidden) + self.trust * instinct.float().nan_to_num(neginf=0.0)
        scores = scores.masked_fill(instinct == -torch.inf, -torch.inf)
        return torch.log_softmax(scores, dim=-1), self.value(hidden).squeeze(-1)

    def normalise(self, observations: Tensor) -> None:
        """Fixes mean and spread of each feature from examples."""
        examples = observations.float()
        self.mean.copy_(examples.mean(0))
        self.spread.copy_(examples.std(0).clamp(min=0.3))


def instinct_logits(weights: Tensor, mask: Tensor, floor: float, cut: float = 0.0) -> Tensor:
    """Instinct's weights as logarithms to base 2 below the largest, and no further below than `floor`; minus infinity where the mask is 0,
    and, if there is a `cut`, where instinct's weight is further below the largest than that.

    Read off the bits of the number, so the bot ``net`` gets the same to the last digit on every machine.
    """
    bits = weights.clamp(min=2.0**-60).view(torch.int32)
    below = (bits - bits.amax(dim=-1, keepdim=True)).float() / 2**23
    out = (mask == 0) | (below < -cut) if cut > 0 else mask == 0
    return below.clamp(min=-floor).masked_fill(out, -torch.inf)


def _layer(weights: Floats, bias: Floats, bits: int, largest: float, unit: float) -> tuple[Whole, bytes]:
    """A layer whose inputs are worth `unit` each and reach `largest`: its weights as whole numbers, and for each of its own units bias
    and factor (x 2^-30) to multiples of 1/1024. No sum leaves 32 bits.
    """
    size = np.abs(weights)
    step = np.maximum(size.max(axis=1) / (2 ** (bits - 1) - 1), size.sum(axis=1) * largest / 2**30)
    worth = np.maximum(np.maximum(step, 1e-9), np.abs(bias) / unit / 2**30) * unit
    factor = np.rint(worth * UNIT * 2.0**30)
    if (factor >= 2**31).any():
        raise Refusal("The weights of this network are too large to be written as whole numbers.")
    whole = np.rint(weights * unit / worth[:, None]).astype("<i2" if bits == 16 else "i1")
    return whole, np.stack([np.rint(bias / worth), factor], axis=1).astype("<i4").tobytes()


def export(network: Network, table: Setup, path: str | Path, **recipe: Any) -> None:
    """Writes the file that the bot ``net`` plays from: a line of JSON, then weights as whole numbers."""
    state = {name: value.detach().double().cpu().numpy() for name, value in network.state_dict().items()}
    first = state["first.weight"] / state["spread"]
    bias = state["first.bias"] - first @ state["mean"]
    body = b""
    for weights, bias, bits, largest, unit in (
        (first, bias, 16, 127, 1.0),
        (state["second.weight"], state["second.bias"], 8, CEILING * UNIT, 1 / UNIT),
        (state["policy.weight"], state["policy.bias"], 8, CEILING * UNIT, 1 / UNIT),
    ):
        whole, scales = _layer(weights, bias, bits, largest, unit)
        # The first layer goes column by column: most features are 0, and theirs are left out.
        body += scales + (whole.T if bits == 16 else whole).tobytes()
    header = {
        "game": table.game, "players": table.options["players"], "layout": layout_hash(table),
        "features": first.shape[1], "hidden": first.shape[0], "codes": state["policy.weight"].shape[0],
        "trust": round(float(state["trust"]) * UNIT), "floor": round(recipe["floor"] * UNIT),
        "cut": round(recipe["cut"] * UNIT),
        "hash": digest("network", body), "recipe": recipe,
    }  # fmt: skip
    Path(path).write_bytes(MAGIC + json.dumps(header).encode() + b"\n" + body)


def load(path: str | Path, table: Setup) -> tuple[Network, dict[str, Any]]:
    """Reads such a file back: a network that plays as the bot ``net`` does but for rounding, and its recipe. It expects no reward."""
    file = Path(path).read_bytes()
    baseline, head = read(file), json.loads(file.split(b"\n", 2)[1])
    if (baseline.game, baseline.layout) != (table.game, layout_hash(table)):
        raise Refusal(f"{path} was trained for another table of {baseline.game}, with {baseline.players} seats.")
    network = Network(head["features"], head["codes"], baseline.hidden, head["trust"] / UNIT)
    rest = file.split(b"\n", 2)[2]
    layers = ((network.first, "<i2", 1.0), (network.second, "i1", 1 / UNIT), (network.policy, "i1", 1 / UNIT))
    with torch.no_grad():
        for layer, kind, unit in layers:
            units, inputs = layer.weight.shape
            scales = np.frombuffer(rest, "<i4", 2 * units).reshape(units, 2)
            rest = rest[scales.nbytes :]
            whole = np.frombuffer(rest, kind, units * inputs)
            rest = rest[whole.nbytes :]
            worth = scales[:, 1] / 2.0**30 / UNIT
            weights = (whole.reshape(inputs, units).T if kind == "<i2" else whole.reshape(units, inputs)) * (worth / unit)[:, None]
            layer.weight.copy_(torch.from_numpy(weights))
            layer.bias.copy_(torch.from_numpy(scales[:, 0] * worth))
        nn.init.zeros_(network.value.weight)
    return network, baseline.recipe
