"""OpenSpiel's algorithms on our games, and our own count of the tiny ones."""

from __future__ import annotations

import copy

import numpy as np
import pyspiel
import pytest
import sanguis
import sanguis.open_spiel
from conftest import GAMES
from open_spiel.python import policy as policies
from open_spiel.python.algorithms import cfr, expected_game_score, exploitability, ismcts, mcts


def load(game: str, small: bool = False, **params: object) -> pyspiel.Game:
    return pyspiel.load_game(f"sanguis_{game.replace('-', '_')}{'_tiny' if small else ''}", params)


@pytest.mark.parametrize("game", GAMES)
def test_random_simulations(game: str) -> None:
    pyspiel.random_sim_test(load(game, small=True), num_sims=3, serialize=False, verbose=False)


@pytest.mark.parametrize("game", ["bloodlust", "kings-blood"])
def test_random_simulation_of_a_whole_game(game: str) -> None:
    pyspiel.random_sim_test(load(game, players=2), num_sims=1, serialize=False, verbose=False)


def walk(state: pyspiel.State, count: dict[str, int], depth: int = 0) -> None:
    count["depth"] = max(count["depth"], depth)
    if state.is_terminal():
        count["terminal_nodes"] += 1
        return
    count["chance_nodes" if state.is_chance_node() else "decision_nodes"] += 1
    for action in state.legal_actions():
        walk(state.child(action), count, depth + 1)


@pytest.mark.parametrize("game", GAMES)
def test_the_tiny_tree_is_the_one_we_count(game: str) -> None:
    """OpenSpiel walks the same tree, node for node, and gives the uniform policy the same value."""
    ours = sanguis.open_spiel.tree_stats(game)
    theirs = load(game, small=True)
    count = {"decision_nodes": 0, "chance_nodes": 0, "terminal_nodes": 0, "depth": 0}
    walk(theirs.new_initial_state(), count)
    assert count == {name: getattr(ours, name) for name in count}
    assert ours.decision_nodes > 20
    uniform = policies.UniformRandomPolicy(theirs)
    values = expected_game_score.policy_value(theirs.new_initial_state(), [uniform] * theirs.num_players())
    assert np.allclose(values, ours.values, atol=1e-6)


@pytest.mark.parametrize("game", ["bloodlust", "kings-blood", "bloodstones"])
def test_cfr_solves_the_tiny_variants_for_two(game: str) -> None:
    theirs = load(game, small=True)
    solver = cfr.CFRPlusSolver(theirs)
    before = exploitability.nash_conv(theirs, policies.UniformRandomPolicy(theirs))
    for _ in range(25):
        solver.evaluate_and_update_policy()
    after = exploitability.nash_conv(theirs, solver.average_policy())
    assert after < before / 10, (before, after)


@pytest.mark.parametrize("game", ["blood-bound", "bloodwood"])
def test_cfr_improves_the_tiny_variants_for_many(game: str) -> None:
    theirs = load(game, small=True)
    solver = cfr.CFRSolver(theirs)
    before = exploitability.nash_conv(theirs, policies.UniformRandomPolicy(theirs))
    for _ in range(4):
        solver.evaluate_and_update_policy()
    after = exploitability.nash_conv(theirs, solver.average_policy())
    assert after < 0.75 * before, (before, after)


def dealt(game: pyspiel.Game, seed: int) -> pyspiel.State:
    chance, state = np.random.default_rng(seed), game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(int(chance.choice([action for action, _ in state.chance_outcomes()])))
    return state


@pytest.mark.parametrize("game", GAMES)
def test_is_mcts_by_resampling(game: str) -> None:
    theirs = load(game, players=sanguis.game(game).min_players)
    state = dealt(theirs, 1)
    while len(state.legal_actions()) < 2:
        state.apply_action(state.legal_actions()[0])
    bot = ismcts.ISMCTSBot(
        theirs, _Shallow(), uct_c=1.0, max_simulations=12, random_state=np.random.RandomState(1)
    )
    assert bot.step(state) in state.legal_actions()


class _Shallow:
    """Evaluates every state to zero: random rollouts would take too long here."""

    def evaluate(self, state: pyspiel.State) -> np.ndarray:
        return np.zeros(state.num_players())

    def prior(self, state: pyspiel.State) -> list[tuple[int, float]]:
        legal = state.chance_outcomes() if state.is_chance_node() else state.legal_actions()
        return list(legal) if state.is_chance_node() else [(action, 1 / len(legal)) for action in legal]


def test_mcts() -> None:
    theirs = load("bloodlust", players=2)
    bot = mcts.MCTSBot(theirs, 1.0, 20, mcts.RandomRolloutEvaluator(1, np.random.RandomState(1)))
    state = dealt(theirs, 2)
    assert bot.step(state) in state.legal_actions()


def test_resampled_states_look_the_same_and_differ_in_what_is_hidden() -> None:
    state = dealt(load("kings-blood", players=2), 1)
    player = state.current_player()
    worlds = [state.resample_from_infostate(player, pyspiel.UniformProbabilitySampler(0.0, 1.0)) for _ in range(8)]
    assert {world.information_state_string(player) for world in worlds} == {state.information_state_string(player)}
    assert len({world.information_state_string(1 - player) for world in worlds}) > 1


def test_copies_are_independent() -> None:
    state = dealt(load("bloodlust", players=2), 1)
    twin, other = state.clone(), copy.deepcopy(state.tree)
    twin.apply_action(twin.legal_actions()[0])
    assert twin.information_state_string(0) != state.information_state_string(0)
    assert other.information_state(0) == state.tree.information_state(0)


def test_options_reach_the_table() -> None:
    game = pyspiel.load_game("sanguis_bloodlust", {"players": 3, "options": '{"rounds": 2}'})
    assert game.table.options["rounds"] == 2 and game.num_players() == 3


def seeded(game: str, seed: int) -> pyspiel.Game:
    return load(game, players=sanguis.game(game).min_players, seed=seed)


@pytest.mark.parametrize("game", GAMES)
def test_a_game_with_a_seed_is_the_match_of_that_seed(game: str) -> None:
    theirs = seeded(game, 5)
    ours = sanguis.Match(game, theirs.num_players(), seed=5)
    state, chance = theirs.new_initial_state(), np.random.default_rng(1)
    for _ in range(60):
        if state.is_terminal():
            break
        seat = state.current_player()
        assert seat == ours.seat and state.legal_actions() == sorted(ours.legal())
        twin = state.clone()
        action = int(chance.choice(state.legal_actions()))
        before = state.information_state_string(seat)
        state.apply_action(action)
        ours.step(action)
        assert twin.information_state_string(seat) == before
        twin.apply_action(action)
        assert twin.information_state_string(seat) == state.information_state_string(seat)
    assert theirs.new_initial_state().match.version == 0 < state.match.version


def test_our_players_are_bots_of_open_spiel() -> None:
    from sanguis.open_spiel import PlayerBot

    state = seeded("bloodlust", 3).new_initial_state()
    bots = [PlayerBot(sanguis.baselines.load("bloodlust"), 0), PlayerBot("greedy", 1, seed=5)]
    returns = pyspiel.evaluate_bots(state, bots, 1)
    # `play` gives seat 1 this seed too.
    ours = sanguis.play("bloodlust", [sanguis.baselines.load("bloodlust"), "greedy"], seed=3)
    assert returns == ours.rewards and state.match.version == ours.version
    with pytest.raises(sanguis.Refusal, match="seed"):
        bots[1].step(dealt(load("bloodlust", players=2), 1))
    with pytest.raises(sanguis.Refusal, match="resampled"):
        seeded("bloodlust", 3).new_initial_state().resample_from_infostate(0, lambda: 0.5)
