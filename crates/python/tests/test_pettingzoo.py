"""PettingZoo's own tests, and what they do not cover."""

from __future__ import annotations

import copy
import pickle
import sys

import numpy as np
import pytest
import sanguis
from conftest import GAMES, TABLES
from pettingzoo.test import api_test, parallel_api_test, seed_test
from pettingzoo.test.seed_test import check_environment_deterministic
from sanguis import render


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_api(game: str, players: int) -> None:
    api_test(sanguis.env(game, players=players), num_cycles=60)


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_seeds(game: str, players: int) -> None:
    seed_test(lambda: sanguis.env(game, players=players), num_cycles=15)


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_parallel_api(game: str, players: int) -> None:
    parallel_api_test(sanguis.parallel_env(game, players=players), num_cycles=120)


def test_seeds_of_a_parallel_environment() -> None:
    def whole_game(seed: int) -> list[object]:
        table, seen = sanguis.parallel_env("bloodlust", players=3), []
        observations, _ = table.reset(seed=seed)
        chance = np.random.default_rng(5)
        while table.agents:
            actions = {}
            for agent in table.agents:
                actions[agent] = int(chance.choice(np.flatnonzero(observations[agent]["action_mask"])))
            observations, rewards, *_ = table.step(actions)
            seen.append((actions, rewards))
        return seen

    assert whole_game(3) == whole_game(3)
    assert whole_game(3) != whole_game(4)


def random_game(table: sanguis.AECGame, seed: int, limit: int = 100_000) -> dict[str, float]:
    """Plays a game at random; offers to interrupt are let pass."""
    table.reset(seed=seed)
    chance = np.random.default_rng(seed)
    rewards = {}
    for agent in table.agent_iter(limit):
        observation, reward, terminated, truncated, _ = table.last()
        if terminated or truncated:
            rewards[agent] = reward
            table.step(None)
            continue
        legal = np.flatnonzero(observation["action_mask"])
        table.step(legal[-1] if observation["action_mask"][-1] else chance.choice(legal))
    return rewards


@pytest.mark.parametrize("game", GAMES)
def test_rewards_follow_placings(game: str) -> None:
    table = sanguis.env(game)
    rewards = random_game(table, 2)
    outcome = table.match.outcome
    assert outcome is not None and len(rewards) == len(outcome.placings)
    assert sum(rewards.values()) == pytest.approx(0, abs=1e-5)
    by_place = sorted(zip(outcome.placings, rewards.values()))
    assert [reward for _, reward in by_place] == sorted(rewards.values(), reverse=True)


@pytest.mark.parametrize("game", GAMES)
def test_copies_go_their_own_way(game: str) -> None:
    table = sanguis.env(game)
    table.reset(seed=7)
    for _ in range(12):
        legal = np.flatnonzero(table.observe(table.agent_selection)["action_mask"])
        table.step(legal[0] if table.match.waited_on else legal[-1])
    for twin in (copy.deepcopy(table), pickle.loads(pickle.dumps(table))):
        assert twin.agent_selection == table.agent_selection
        assert twin.match.digest == table.match.digest
        agent = table.agent_selection
        assert np.array_equal(twin.observe(agent)["observation"], table.observe(agent)["observation"])
        before = table.match.digest
        while twin.match.digest == before:
            twin.step(np.flatnonzero(twin.observe(twin.agent_selection)["action_mask"])[0])
        assert table.match.digest == before
    parallel = sanguis.parallel_env(game)
    parallel.reset(seed=1)
    assert pickle.loads(pickle.dumps(parallel)).match.digest == parallel.match.digest


def test_simultaneous_choices_stay_sealed() -> None:
    """In BloodLust all decide at once: what one has chosen changes nothing for those who are asked after it."""
    seen = []
    for choice in (0, 1):
        table = sanguis.env("bloodlust", players=4, vampires=["Drago", "Jake", "Luther", "Vesper"])
        table.reset(seed=1)
        while len(table.match._env.waiting) < 4:
            table.step(np.flatnonzero(table.observe(table.agent_selection)["action_mask"])[0])
        table.step(choice)
        seen.append(table.observe("seat_2")["observation"])
    assert np.array_equal(*seen)


def test_interrupts_are_offered_with_a_pass() -> None:
    table = sanguis.env("bloodwood", players=5)
    table.reset(seed=1)
    offered = []
    while not table.match.waited_on:
        agent = table.agent_selection
        assert table.observe(agent)["action_mask"][-1] == 1
        assert table.choices(agent)[-1].label == "Let the moment pass"
        offered.append(agent)
        table.step(table.match.pass_code)
    assert len(set(offered)) == len(offered) == 4, "everybody but the seat at turn is asked once"
    assert table.agent_selection not in offered
    with pytest.raises(sanguis.Refusal, match="cannot let the moment pass"):
        table.step(table.match.pass_code)


def test_an_interrupt_in_a_parallel_step_comes_first() -> None:
    table = sanguis.parallel_env("bloodwood", players=5)
    observations, _ = table.reset(seed=1)
    env = table.match._env
    (turn,) = env.waiting
    bold = env.interrupts[0]
    actions = {agent: table.match.pass_code for agent in table.agents}
    actions[f"seat_{turn + 1}"] = env.legal(turn)[0]
    actions[f"seat_{bold + 1}"] = next(code for code in env.legal(bold) if code != table.match.pass_code)
    table.step(actions)
    assert table.match.version == 1
    assert table.match._env.waiting == [bold]


def test_what_others_hold_is_not_in_the_array() -> None:
    """The law of twin worlds, from Python: in states that look the same to a seat, it gets the same arrays."""
    for game, players in TABLES:
        match = sanguis.Match(game, players, seed=3)
        chance = np.random.default_rng(1)
        for step in range(60):
            if match.over:
                break
            if step % 6 == 0:
                for seat in range(players):
                    observation, array, codes = match.twin(seat, seed=step)
                    assert observation == match.observation(seat)
                    assert np.array_equal(array, match.array(seat))
                    assert codes == match.legal(seat)
            match.step(match.pass_code if not match.waited_on else chance.choice(match.legal()))


def test_rendering_and_texts() -> None:
    table = sanguis.env("kings-blood", players=3, render_mode="svg", texts=True)
    table.reset(seed=1)
    picture = table.render()
    assert picture is not None and picture.startswith("<svg") and "King" in picture
    info = table.infos[table.agent_selection]
    assert "seat" in info["text"] and len(info["choices"]) == table.observe(table.agent_selection)["action_mask"].sum()
    plain = sanguis.env("bloodstones", players=2, render_mode="ansi")
    plain.reset(seed=1)
    assert len(str(plain.render()).splitlines()) > 3
    with pytest.raises(sanguis.Refusal, match="ansi, rgb_array, svg"):
        sanguis.env("bloodlust", render_mode="hologram")


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_pictures_in_pixels(game: str, players: int) -> None:
    table = sanguis.env(game, players=players, render_mode="rgb_array")
    table.reset(seed=1)
    first = table.render()
    for _ in range(30):
        observation, _, terminated, _, _ = table.last()
        if terminated:
            break
        table.step(np.flatnonzero(observation["action_mask"])[-1])
    later = table.render()
    for frame in (first, later):
        assert isinstance(frame, np.ndarray) and frame.dtype == np.uint8
        inked = (frame != frame[0, 0]).any(axis=2)
        assert 0.001 < inked.mean() < 0.3, "words on a dark ground"
    assert first.shape == later.shape, "a film has frames of one size"  # type: ignore[union-attr]
    assert not np.array_equal(first, later)


def test_pixels_show_the_words_in_their_colours() -> None:
    assert render.spans("a \x1b[31mred\x1b[0m rose") == [("a ", "#efe6da"), ("red", "#e0564f"), (" rose", "#efe6da")]
    shown = [render.pixels(text, width=4, height=1, scale=1) for text in ("I", "\x1b[31mI\x1b[0m", "l", "\u2620", "Iabcd")]
    plain, red, other, unknown, long = shown
    ink = (plain != plain[0, 0]).any(axis=2)
    assert ink.any() and np.array_equal(ink, (red != red[0, 0]).any(axis=2))
    assert set(map(tuple, red[ink])) == {(0xE0, 0x56, 0x4F)}
    assert not np.array_equal(plain, other)
    assert (unknown != unknown[0, 0]).any(), "a character that is not in the font is drawn all the same"
    assert long.shape == plain.shape, "long lines are cut off"
    double = render.pixels("I", width=4, height=1, scale=2)
    assert np.array_equal(double[::2, ::2], plain)


def test_every_character_of_the_tables_is_in_the_font() -> None:
    for game, players in TABLES:
        match = sanguis.play(game, ["random"] * players, seed=2)
        record = sanguis.Record.of(match)
        for count in range(0, len(record), max(1, len(record) // 6)):
            for letter in set(record.at(count).text(sanguis.OPEN_TABLE)) - {"\n", "?"}:
                assert render._latin(letter) != "?", letter


def test_pixels_without_pillow_say_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "PIL", None)
    with pytest.raises(ImportError, match=r"pip install \"sanguis\[render\]\""):
        sanguis.env("bloodlust", render_mode="rgb_array")
    assert "<svg" in str(sanguis.env("bloodlust", render_mode="svg").render()), "the other modes need no Pillow"


def test_environments_of_the_same_seed_are_alike_for_whole_games() -> None:
    check_environment_deterministic(sanguis.env("blood-bound"), sanguis.env("blood-bound"), 100)
