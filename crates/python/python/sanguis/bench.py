"""How fast it is on your machine: ``python -m sanguis.bench``."""

from __future__ import annotations

import argparse
import importlib
import json
import sys
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from . import Batch, games
from .aec import env

#: PettingZoo's classic environments, card games first, for comparison.
CLASSIC = ("leduc_holdem_v4", "texas_holdem_v4", "texas_holdem_no_limit_v6", "connect_four_v3", "tictactoe_v3")


#: Processor time, where one thread does the work: what else the machine does matters less.
_clock = time.process_time


def batch(envs: Batch, seconds: float) -> float:
    """Steps per second of a batch under random play, observations and masks written."""
    clock = _clock if envs.threads == 1 else time.perf_counter
    steps, begin = 0, clock()
    while (took := clock() - begin) < seconds:
        for _ in range(5):
            envs.step(envs.sample())
        steps += 5 * envs.games
    return steps / took


def warm(id: str, games: int, threads: int) -> Batch:
    """A batch whose games are not all at their first decision."""
    envs = Batch(id, games=games, threads=threads)
    for _ in range(20):
        envs.step(envs.sample())
    return envs


def rollouts(id: str, seconds: float) -> float:
    """Steps per second of random play in Rust alone, on one core."""
    from . import _sanguis

    begin, wall = _clock(), time.perf_counter()
    rate = _sanguis.rollouts(id, seconds)
    return rate * (time.perf_counter() - wall) / (_clock() - begin)


def in_turns(id: str, games: int, seconds: float) -> tuple[float, float]:
    """A batch on one thread and random play in Rust alone, in turns, so that other load disturbs both alike."""
    envs, rounds = warm(id, games, 1), max(1, round(10 * seconds))
    turns = [(batch(envs, seconds / rounds), rollouts(id, seconds / rounds)) for _ in range(rounds)]
    # Each turn took the same time, so the mean of the rates is the rate of all.
    one, pure = (sum(rates) / rounds for rates in zip(*turns))
    return one, pure


def stepped(make: Callable[[], Any], seconds: float) -> float:
    """Steps per second of one AEC environment driven from Python by a random choice from its mask."""
    environment, chance = make(), np.random.default_rng(0)
    steps, begin = 0, _clock()
    while (took := _clock() - begin) < seconds:
        environment.reset(seed=steps)
        for _ in environment.agent_iter():
            observation, _, terminated, truncated, info = environment.last()
            if terminated or truncated:
                environment.step(None)
                continue
            mask = observation["action_mask"] if "action_mask" in observation else info["action_mask"]
            legal = np.flatnonzero(mask)
            environment.step(int(legal[chance.integers(len(legal))]))
            steps += 1
    return steps / took


def rlcard_uno(seconds: float) -> float:
    """Steps per second of RLCard's Uno, driven by a random choice from its legal actions."""
    import rlcard

    environment, chance = rlcard.make("uno", {"seed": 0}), np.random.default_rng(0)
    steps, begin = 0, _clock()
    while (took := _clock() - begin) < seconds:
        state, _ = environment.reset()
        while not environment.is_over():
            legal = list(state["legal_actions"])
            state, _ = environment.step(legal[chance.integers(len(legal))])
            steps += 1
    return steps / took


def classic(name: str, seconds: float) -> float:
    """Steps per second of one of PettingZoo's classic environments."""
    module = importlib.import_module(f"pettingzoo.classic.{name}")
    return stepped(module.env, seconds)


def measure(seconds: float, size: int, names: list[str], say: Callable[[str], None]) -> dict[str, Any]:
    """All figures, in steps per second."""
    report: dict[str, Any] = {"batch size": size, "seconds each": seconds, "games": {}, "others": {}}
    for id in names:
        say(id)
        one, pure = in_turns(id, size, seconds)
        report["games"][id] = {
            "batch, one thread": one,
            "batch, all threads": batch(warm(id, size, 0), seconds),
            "pure Rust, one thread": pure,
            "share of pure Rust": one / pure,
            "one AEC environment": stepped(partial(env, id), seconds),
        }
    others: list[tuple[str, Callable[[], float]]] = [("RLCard's Uno", partial(rlcard_uno, seconds))]
    others += [(f"PettingZoo's {name}", partial(classic, name, seconds)) for name in CLASSIC]
    for name, run in others:
        say(name)
        try:
            report["others"][name] = run()
        except ImportError as missing:
            report["others"][name] = f"not installed ({missing.name})"
    return report


def text(report: dict[str, Any]) -> str:
    """The figures as a table."""

    def figure(number: float | str) -> str:
        return number if isinstance(number, str) else f"{number:,.0f}"

    columns = ["batch, one thread", "batch, all threads", "pure Rust, one thread", "one AEC environment"]
    lines = [
        f"Steps per second of random play; batches of {report['batch size']} with observations and masks written.",
        "Seconds are those of the processor, but for all threads together.",
        "",
        f"{'game':<14}" + "".join(f"{column:>24}" for column in columns) + f"{'share of pure Rust':>22}",
    ]
    for id, figures in report["games"].items():
        row = "".join(f"{figure(figures[column]):>24}" for column in columns)
        lines.append(f"{id:<14}{row}{figures['share of pure Rust']:>21.0%}")
    lines += ["", "One environment of others, driven from Python in the same way:"]
    lines += [f"  {name:<40}{figure(number):>16}" for name, number in report["others"].items()]
    return "\n".join(lines)


def main(arguments: list[str] | None = None) -> int:
    """The command."""
    known = [game.id for game in games()]
    parser = argparse.ArgumentParser(prog="python -m sanguis.bench", description=__doc__)
    parser.add_argument("game", nargs="*", metavar="GAME", help=f"only these: {', '.join(known)}")
    parser.add_argument("--seconds", type=float, default=2.0, help="how long each figure is measured (2)")
    parser.add_argument("--size", type=int, default=4096, help="games in a batch (4096)")
    parser.add_argument("--json", action="store_true", help="the figures as JSON")
    chosen = parser.parse_args(arguments)
    for name in chosen.game:
        if name not in known:
            parser.error(f'there is no game "{name}"; there are: {", ".join(known)}')
    progress = sys.stderr.isatty()
    say = (lambda name: print(f"\r\033[K{name} …", end="", file=sys.stderr, flush=True)) if progress else lambda _: None
    report = measure(chosen.seconds, chosen.size, chosen.game or known, say)
    if progress:
        print("\r\033[K", end="", file=sys.stderr)
    print(json.dumps(report, indent=2) if chosen.json else text(report))
    return 0


if __name__ == "__main__":
    sys.exit(main())
