"""Trains a network for a game: ``python -m sanguis.train bloodlust --minutes 10 --out runs/bloodlust``.

Proximal policy optimisation. In some of the games the network plays one team (or one seat) against our bot ``greedy``, in the
others all seats. A few more games measure it: there it always takes its favourite code, and learns nothing.

With ``--teacher N`` it learns to choose what the bot ``search`` would choose after N iterations, in the games that it plays itself.

With ``--exploit FILE.net`` it starts as that network and learns to beat it, instead of ``greedy``: how much it wins says how far that
network can be exploited.
"""

from __future__ import annotations

import argparse
import csv
import time
from collections import defaultdict, deque
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

try:
    import torch
except ImportError as error:
    raise SystemExit("Training needs PyTorch: pip install 'sanguis[train]'") from error
from torch import Tensor

from .batch import Batch
from .games import setup
from .network import Network, export, instinct_logits, load

LEARN, SELF, MEASURE = 0, 1, 2


@dataclass(frozen=True)
class Recipe:
    """How a network is trained."""

    hidden: int = 256
    #: How much instinct counts at first, and how many halvings below its favourite it rates what it likes least.
    trust: float = 0.5
    floor: float = 4.0
    #: What instinct rates more halvings below its favourite than this is never chosen (0: everything may be).
    cut: float = 0.0
    #: The share of games in which the network plays all seats.
    self_play: float = 0.5
    #: Updates at first in which only the expected reward is learned, so that later ones do not follow noise.
    warmup: int = 5
    #: Games at once, and steps of each between two updates.
    games: int = 512
    steps: int = 128
    #: How often each step is learned from, and how many at a time.
    epochs: int = 3
    minibatch: int = 4096
    rate: float = 7e-4
    #: How far one update may move a choice's odds, and how much it is worth to stay unsure.
    clip: float = 0.2
    entropy: float = 0.004
    #: How fast credit fades from one decision of a seat to the one before.
    fade: float = 0.97
    #: Iterations of the search that shows how to play (0: none, it learns from its rewards), and how many updates' lessons are kept.
    teacher: int = 0
    memory: int = 64
    seed: int = 1


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(
        prog="python -m sanguis.train",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        epilog="""DIR then holds
  GAME-N.net       the network for N seats, as the bot `net` reads it
  checkpoint.pt    what --resume goes on from
  curve.csv, .svg  the share won over time against greedy, or against the network to be exploited

examples
  python -m sanguis.train bloodlust --minutes 10 --out runs/bloodlust
  python -m sanguis.train bloodlust --minutes 10 --out runs/bloodlust --resume
  python -m sanguis.train blood-bound --players 6 --games 2048 --minutes 60 --out runs/six
  python -m sanguis.train bloodlust --exploit runs/bloodlust/bloodlust-2.net --out runs/probe""",
    )
    parser.add_argument("game", help="the game's id, such as bloodlust")
    parser.add_argument("--players", type=int, help="how many seats (the usual number)")
    parser.add_argument("--minutes", type=float, default=10, help="how long to train now (10); Ctrl-C stops earlier and saves")
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="where to write")
    parser.add_argument("--resume", action="store_true", help="go on from DIR/checkpoint.pt")
    parser.add_argument("--threads", type=int, default=0, help="threads for the games (one for each core)")
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu", help="where to learn: cpu or cuda")
    parser.add_argument("--exploit", type=Path, metavar="FILE", help="a network to start from and to beat (greedy is to be beaten)")
    for name, value in asdict(Recipe()).items():
        parser.add_argument(f"--{name.replace('_', '-')}", type=type(value), default=value, help=f"see Recipe ({value})")
    given = vars(parser.parse_args())
    recipe = Recipe(**{name: given.pop(name) for name in asdict(Recipe())})
    trainer = Trainer(given["game"], given["players"], recipe, given["out"], given["threads"], given["device"], given["exploit"])
    if given["resume"]:
        trainer.load()
    trainer.run(given["minutes"] * 60)


class Trainer:
    """Games, a network, and what it has learned so far."""

    def __init__(
        self, game: str, players: int | None, recipe: Recipe, out: Path, threads: int, device: str, exploit: Path | None = None
    ) -> None:
        self.out, self.device = out, torch.device(device)
        self.table = setup(game, players)
        # Who is to be beaten: greedy, unless it is another network.
        self.rival = None
        if exploit:
            self.rival, its = load(exploit, self.table)
            self.rival.to(self.device)
            recipe = replace(recipe, hidden=self.rival.first.out_features, floor=its["floor"], cut=its.get("cut", 0.0), self_play=0.0)
        self.recipe = recipe
        self.batch = Batch(self.table, games=recipe.games, threads=threads, seed=recipe.seed)
        torch.manual_seed(recipe.seed)
        self.chance = np.random.default_rng(recipe.seed)
        self.network = Network(self.batch.features, self.batch.codes, recipe.hidden, recipe.trust).to(self.device)
        if self.rival:
            self.network.load_state_dict(self.rival.state_dict())
        self.optimiser = torch.optim.Adam(self.network.parameters(), lr=recipe.rate, eps=1e-5)
        self.rows = np.arange(recipe.games)
        # Every tenth game measures, whatever is dealt.
        self.kind = np.where(self.rows % 10 == 0, MEASURE, LEARN)
        self.learner = np.zeros((recipe.games, self.batch.players), dtype=bool)
        self.weights = np.zeros((recipe.games, self.batch.codes), dtype=np.float32)
        self.visits = self.weights.copy()
        self.lessons: deque[dict[str, Tensor]] = deque(maxlen=max(recipe.memory, 1))
        self.curve: list[dict[str, float]] = []
        self.seconds = 0.0
        self.updates = 0
        self.measured: list[float] = []
        self.seat_games(np.ones(recipe.games, dtype=bool))
        out.mkdir(parents=True, exist_ok=True)

    def seat_games(self, dealt: npt.NDArray[np.bool_]) -> None:
        """Decides who plays which seat of the games that were just dealt."""
        at = np.flatnonzero(dealt)
        learning = self.kind[at] != MEASURE
        self.kind[at[learning]] = np.where(self.chance.random(learning.sum()) >= self.recipe.self_play, LEARN, SELF)
        teams = self.batch.teams()[at]
        seat = self.chance.integers(self.batch.players, size=len(at))
        own = teams == teams[np.arange(len(at)), seat][:, None]
        self.learner[at] = own | (self.kind[at] == SELF)[:, None]

    def look(self) -> tuple[Tensor, Tensor]:
        """What the seats that are asked know, and what instinct thinks."""
        self.batch.instinct(self.weights)
        observation = torch.from_numpy(self.batch.observation.copy()).to(self.device)
        mask = torch.from_numpy(self.batch.mask.copy()).to(self.device)
        return observation, instinct_logits(torch.from_numpy(self.weights).to(self.device), mask, self.recipe.floor, self.recipe.cut)

    def normalise(self) -> None:
        """Fixes mean and spread of the features from games that instinct plays."""
        seen = []
        for step in range(600):
            observation, instinct = self.look()
            if step % 10 == 0:
                seen.append(observation)
            odds = torch.softmax(instinct, dim=-1)
            self.batch.step(torch.multinomial(odds, 1).squeeze(1).cpu().numpy())
        self.network.normalise(torch.cat(seen))
        self.batch.reset(self.recipe.seed)

    @torch.no_grad()
    def play(self) -> dict[str, Tensor]:
        """Plays some steps of every game. Returns what the network decided, and what came of it."""
        steps, games, players = self.recipe.steps, self.recipe.games, self.batch.players
        kept: dict[str, list[Tensor]] = defaultdict(list)
        seats, learns, ended, paid = [], [], [], []
        measure = torch.from_numpy(self.kind == MEASURE).to(self.device)
        for _ in range(steps):
            observation, instinct = self.look()
            odds, value = self.network(observation, instinct)
            own = self.learner[self.rows, self.batch.seat]
            noise = -torch.empty_like(odds).exponential_().log_()
            others = ~torch.from_numpy(own).to(self.device)
            favourite = self.rival(observation, instinct)[0] if self.rival else instinct
            # The others break near ties by lot; a sample is the largest of the odds with Gumbel noise.
            scores = torch.where(others[:, None], favourite + noise * 1e-4, odds + noise * ~measure[:, None])
            action = scores.argmax(dim=-1)
            for name, what in (
                ("observation", observation), ("instinct", instinct.half()), ("action", action),
                ("odds", odds.gather(1, action[:, None]).squeeze(1)), ("value", value),
            ):  # fmt: skip
                kept[name].append(what)
            if self.recipe.teacher:
                self.batch.search(self.recipe.teacher, int(self.chance.integers(2**63)), self.visits)
                kept["visits"].append(torch.from_numpy(self.visits).to(self.device).half())
            seats.append(self.batch.seat.astype(np.int64))
            learns.append(own & (self.kind != MEASURE))
            self.batch.step(action.cpu().numpy())
            done = self.batch.terminated | self.batch.truncated
            ended.append(done)
            paid.append(self.pay(done) if done.any() else np.zeros((games, players), dtype=np.float32))
            if done.any():
                self.seat_games(done)
        flat = {name: torch.stack(what) for name, what in kept.items()}
        # There is nothing to learn from a choice of one.
        known = flat["instinct"].isfinite().sum(-1) > 1
        if self.recipe.teacher:
            # A lesson needs no reward. Of those that needed no thought a few will do.
            known &= (flat["visits"].sum(-1) > 1) | (torch.rand(known.shape, device=self.device) < 0.1)
            return {name: flat[name][known] for name in ("observation", "instinct", "visits")}
        known &= self.credit(flat, seats, learns, ended, paid)
        return {name: what[known] for name, what in flat.items()}

    def pay(self, done: npt.NDArray[np.bool_]) -> npt.NDArray[np.float32]:
        """The reward of each seat: half for its placing, half for winning. Counts the games that measure."""
        placing = self.batch.reward
        best = placing == placing.max(axis=1, keepdims=True)
        drawn = best.all(axis=1)
        won = np.where(drawn[:, None], 0, np.where(best, 1, -1)).astype(np.float32)
        for game in np.flatnonzero(done & (self.kind == MEASURE)):
            own = self.learner[game]
            self.measured.append(float(own.mean() if drawn[game] else best[game, own].mean()))
        return np.asarray((placing + won) / 2, dtype=np.float32)

    def credit(self, flat: dict[str, Tensor], seats: Any, learns: Any, ended: Any, paid: Any) -> Tensor:
        """Adds `gain` (generalised advantage) and `target`, from the last step to the first. Returns which steps can be learned from."""
        values = flat["value"].cpu().numpy()
        gain = np.zeros_like(values)
        known = np.zeros(values.shape, dtype=bool)
        # For each seat, of its next decision: the value, the gain, and whether there was one.
        value = np.zeros((self.recipe.games, self.batch.players), dtype=np.float32)
        later, seen = value.copy(), np.zeros(value.shape, dtype=bool)
        for step in reversed(range(self.recipe.steps)):
            done, seat = ended[step], seats[step]
            value[done], later[done], seen[done] = paid[step][done], 0, True
            at = (self.rows, seat)
            known[step] = seen[at] & learns[step]
            gain[step] = value[at] - values[step] + self.recipe.fade * later[at]
            # The first decision seen from the end only lends its value to the one before.
            gain[step][~seen[at]] = 0
            value[at], later[at], seen[at] = values[step], gain[step], True
        flat["gain"] = torch.from_numpy(gain).to(self.device)
        flat["target"] = flat["gain"] + flat["value"]
        return torch.from_numpy(known).to(self.device)

    def learn(self, data: dict[str, Tensor]) -> dict[str, float]:
        """Moves the network towards what did better than expected."""
        count, recipe, sums = len(data["gain"]), self.recipe, torch.zeros(3, device=self.device)
        gain = (data["gain"] - data["gain"].mean()) / (data["gain"].std() + 1e-6)
        batches = 0
        for _ in range(recipe.epochs):
            for at in torch.randperm(count, device=self.device).split(recipe.minibatch):
                odds, value = self.network(data["observation"][at], data["instinct"][at])
                ratio = (odds.gather(1, data["action"][at, None]).squeeze(1) - data["odds"][at]).exp()
                better = torch.minimum(ratio * gain[at], ratio.clamp(1 - recipe.clip, 1 + recipe.clip) * gain[at])
                finite = odds.masked_fill(odds == -torch.inf, 0)
                unsure = -(finite.exp() * finite).masked_fill(odds == -torch.inf, 0).sum(1).mean()
                off = (value - data["target"][at]).square().mean()
                choices = -better.mean() - recipe.entropy * unsure
                loss = 0.5 * off + (choices if self.updates >= recipe.warmup else 0)
                self.optimiser.zero_grad()
                loss.backward()
                torch.nn.utils.clip_grad_norm_(self.network.parameters(), 1.0)
                self.optimiser.step()
                moved = ((ratio - 1) - ratio.log()).mean()
                sums += torch.stack([unsure.detach(), off.detach(), moved.detach()])
                batches += 1
        unsure, off, moved = (sums / max(batches, 1)).tolist()
        return {"entropy": unsure, "value_error": off, "moved": moved}

    def imitate(self, lessons: dict[str, Tensor]) -> dict[str, float]:
        """Moves the network towards what a search has tried most, in these lessons and some earlier ones."""
        self.lessons.append(lessons)
        new = len(lessons["visits"])
        share = [torch.randperm(len(each["visits"]), device=self.device)[: max(new * self.recipe.epochs // len(self.lessons), 1)] for each in self.lessons]
        data = {name: torch.cat([each[name][at] for each, at in zip(self.lessons, share)]) for name in lessons}
        sums, batches = torch.zeros(2, device=self.device), 0
        for at in torch.randperm(len(data["visits"]), device=self.device).split(self.recipe.minibatch):
            odds, _ = self.network(data["observation"][at], data["instinct"][at])
            tried = data["visits"][at].float()
            loss = -(tried / tried.sum(1, keepdim=True) * odds.masked_fill(odds == -torch.inf, 0)).sum(1).mean()
            self.optimiser.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(self.network.parameters(), 1.0)
            self.optimiser.step()
            sums += torch.stack([loss.detach(), (odds.argmax(1) == tried.argmax(1)).float().mean()])
            batches += 1
        loss, agreed = (sums / max(batches, 1)).tolist()
        return {"loss": loss, "agreed": agreed, "lessons": float(new)}

    def run(self, seconds: float) -> None:
        """Trains for this long, and saves at the end and every minute."""
        begin = before = saved = time.monotonic()
        if self.updates == 0 and not self.rival:
            self.normalise()
        try:
            while (now := time.monotonic()) - begin < seconds:
                self.seconds += now - before
                before = now
                left = 1 - (now - begin) / seconds
                for group in self.optimiser.param_groups:
                    group["lr"] = self.recipe.rate * max(left, 0.05)
                figures = self.imitate(self.play()) if self.recipe.teacher else self.learn(self.play())
                self.updates += 1
                self.note(figures)
                if now - saved > 60:
                    saved = now
                    self.save()
        except KeyboardInterrupt:
            print("Stopped; saving.")
        self.save()

    def note(self, figures: dict[str, float]) -> None:
        """A row of the curve once enough games have measured the network."""
        if len(self.measured) < 200 and self.updates % 20:
            return
        share, games = float(np.mean(self.measured or [np.nan])), len(self.measured)
        self.measured = []
        row = {"minutes": self.seconds / 60, "updates": self.updates, "share": share, "games": games, **figures}
        row["trust"] = self.network.trust.item()
        self.curve.append(row)
        print("  ".join(f"{name} {value:.4g}" for name, value in row.items()), flush=True)

    def save(self) -> None:
        """Writes the network, the checkpoint and the curve."""
        state = {
            "network": self.network.state_dict(), "optimiser": self.optimiser.state_dict(), "curve": self.curve,
            "seconds": self.seconds, "updates": self.updates, "table": self.table._asdict(), "recipe": asdict(self.recipe),
            "exploit": self.rival is not None,
        }  # fmt: skip
        torch.save(state, self.out / "checkpoint.new")
        (self.out / "checkpoint.new").replace(self.out / "checkpoint.pt")
        name = f"{self.table.game}-{self.batch.players}.net"
        export(self.network, self.table, self.out / name, **asdict(self.recipe), updates=self.updates)
        if self.curve:
            with open(self.out / "curve.csv", "w", newline="") as file:
                rows = csv.DictWriter(file, self.curve[0].keys())
                rows.writeheader()
                rows.writerows({name: f"{value:.6g}" for name, value in row.items()} for row in self.curve)
            rival = "the network it started as" if self.rival else "greedy"
            (self.out / "curve.svg").write_text(draw(self.curve, f"{self.table.game}: share won against {rival}"))

    def load(self) -> None:
        """Goes on from the last checkpoint."""
        path = self.out / "checkpoint.pt"
        if not path.exists():
            raise SystemExit(f"There is no checkpoint at {path}: train without --resume first.")
        state = torch.load(path, map_location=self.device)
        if state["table"] != self.table._asdict():
            raise SystemExit(f"The checkpoint at {path} is of another table.")
        if state.get("exploit", False) != (self.rival is not None):
            raise SystemExit(f"The checkpoint at {path} was made {'without' if self.rival else 'with'} --exploit.")
        self.network.load_state_dict(state["network"])
        self.optimiser.load_state_dict(state["optimiser"])
        self.curve, self.seconds, self.updates = state["curve"], state["seconds"], state["updates"]
        self.batch.reset(self.recipe.seed + self.updates)
        self.seat_games(np.ones(self.recipe.games, dtype=bool))
        torch.manual_seed(self.recipe.seed + self.updates)


def draw(curve: list[dict[str, float]], title: str) -> str:
    """The share won against greedy over time, as SVG."""
    end = max(row["minutes"] for row in curve) or 1
    points = [(60 + 520 * row["minutes"] / end, 270 - 240 * row["share"]) for row in curve if row["share"] == row["share"]]
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    marks = "".join(
        f'<path d="M60 {270 - 2.4 * at}h520" stroke="#ddd"/><text x="52" y="{274 - 2.4 * at}" text-anchor="end">{at} %</text>'
        for at in range(0, 101, 25)
    )
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 310" font-family="sans-serif" font-size="12">'
        f'<rect width="600" height="310" fill="#fff"/>{marks}<polyline points="{line}" fill="none" stroke="#a11" stroke-width="2"/>'
        f'<text x="60" y="18">{title}</text><text x="580" y="295" text-anchor="end">{end:.0f} minutes</text></svg>\n'
    )


if __name__ == "__main__":
    main()
