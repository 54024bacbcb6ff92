# SPDX-License-Identifier: MIT OR Apache-2.0
"""The plain batch: arrays, ends, copies, errors."""

import numpy as np
import pytest
from katachi_env import Batch, Game

RESULTS = ["observation", "legal_action_mask", "rewards", "terminated", "current_player"]


def states(batch):
    return {name: getattr(batch, name).copy() for name in RESULTS}


def assert_same(one, other):
    for name in RESULTS:
        np.testing.assert_array_equal(one[name], other[name], err_msg=name)


def play(batch, steps, seed=0):
    for step in range(steps):
        batch.step(batch.random_actions(seed + step))


def test_shapes_and_types():
    batch = Batch(3, 9, history=4)
    assert batch.observation.shape == (3, 9, 9, 9) == (3, *batch.observation_shape)
    assert batch.legal_action_mask.shape == (3, 82) == (3, batch.num_actions)
    assert (batch.rewards.shape, batch.rewards.dtype) == ((3, 2), np.float32)
    assert (batch.terminated.shape, batch.terminated.dtype) == ((3,), bool)
    assert (batch.current_player.shape, batch.current_player.dtype) == ((3,), np.int8)
    assert (len(batch), batch.games, batch.size, batch.komi, batch.max_steps) == (3, 3, 9, 7.5, 162)
    assert all(getattr(batch, name).ctypes.data % 64 == 0 for name in RESULTS), "JAX needs this"


@pytest.mark.parametrize("kind", [np.int8, np.uint8, np.int32, np.int64, np.uint64, list])
def test_actions_of_any_integers(kind):
    batch = Batch(2, 5)
    actions = [12, 25]
    batch.step(actions if kind is list else np.array(actions, kind))
    assert [batch.actions(0), batch.actions(1)] == [[12], [25]]


def test_nothing_depends_on_threads_and_the_seed_decides():
    one, many = Batch(70, 7, seed=5), Batch(70, 7, seed=5, threads=2)
    assert (one.current_player != Batch(70, 7, seed=6).current_player).any()
    for step in range(40):
        actions = one.random_actions(step)
        one.step(actions)
        many.step(actions)
        assert_same(states(one), states(many))


def test_arrays_of_the_caller_are_written():
    batch = Batch(4, 5)
    own = Batch(4, 5)
    buffer = np.ones((3, 4, 5, 5, 17), bool)
    mask = np.zeros((4, 26), bool)
    batch.legal_action_mask = mask
    for step in range(3):
        batch.observation = buffer[step]
        actions = own.random_actions(step)
        batch.step(actions)
        own.step(actions)
        np.testing.assert_array_equal(buffer[step], own.observation)
        np.testing.assert_array_equal(mask, own.legal_action_mask)


@pytest.mark.parametrize(
    ("array", "error", "message"),
    [
        (np.zeros((2, 2)), TypeError, "found float64"),
        (np.zeros((2, 3), np.float32), ValueError, r"found shape \(2, 3\)"),
        (np.zeros((2, 2), np.float32).T[::-1], ValueError, "in another order"),
        (np.broadcast_to(np.float32(0), (2, 2)), ValueError, "read-only"),
        ([[0, 0], [0, 0]], TypeError, "found list"),
    ],
)
def test_arrays_that_cannot_be_written_are_refused(array, error, message):
    with pytest.raises(error, match=message):
        Batch(2, 5).rewards = array


def test_an_array_that_became_read_only_is_an_error():
    batch = Batch(1, 5)
    batch.observation.flags.writeable = False
    with pytest.raises(ValueError, match="observation is read-only"):
        batch.step([0])


def test_autoreset_tells_of_the_old_game_and_shows_the_new_one():
    batch = Batch(2, 5, autoreset=True)
    batch.step([25, 3])
    batch.step([25, 25])
    assert batch.terminated.tolist() == [True, False]
    assert sorted(batch.rewards[0]) == [-1, 1]
    assert not batch.observation[0, :, :, :16].any() and batch.legal_action_mask[0].all()
    assert batch.steps(0) == 0 and batch.actions(0, finished=True) == [25, 25]
    assert ";B[];W[]" in batch.sgf(0, finished=True)
    assert batch.game(0, finished=True).is_over
    batch.step([0, 0])
    assert batch.terminated.tolist() == [False, False] and not batch.rewards.any()


def test_without_autoreset_a_finished_game_waits():
    batch = Batch(2, 5, seed=1)
    batch.step([25, 3])
    batch.step([25, 25])
    before = batch.observation.copy()
    batch.step([0, 0])
    assert batch.terminated.tolist() == [True, False] and not batch.rewards.any()
    np.testing.assert_array_equal(before[0], batch.observation[0])
    assert batch.reset_finished().tolist() == [True, False]
    assert (batch.steps(0), batch.steps(1)) == (0, 3)


def test_reset_with_a_seed_is_a_new_batch():
    batch = Batch(20, 5, seed=1)
    play(batch, 30)
    batch.reset(2)
    assert_same(states(batch), states(Batch(20, 5, seed=2)))
    batch.reset(black=1)
    assert (batch.current_player == 1).all()
    batch.reset(black=np.arange(20) % 2)
    assert batch.current_player.tolist() == [0, 1] * 10
    where = np.arange(20) == 3
    batch.step(np.zeros(20, int))
    batch.reset(where=where)
    assert [batch.steps(game) for game in range(5)] == [1, 1, 1, 0, 1]


def test_steps_of_some_games():
    batch = Batch(3, 5)
    before = batch.observation.copy()
    batch.step([1, 2, 3], where=[True, False, True])
    assert [batch.steps(game) for game in range(3)] == [1, 0, 1]
    np.testing.assert_array_equal(before[1], batch.observation[1])


def test_a_clone_goes_its_own_way_and_is_restored():
    batch = Batch(5, 5, seed=3)
    play(batch, 9)
    saved, at = batch.clone(), states(batch)
    play(batch, 9, seed=50)
    after = states(batch)
    assert_same(states(saved), at)
    batch.restore(saved)
    assert_same(states(batch), at)
    play(batch, 9, seed=50)
    assert_same(states(batch), after)
    batch.restore(batch)
    assert_same(states(batch), after)
    with pytest.raises(ValueError, match="other games"):
        batch.restore(Batch(5, 6))


def test_an_episode_is_a_game_for_the_engine():
    batch = Batch(1, 5)
    for action in (12, 7, 25):
        batch.step([action])
    game = batch.game()
    assert game.moves == [("black", "C3"), ("white", "C4"), ("black", "pass")]
    again = Game.from_sgf(batch.sgf())
    assert (again.moves, again.rules) == (game.moves, game.rules)
    batch.step([12])
    with pytest.raises(ValueError, match="action 4, White C3, has lost the game .* occupied"):
        batch.game()
    assert "RE[B+F]" in batch.sgf()


def test_engine_actions_are_legal_and_repeat():
    batch = Batch(3, 5)
    where = np.array([True, False, True])
    one = batch.engine_actions(visits=30, seed=4, where=where, threads=2)
    assert one.tolist() == batch.engine_actions(visits=30, seed=4, where=where).tolist()
    assert one[1] == 25 and one.dtype == np.int32
    batch.step(one)
    assert not batch.terminated.any()


def test_katachi_captures_dead_stones_before_it_passes():
    batch = Batch(1, 5, komi=0.5)
    # Black has all of the board but two stones, which nobody removes after passes.
    moves = ["C5", "A5", "C4", "A1", "C3", "pass", "C2", "pass", "C1", "pass", "B3", "pass", "D3", "pass"]
    for move in moves:
        batch.step([batch.game().action(move)])
    for _ in range(40):
        action = int(batch.engine_actions(visits=200)[0]) if len(batch.actions()) % 2 == 0 else 25
        batch.step([action])
        if batch.terminated[0]:
            break
    assert batch.terminated[0] and "O" not in batch.board(), batch.board()


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda batch: batch.step([0]), ValueError, "actions has length 1, expected 2"),
        (lambda batch: batch.step([0, 26]), ValueError, "action 26 of game 1 does not exist"),
        (lambda batch: batch.step([-1, 0]), ValueError, "action -1 of game 0 does not exist"),
        (lambda batch: batch.step([0.5, 1]), ValueError, "expected integers"),
        (lambda batch: batch.step(3), ValueError, "expected integers in one dimension"),
        (lambda batch: batch.step([0, 0], where=[1, 0]), ValueError, "expected booleans"),
        (lambda batch: batch.reset(1, where=[True, False]), ValueError, "a seed restarts all"),
        (lambda batch: batch.reset(black=2), ValueError, "player 2 does not exist"),
        (lambda batch: batch.reset(-1), ValueError, "expected 0 or more"),
        (lambda batch: batch.board(2), IndexError, "game 2 does not exist, there are 2"),
        (lambda batch: batch.observe(2), ValueError, "player 2 does not exist"),
        (lambda batch: batch.sgf(0, finished=True), ValueError, "no finished episode"),
        (lambda batch: batch.engine_actions(11), ValueError, "level 11"),
        (lambda batch: batch.engine_actions(threads=0), ValueError, "0 threads"),
        (lambda batch: Batch(2, 5, threads=2**40), ValueError, "threads: expected 0 to 1024"),
        (lambda batch: Batch(0), ValueError, "0 games"),
        (lambda batch: Batch(2, 26), ValueError, "26 lines"),
        (lambda batch: Batch(2, komi=np.nan), ValueError, "komi"),
        (lambda batch: Batch(2, history=33), ValueError, "33 boards"),
        (lambda batch: Batch(2, max_steps=0), ValueError, "0 steps"),
        (lambda batch: Batch(1 << 20, 19), ValueError, "use fewer games"),
        (lambda batch: Batch("many"), TypeError, "expected a whole number"),
    ],
)
def test_what_cannot_be_used_is_an_error_and_changes_nothing(call, error, message):
    batch = Batch(2, 5)
    before = states(batch)
    with pytest.raises(error, match=message):
        call(batch)
    assert_same(states(batch), before)
    assert batch.steps(0) == 0


def test_arrays_outlive_their_batch():
    observation = Batch(1000, 9).observation
    observation[:] = True
    assert observation.all()
