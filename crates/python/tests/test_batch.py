"""Batches."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest
import sanguis
from conftest import GAMES, TABLES


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_shapes_and_whole_games(game: str, players: int) -> None:
    batch = sanguis.Batch(game, players, games=64, threads=2, seed=1)
    parts = sanguis.layout(game, players)
    assert batch.observation.shape == (64, parts[-1].start + parts[-1].len)
    assert batch.mask.shape == (64, sanguis.game(game).codes + 1)
    arrays = (batch.observation, batch.mask, batch.seat, batch.reward, batch.terminated)
    ended = 0
    for _ in range(600):
        batch.step(batch.sample())
        assert batch.mask.any(axis=1).all()
        assert (batch.seat < players).all() and (batch.seat >= 0).all()
        paid = np.abs(batch.reward).sum(axis=1) > 0
        assert not (paid & ~batch.terminated).any()
        ended += int(batch.terminated.sum())
        own = next(part for part in parts if part.name == "own seat")
        assert (batch.observation[:, own.slice].argmax(axis=1) == batch.seat).all()
    assert ended > 0 or game == "bloodstones"
    kept = (batch.observation, batch.mask, batch.seat, batch.reward, batch.terminated)
    assert all(before is after for before, after in zip(arrays, kept)), "arrays are written in place"


@pytest.mark.parametrize("game", GAMES)
def test_a_batch_can_be_copied_and_pickled(game: str) -> None:
    batch = sanguis.Batch(game, games=20, threads=1, seed=4)
    for _ in range(70):
        batch.step(batch.sample())
    copies = [copy.deepcopy(batch), pickle.loads(pickle.dumps(batch))]
    for twin in copies:
        for name in ("observation", "mask", "seat", "reward", "terminated"):
            assert np.array_equal(getattr(twin, name), getattr(batch, name)), name
    for _ in range(40):
        actions = batch.sample().copy()
        batch.step(actions)
        for twin in copies:
            assert np.array_equal(twin.sample(), actions)
            twin.step(actions)
            assert np.array_equal(twin.observation, batch.observation)
            assert np.array_equal(twin.reward, batch.reward)


def test_a_wrong_action_changes_nothing() -> None:
    batch = sanguis.Batch("bloodlust", games=4, seed=1)
    before = batch.observation.copy()
    actions = batch.sample().copy()
    actions[2] = int(np.flatnonzero(batch.mask[2] == 0)[0])
    with pytest.raises(sanguis.Refusal, match="mask of game 2"):
        batch.step(actions)
    with pytest.raises(sanguis.Refusal, match="4 actions"):
        batch.step(actions[:3])
    # The arrays are the caller's: what is written there does not count.
    batch._batch.masks[2, actions[2]] = 1
    with pytest.raises(sanguis.Refusal, match="mask of game 2"):
        batch.step(actions)
    assert np.array_equal(before, batch.observation)


def test_arrays_that_are_updated_in_place_are_read_only() -> None:
    batch = sanguis.Batch("bloodlust", games=4, seed=1)
    for array in (batch.observation, batch.mask):
        with pytest.raises(ValueError, match="read-only"):
            array[2, 0] = 1


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_updated_rows_equal_freshly_written_ones(game: str, players: int) -> None:
    batch = sanguis.Batch(game, players, games=16, threads=1, seed=3)
    for step in range(300):
        batch.step(batch.sample())
        if step % 60 == 59:
            fresh = copy.deepcopy(batch)
            assert np.array_equal(fresh.observation, batch.observation)
            assert np.array_equal(fresh.mask, batch.mask)


def test_what_a_batch_cannot_be() -> None:
    with pytest.raises(sanguis.Refusal, match="from 1 to"):
        sanguis.Batch("bloodlust", games=0)
    with pytest.raises(sanguis.Refusal, match="2 to 10 players"):
        sanguis.Batch("bloodlust", players=11)
    with pytest.raises(ValueError, match="there are: blood-bound"):
        sanguis.Batch("chess")


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_instinct_weighs_what_is_legal(game: str, players: int) -> None:
    one, many = (sanguis.Batch(game, players, games=70, threads=threads, seed=3) for threads in (1, 2))
    for _ in range(40):
        weights = one.instinct()
        assert ((weights > 0) <= (one.mask == 1)).all() and (weights >= 0).all()
        assert (weights.max(axis=1) > 0).all()
        assert (weights == many.instinct()).all()
        for batch in (one, many):
            batch.step(weights.argmax(axis=1))


def test_teams_share_their_reward() -> None:
    batch = sanguis.Batch("blood-bound", 8, games=64, seed=1)
    for _ in range(300):
        teams = batch.teams()
        assert all(len(set(row)) == 2 for row in teams)
        batch.step(batch.instinct().argmax(axis=1))
        for game in np.flatnonzero(batch.terminated):
            paid = {(team, reward) for team, reward in zip(teams[game].tolist(), batch.reward[game].tolist())}
            assert len(paid) == 2
    assert (sanguis.Batch("bloodlust", 3, games=2).teams() == np.arange(3)).all()


def test_a_search_tries_what_may_be_chosen_and_repeats_itself() -> None:
    one, many = (sanguis.Batch("bloodlust", 2, games=6, threads=threads, seed=4) for threads in (1, 3))
    for _ in range(12):
        visits = one.search(40, seed=9)
        assert (visits == many.search(40, seed=9)).all()
        assert (visits[one.mask == 0] == 0).all()
        assert set(visits.sum(axis=1)) <= {1.0, 40.0}
        for batch in (one, many):
            batch.step(visits.argmax(axis=1))
    with pytest.raises(sanguis.Refusal):
        one._batch.search(4, 0, np.zeros((2, 2), dtype=np.float32))
