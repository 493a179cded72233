"""PettingZoo: one seat at a time."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from . import _sanguis, render
from .bots import Question
from .games import Setup, game, setup
from .match import SPECTATOR, Array, Choice, Match, check_seed
from .refusal import Refusal

#: Characters in a line of a drawn table, and its lines.
_WIDTH, _HEIGHT = 100, 50

#: What an agent gets: the array under ``"observation"``, the mask over all codes under ``"action_mask"``.
Observation = dict[str, Array]


def seat_names(players: int) -> list[str]:
    """The names of the agents: ``seat_1`` and so on."""
    return [f"seat_{number}" for number in range(1, players + 1)]


def observation_space(features: int, codes: int) -> spaces.Dict:
    """The space of an agent's observations."""
    return spaces.Dict(
        {
            "observation": spaces.Box(-128, 127, (features,), np.int8),
            "action_mask": spaces.Box(0, 1, (codes,), np.int8),
        }
    )


class Table:
    """What both kinds of environment share: a table, its match, and how it is drawn."""

    metadata: dict[str, Any]
    render_mode: str | None
    agents: list[str]
    possible_agents: list[str]

    def _sit_down(self, table: Setup, render_mode: str | None) -> None:
        modes = ("ansi", "rgb_array", "svg")
        if render_mode is not None and render_mode not in modes:
            raise Refusal(f'There is no render mode "{render_mode}"; there are: {", ".join(modes)}.')
        if render_mode == "rgb_array":
            render.check_pillow()
        self.table = table
        self.render_mode = render_mode
        self.metadata = {
            "name": f"sanguis_{table.game.replace('-', '_')}_v1",
            "render_modes": list(modes),
            "is_parallelizable": False,
            "render_fps": 2,
        }
        self._random = np.random.default_rng()
        # Read once, so that a reset only deals.
        self._dealer = _sanguis.Table(table.game, table.options_text, table.position_text)
        self._deal(0)
        env = self._env
        self.possible_agents = seat_names(env.players)
        self._index = {name: index for index, name in enumerate(self.possible_agents)}
        # The same space for all seats.
        self._observation_spaces = {name: observation_space(env.features, env.codes) for name in self._index}
        self._action_spaces = {name: spaces.Discrete(env.codes) for name in self._index}
        self.agents = []

    def _deal(self, seed: int) -> None:
        self._env = self._dealer.deal(check_seed(seed))

    def _reseed(self, seed: int | None) -> None:
        if seed is not None:
            self._random = np.random.default_rng(check_seed(seed))
        self._deal(int(self._random.integers(1 << 63)))

    def observation_space(self, agent: str) -> spaces.Dict:
        """The space of an agent's observations."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """All codes; the last lets a moment pass."""
        return self._action_spaces[agent]

    @property
    def match(self) -> Match:
        """The match itself, for everything that PettingZoo's interface does not offer."""
        match = Match.__new__(Match)
        match.setup, match._env = self.table, self._env
        return match

    def question(self, agent: str) -> Question:
        """What a player in this agent's place is asked: ``player.act(table.question(agent))``."""
        return Question(self.match, self._index[agent])

    def text(self, agent: str) -> str:
        """The table in words, as an agent sees it."""
        return self._env.text(self._index[agent])

    def choices(self, agent: str) -> list[Choice]:
        """What an agent may do, in words."""
        return self.match.choices(self._index[agent])

    def render(self) -> str | render.Pixels | None:
        """The table as a spectator sees it: text (``ansi``) or a picture (``svg``, or ``rgb_array`` with Pillow)."""
        if self.render_mode is None:
            return None
        text = self._env.text(SPECTATOR, _WIDTH, self.render_mode != "ansi")
        if self.render_mode == "svg":
            return render.svg(text, game(self.table.game).name)
        return render.pixels(text, _WIDTH, self._height()) if self.render_mode == "rgb_array" else text

    def _height(self) -> int:
        """The lines of a picture, the same throughout a game; a map needs more of them."""
        areas = (self.match.view(SPECTATOR)["scene"].get("map") or {}).get("areas", [])
        return _HEIGHT + 2 * len(areas) // 3

    def close(self) -> None:
        """Does nothing: there is nothing to release."""


class AECGame(Table, AECEnv):  # type: ignore[misc]
    """A game as an AEC environment: see `env`."""

    def __init__(self, table: Setup, render_mode: str | None = None, texts: bool = False) -> None:
        AECEnv.__init__(self)
        self._sit_down(table, render_mode)
        self.texts = texts

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deals a new game. Without a seed, the deal follows from the last seed."""
        self._reseed(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self._env.seat]
        self._tell()

    def observe(self, agent: str) -> Observation:
        """What an agent may know, and what it may do if it is asked now."""
        seat = self._index[agent]
        observation, mask = self._env.observe(seat)
        if seat != self._env.seat:
            mask[:] = 0
        return {"observation": observation, "action_mask": mask}

    def step(self, action: Any) -> None:
        """The agent that is asked acts, or lets the moment pass."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        seat = self._env.step(int(action))
        if seat < 0:
            self.rewards = dict(zip(self.possible_agents, self._env.rewards() or ()))
            self.terminations = dict.fromkeys(self.agents, True)
            self._accumulate_rewards()
            self._deads_step_first()
        elif self._env.overlong:
            self.truncations = dict.fromkeys(self.agents, True)
            self._deads_step_first()
        else:
            self.agent_selection = self.possible_agents[seat]
            self._tell()

    def _tell(self) -> None:
        if self.texts:
            agent = self.agent_selection
            self.infos[agent] = {"text": self.text(agent), "choices": self.choices(agent)}


def env(
    id: str | Setup,
    players: int | None = None,
    *,
    render_mode: str | None = None,
    texts: bool = False,
    **options: Any,
) -> AECGame:
    """A game as a PettingZoo AEC environment: ``sanguis.env("blood-bound", players=8)``.

    Seats that decide at the same time are asked one after the other; choices stay sealed until all have chosen. A seat that may
    interrupt is asked before the game goes on, and may let the moment pass with the last code. With ``texts`` the infos of the agent
    that is asked hold the table and its choices in words.
    """
    table = id if isinstance(id, Setup) else setup(id, players, **options)
    return AECGame(table, render_mode, texts)
