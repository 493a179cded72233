"""The games for OpenSpiel's own algorithms.

``import sanguis.open_spiel`` registers every game and its tiny variant::

    import pyspiel
    import sanguis.open_spiel

    game = pyspiel.load_game("sanguis_bloodlust", {"players": 3})
    tiny = pyspiel.load_game("sanguis_bloodlust_tiny")

Games are sequential: seats that decide at the same time are asked one after the other, and choices stay sealed until all have chosen;
a seat that may interrupt is asked first and may let the moment pass with the last action. Every random draw is a chance node.
Returns are the rewards of `sanguis.Match`: from -1 to 1, with sum 0.

With the parameter ``seed`` the deal and all later draws follow from the seed. Such a game has no chance nodes, and players of
`sanguis` can take part: ``PlayerBot(sanguis.baselines.load("bloodlust"), 0)`` is a bot for ``pyspiel.evaluate_bots``.

A tiny variant is a position near the end of a game with few cards unknown. It ends as a draw after a few decisions, so that its whole
tree can be solved. `tree_stats` counts it in Rust.
"""

from __future__ import annotations

import copy
import hashlib
import json
from functools import lru_cache
from importlib import resources
from typing import Any, NamedTuple

import numpy as np
import pyspiel

from . import _sanguis
from .bots import Bot, Player, Question
from .games import Setup, game as find_game, games, options as check_options
from .match import Match, check_seed
from .refusal import Refusal

#: No chance node of any game has more outcomes.
_MAX_CHANCE_OUTCOMES = 256


class Tiny(NamedTuple):
    """A tiny variant: where it begins, and after how many decisions it ends."""

    table: Setup
    limit: int
    #: Deals what the position leaves open; ``None`` if chance nodes do.
    seed: int | None
    about: str


@lru_cache(maxsize=None)
def tiny(id: str) -> Tiny:
    """The tiny variant of a game."""
    find_game(id)
    text = resources.files("sanguis").joinpath("tiny", f"{id}.toml").read_text(encoding="utf-8")
    # The first line says after how many decisions the game ends, and whether the rest is dealt beforehand.
    limit, _, dealt = text.split("\n", 1)[0].removeprefix("# limit =").partition(",")
    read = json.loads(_sanguis.scenario(text))
    table = Setup(read["game"], read["options"], read["position"])
    return Tiny(table, int(limit), read["seed"] if dealt else None, read["about"])


class TreeStats(NamedTuple):
    """A tree counted to its last leaf."""

    decision_nodes: int
    chance_nodes: int
    terminal_nodes: int
    depth: int
    #: By seat, the number of its decisions that differ in what it sees or in how many came before.
    distinct_decisions: list[int]
    #: By seat, the expected reward under the uniform policy.
    values: list[float]


def tree_stats(id: str, most: int = 1_000_000) -> TreeStats:
    """Counts the tiny variant of a game, in Rust and independently of OpenSpiel."""
    table, limit, seed, _ = tiny(id)
    told = _sanguis.tree_stats(table.game, table.options_text, table.position_text, seed, limit, most)
    return TreeStats(**json.loads(told))


class _Dealt:
    """A game that was dealt from a seed, with the interface of a tree."""

    chance_outcomes = 0

    def __init__(self, match: Match) -> None:
        self.match = match
        # By seat, a hash over what it saw and did at its decisions.
        self.past = [""] * match.players

    def __copy__(self) -> _Dealt:
        twin = _Dealt(copy.deepcopy(self.match))
        twin.past = list(self.past)
        return twin

    @property
    def current_player(self) -> int:
        seat = self.match.seat
        return int(pyspiel.PlayerId.TERMINAL) if seat is None else seat

    def legal_actions(self) -> list[int]:
        return sorted(self.match.legal())

    def apply_action(self, action: int) -> None:
        seat = self.current_player
        seen = f"{self.information_state(seat)} {action}"
        self.match.step(action)
        self.past[seat] = hashlib.sha256(seen.encode()).hexdigest()

    def information_state(self, seat: int) -> str:
        return f"{self.observation(seat)} {self.past[seat]}"

    def observation(self, seat: int) -> str:
        return self.match._env.observation(seat)

    def observation_tensor(self, seat: int) -> list[int]:
        return [int(cell) for cell in self.match.array(seat)]

    def resample(self, seat: int, seed: int) -> _sanguis.TreeState:
        raise Refusal("A game with a seed cannot be resampled; load it without one.", "not-allowed")

    def returns(self) -> list[float]:
        return self.match.rewards or [0.0] * self.match.players

    def action_to_string(self, action: int) -> str:
        labels = (choice.label for choice in self.match.choices() if choice.code == action)
        return next(labels, f"code {action}")


class SanguisGame(pyspiel.Game):  # type: ignore[misc]
    """A game of Sanguis as OpenSpiel sees it."""

    def __init__(self, kind: pyspiel.GameType, id: str, small: bool, params: dict[str, Any] | None = None) -> None:
        params = dict(params or {})
        limit: int | None = None
        seed: int | None = None
        if small:
            self.table, limit, seed, _ = tiny(id)
        else:
            chosen = json.loads(params.get("options") or "{}")
            self.table = Setup(id, check_options(id, int(params.get("players", find_game(id).usual_players)), **chosen))
        deal = int(params.get("seed", -1))
        self.root: _sanguis.TreeState | _Dealt
        if deal >= 0:
            self.root = _Dealt(Match(self.table, seed=deal))
        else:
            self.root = _sanguis.TreeState(
                self.table.game, self.table.options_text, self.table.position_text, seed, limit
            )
        self.features = sum(part["len"] for part in json.loads(_sanguis.layout(id, self.table.options_text)))
        info = pyspiel.GameInfo(
            num_distinct_actions=find_game(id).codes + 1,
            max_chance_outcomes=_MAX_CHANCE_OUTCOMES,
            num_players=int(self.table.options["players"]),
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=limit or 100_000,
        )
        super().__init__(kind, info, params)

    def new_initial_state(self, *_: Any) -> SanguisState:
        """The initial state."""
        return SanguisState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> _Observer:
        """What players see, as text and as a tensor."""
        return _Observer(iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), self.features)


class SanguisState(pyspiel.State):  # type: ignore[misc]
    """A state of a game."""

    def __init__(self, game: SanguisGame) -> None:
        super().__init__(game)
        self.tree: _sanguis.TreeState | _Dealt = game.root.__copy__()

    @property
    def match(self) -> Match:
        """The match, of a game with a seed. It knows every secret."""
        if isinstance(self.tree, _Dealt):
            return self.tree.match
        raise Refusal("Our players need a game with a seed: give load_game the parameter seed.", "not-allowed")

    def current_player(self) -> int:
        """The seat that decides, or the number for a chance or terminal node."""
        return int(self.tree.current_player)

    def _legal_actions(self, player: int) -> list[int]:
        return self.tree.legal_actions() if player == self.tree.current_player else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Every outcome of a chance node, all equally likely."""
        count = self.tree.chance_outcomes
        return [(outcome, 1.0 / count) for outcome in range(count)]

    def _apply_action(self, action: int) -> None:
        self.tree.apply_action(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"chance outcome {action}"
        return self.tree.action_to_string(action)

    def is_terminal(self) -> bool:
        """Is it over?"""
        return bool(self.tree.current_player == pyspiel.PlayerId.TERMINAL)

    def returns(self) -> list[float]:
        """A reward for each seat, once the game is over."""
        return [float(reward) for reward in self.tree.returns()]

    def information_state_string(self, player: int | None = None) -> str:
        """What a player knows and remembers."""
        return self.tree.information_state(self._observer(player))

    def observation_string(self, player: int | None = None) -> str:
        """What a player knows."""
        return self.tree.observation(self._observer(player))

    def resample_from_infostate(self, player: int, sampler: Any = None) -> SanguisState:
        """Another state of this player's information set, each with its right weight."""
        chance = sampler() if callable(sampler) else np.random.random()
        sampled: SanguisState = self.get_game().new_initial_state()
        sampled.tree = self.tree.resample(player, int(chance * (1 << 53)))
        return sampled

    def _observer(self, player: int | None) -> int:
        return self.current_player() if player is None else player

    def __str__(self) -> str:
        player = self.tree.current_player
        if player == pyspiel.PlayerId.CHANCE:
            return f"a chance node with {self.tree.chance_outcomes} outcomes"
        if player == pyspiel.PlayerId.TERMINAL:
            return f"over: {self.returns()}"
        return f"seat {player + 1} decides: {self.tree.information_state(player)}"


class PlayerBot(pyspiel.Bot):  # type: ignore[misc]
    """A player of `sanguis`, or the level of one of our bots, as a bot of OpenSpiel. It plays games that have a ``seed``."""

    def __init__(self, player: Player | str, seat: int, *, seed: int = 0) -> None:
        super().__init__()
        self.player, self.seat, self.seed = player, seat, seed

    def player_id(self) -> int:
        """The seat it plays."""
        return self.seat

    def restart_at(self, state: SanguisState) -> None:
        """Nothing is kept between games."""

    def step(self, state: SanguisState) -> int:
        """Its choice, from what its seat may know."""
        match = state.match
        if isinstance(self.player, str):
            self.player = Bot(match.setup.game, self.player, seed=check_seed(self.seed))
        if isinstance(self.player, Bot):
            self.player.witness(match, self.seat)
        return int(self.player.act(Question(match, self.seat)))


class _Observer:
    """OpenSpiel's observer interface."""

    def __init__(self, kind: Any, features: int) -> None:
        self.kind = kind
        self.tensor = np.zeros(features, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: SanguisState, player: int) -> None:
        """Writes the tensor."""
        self.tensor[:] = state.tree.observation_tensor(player)

    def string_from(self, state: SanguisState, player: int) -> str:
        """What a player knows and, with perfect recall, remembers."""
        recall = self.kind.perfect_recall
        return state.tree.information_state(player) if recall else state.tree.observation(player)


def _register(id: str, small: bool) -> None:
    box = find_game(id)
    players = (box.min_players, box.max_players)
    if small:
        players = (int(tiny(id).table.options["players"]),) * 2
    kind = pyspiel.GameType(
        short_name=f"sanguis_{id.replace('-', '_')}{'_tiny' if small else ''}",
        long_name=f"{box.name}{', a tiny variant' if small else ''}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=players[1],
        min_num_players=players[0],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={} if small else {"players": box.usual_players, "options": "", "seed": -1},
    )

    class Registered(SanguisGame):
        def __init__(self, params: dict[str, Any] | None = None) -> None:
            super().__init__(kind, id, small, params)

    pyspiel.register_game(kind, Registered)


for _box in games():
    for _small in (False, True):
        _register(_box.id, _small)
