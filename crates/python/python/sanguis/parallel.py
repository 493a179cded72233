"""PettingZoo: all seats at once."""

from __future__ import annotations

from typing import Any

from pettingzoo import ParallelEnv

from .aec import Observation, Table
from .games import Setup, setup
from .refusal import Refusal


class ParallelGame(Table, ParallelEnv):  # type: ignore[misc]
    """A game as a parallel environment: see `parallel_env`."""

    def __init__(self, table: Setup, render_mode: str | None = None) -> None:
        self._sit_down(table, render_mode)

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Deals a new game."""
        self._reseed(seed)
        self.agents = list(self.possible_agents)
        return self._observations(), {agent: {} for agent in self.agents}

    def step(
        self, actions: dict[str, Any]
    ) -> tuple[
        dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]
    ]:
        """Every agent acts or, with the last code, lets the moment pass."""
        if not self.agents:
            return {}, {}, {}, {}, {}
        chosen = self._check(actions)
        env = self._env
        waiting, wait = list(env.waiting), env.codes - 1
        first = waiting[0]
        clockwise = sorted(env.interrupts, key=lambda seat: (seat - first) % env.players)
        interrupting = next((seat for seat in clockwise if chosen[seat] != wait), None)
        if interrupting is not None:
            # The other answers were meant for the old position: those seats are asked again.
            env.play(interrupting, chosen[interrupting])
        else:
            for seat in waiting:
                env.play(seat, chosen[seat])

        over, overlong = env.seat < 0, env.overlong
        agents = self.agents
        rewards = dict(zip(self.possible_agents, env.rewards() or [0.0] * env.players))
        observations = self._observations()
        if over or overlong:
            self.agents = []
        return (
            observations,
            rewards,
            dict.fromkeys(agents, over),
            dict.fromkeys(agents, overlong and not over),
            {agent: {} for agent in agents},
        )

    def _check(self, actions: dict[str, Any]) -> list[int]:
        """One code for each seat, all on their masks; otherwise nothing is done."""
        missing = [agent for agent in self.agents if agent not in actions]
        if missing:
            raise Refusal(f"Every agent acts in each step; actions are missing for {', '.join(missing)}.")
        chosen = [int(actions[agent]) for agent in self.possible_agents]
        wait = self._env.codes - 1
        for agent, seat, code in zip(self.possible_agents, range(len(chosen)), chosen):
            legal = self._env.legal(seat) or [wait]
            if code not in legal:
                raise Refusal(f"Action {code} is not on the mask of {agent}: choose a code whose mask is 1.", "illegal")
        return chosen

    def _observations(self) -> dict[str, Observation]:
        observations = {}
        asked = set(self._env.waiting) | set(self._env.interrupts)
        for agent, seat in self._index.items():
            observation, mask = self._env.observe(seat)
            if seat not in asked:
                mask[-1] = 1
            observations[agent] = {"observation": observation, "action_mask": mask}
        return observations


def parallel_env(
    id: str | Setup, players: int | None = None, *, render_mode: str | None = None, **options: Any
) -> ParallelGame:
    """A game as a PettingZoo parallel environment.

    In each step all seats that the game waits for act together. The others have one choice, the last code, which does nothing;
    seats that may interrupt have their actions as well. If seats interrupt, the first one clockwise from the seat that is waited on
    acts, and everybody is asked again in the new position.
    """
    return ParallelGame(id if isinstance(id, Setup) else setup(id, players, **options), render_mode)
