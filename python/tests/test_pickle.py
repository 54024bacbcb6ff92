# SPDX-License-Identifier: MIT OR Apache-2.0
"""Copies, and what comes back from pickle, go on exactly as the original."""

import copy
import pickle
import subprocess
import sys

import numpy as np
import pytest
from katachi_env import Batch, Game, KatachiOpponent, RandomOpponent, choose

RESULTS = ["observation", "legal_action_mask", "rewards", "terminated", "current_player"]
WAYS = [
    *(lambda it, to=to: pickle.loads(pickle.dumps(it, to)) for to in range(2, 6)),
    copy.deepcopy,
]
NAMES = [*(f"pickle {number}" for number in range(2, 6)), "deepcopy"]
each_way = pytest.mark.parametrize("again", WAYS, ids=NAMES)


def assert_same(one, other):
    """Everything that a batch tells of its games."""
    for name in RESULTS:
        ours, theirs = getattr(one, name), getattr(other, name)
        np.testing.assert_array_equal(ours, theirs, name)
        assert not np.shares_memory(ours, theirs)
    for name in ["size", "komi", "max_steps", "autoreset", "observation_shape"]:
        assert getattr(one, name) == getattr(other, name)
    for game in range(len(one)):
        for finished in [False, True]:
            try:
                record = one.sgf(game, finished=finished)
            except ValueError:
                with pytest.raises(ValueError, match="no finished episode"):
                    other.sgf(game, finished=True)
                continue
            assert record == other.sgf(game, finished=finished)
        assert one.steps(game) == other.steps(game)
        assert one.black_player(game) == other.black_player(game)
        assert one.board(game) == other.board(game)
        for player in [0, 1]:
            np.testing.assert_array_equal(one.observe(player, game), other.observe(player, game))


@each_way
@pytest.mark.parametrize("autoreset", [False, True])
@pytest.mark.parametrize("steps", [0, 7, 60])
def test_a_batch_goes_on_as_it_would_have(again, autoreset, steps):
    batch = Batch(
        6, 5, komi=1.5, max_steps=40, history=3, seed=11, threads=2, autoreset=autoreset
    )
    for step in range(steps):
        batch.step(batch.random_actions(step), where=[True] * 5 + [step % 2 == 0])
    other = again(batch)
    assert_same(batch, other)
    for step in range(steps, steps + 90):
        actions = batch.random_actions(step)
        np.testing.assert_array_equal(actions, other.random_actions(step))
        for each in [batch, other]:
            each.step(actions)
        assert_same(batch, other)
        if step % 20 == 0:
            for each in [batch, other]:
                each.reset_finished()
            assert_same(batch, other)
    # The draws go on, too.
    batch.reset()
    other.reset()
    assert_same(batch, other)


@each_way
def test_every_step_of_the_end_of_a_game_comes_back(again):
    batch = Batch(1, 5, komi=0.5)
    for action in [12, 25, 25, 0, 0]:
        batch.step([action])
        other = again(batch)
        assert_same(batch, other)
        batch_, other_ = copy.deepcopy(batch), again(other)
        batch_.step([3])
        other_.step([3])
        assert_same(batch_, other_)
    lost = Batch(1, 5)
    for action in [12, 12]:
        lost.step([action])
    assert lost.terminated[0]
    assert_same(lost, again(lost))


@each_way
def test_the_recorded_episodes_come_back_at_every_step(again, episodes):
    episode = next(each for each in episodes if each["size"] == 9)
    batch = Batch(1, 9)
    batch.reset(black=0)
    for action in episode["actions"][:80]:
        batch.step([action])
        assert_same(batch, again(batch))


@each_way
def test_a_game_comes_back_with_its_rules_and_its_first_position(again):
    games = [
        Game(),
        Game("7x5", komi=3.5, rules="japanese"),
        Game(9, rules="aga"),
        Game.from_diagram(". O X\nX . X\n. X X", to_move="white", komi=-2.5),
        Game.from_sgf("(;SZ[9]PB[Ann]PW[Bob]HA[2]AB[cc][gg];W[ee];B[ec];W[];B[])"),
        # Stones that are set up in the middle leave prisoners and a ko behind.
        Game.from_sgf("(;SZ[5]RU[Japanese];B[ba];W[ca];B[ab];W[db];B[bc];W[cc];B[];W[bb];B[cb];AB[ee])"),
    ]
    batch = Batch(1, 5, komi=7.25)
    for step in range(10):
        batch.step(batch.random_actions(step))
    games.append(batch.game())
    for game in games:
        for _ in range(4):
            legal = game.legal_moves()
            other = again(game)
            for name in ["width", "height", "komi", "rules", "to_move", "moves", "is_over", "captured"]:
                assert getattr(game, name) == getattr(other, name), name
            assert other.result == game.result and other.legal_moves() == legal
            assert other.sgf() == game.sgf() and str(other) == str(game)
            np.testing.assert_array_equal(game.array(), other.array())
            game.play(legal[len(legal) // 2])
            other.play(legal[len(legal) // 2])
            assert other.sgf() == game.sgf()
            if game.is_over:
                break
        while game.moves:
            assert game.undo() == other.undo()
            np.testing.assert_array_equal(game.array(), other.array())


@each_way
def test_the_engine_plays_the_same_in_a_copy(again):
    game = Game(9)
    for move in ["E5", "C3", "G3", "C7"]:
        game.play(move)
    one, other = (choose(each, visits=60, seed=3) for each in [game, again(game)])
    assert (one.move, one.win_rate, one.candidates) == (other.move, other.win_rate, other.candidates)
    batch = Batch(2, 5)
    batch.step([12, 6])
    np.testing.assert_array_equal(
        batch.engine_actions(level=1, seed=2), again(batch).engine_actions(level=1, seed=2)
    )


@pytest.mark.parametrize("opponent", [RandomOpponent(4), KatachiOpponent(1, visits=5, seed=4)])
@each_way
def test_opponents_come_back(again, opponent):
    batch, where = Batch(3, 5), np.ones(3, bool)
    opponent.actions(batch, where)
    other = again(opponent)
    for _ in range(3):
        np.testing.assert_array_equal(opponent.actions(batch, where), other.actions(batch, where))


def play(env, steps, seed):
    """Steps of a vector environment with random legal actions."""
    generator = np.random.default_rng(seed)
    mask = env.batch.legal_action_mask
    results = []
    for _ in range(steps):
        actions = (generator.random(mask.shape) * mask).argmax(axis=1)
        *arrays, infos = env.step(actions)
        mask = infos["action_mask"]
        results.append([*arrays, mask, infos["current_player"], sorted(infos)])
    return results


@each_way
@pytest.mark.parametrize("mode", ["NextStep", "SameStep", "Disabled"])
@pytest.mark.parametrize("opponent", [None, "random"])
def test_the_vector_environment_goes_on_as_it_would_have(again, mode, opponent):
    pytest.importorskip("gymnasium", reason="needs Gymnasium: pip install gymnasium")
    from katachi_env import GoVectorEnv

    env = GoVectorEnv(4, 5, opponent=opponent, autoreset_mode=mode, max_steps=30)
    env.reset(seed=8)
    for steps in [0, 9, 45]:
        play(env, steps, steps)
        other = again(env)
        assert_same(env.batch, other.batch)
        for ours, theirs in zip(play(env, 50, 1), play(other, 50, 1)):
            for one, two in zip(ours, theirs):
                np.testing.assert_array_equal(one, two)
        # Without a seed the generator goes on.
        np.testing.assert_array_equal(env.reset()[0], other.reset()[0])
        assert env.np_random.integers(1000) == other.np_random.integers(1000)


@each_way
def test_one_game_of_gymnasium_goes_on_as_it_would_have(again):
    gymnasium = pytest.importorskip("gymnasium", reason="needs Gymnasium: pip install gymnasium")
    env = gymnasium.make("katachi/Go-5x5-v0")
    _, info = env.reset(seed=3)
    for step in range(40):
        other = again(env)
        legal = np.flatnonzero(info["action_mask"])
        action = int(legal[step % len(legal)])
        (*ours, info), (*theirs, other_info) = env.step(action), other.step(action)
        for one, two in zip(ours, theirs):
            np.testing.assert_array_equal(one, two)
        np.testing.assert_array_equal(info["action_mask"], other_info["action_mask"])
        if ours[2]:
            _, info = env.reset()
            np.testing.assert_array_equal(info["action_mask"], other.reset()[1]["action_mask"])


@each_way
def test_the_environment_of_pettingzoo_goes_on_as_it_would_have(again):
    pytest.importorskip("pettingzoo", reason="needs PettingZoo: pip install pettingzoo")
    from katachi_env import go_v0

    env = go_v0.env(board_size=5, max_steps=20)
    env.reset(seed=1)
    for step in range(25):
        other = again(env)
        assert env.agent_selection == other.agent_selection
        ours, theirs = env.last(), other.last()
        np.testing.assert_equal(ours[0], theirs[0])
        assert ours[1:] == theirs[1:]
        if ours[2]:
            break
        legal = np.flatnonzero(ours[0]["action_mask"])
        action = int(legal[step % len(legal)])
        env.step(action)
        other.step(action)
        np.testing.assert_equal(env.last()[0], other.last()[0])
        assert (env.rewards, env.terminations) == (other.rewards, other.terminations)
    assert step == 20, "the game has ended"


def test_another_process_goes_on_as_this_one_would_have(tmp_path):
    batch = Batch(3, 5, seed=2, autoreset=True)
    for step in range(30):
        batch.step(batch.random_actions(step))
    (tmp_path / "batch").write_bytes(pickle.dumps(batch))
    code = """
import pathlib, pickle, sys
folder = pathlib.Path(sys.argv[1])
batch = pickle.loads((folder / "batch").read_bytes())
for step in range(30, 60):
    batch.step(batch.random_actions(step))
(folder / "later").write_bytes(pickle.dumps(batch))
"""
    subprocess.run([sys.executable, "-c", code, str(tmp_path)], check=True)
    for step in range(30, 60):
        batch.step(batch.random_actions(step))
    assert_same(batch, pickle.loads((tmp_path / "later").read_bytes()))


def test_values_that_were_written_into_the_arrays_come_back():
    batch = Batch(2, 5, autoreset=True)
    for _ in range(2):
        batch.step([25, 25])
    assert batch.terminated.all() and batch.rewards.any(), "these are of the games that ended"
    for other in [copy.copy(batch), copy.deepcopy(batch), pickle.loads(pickle.dumps(batch))]:
        assert other.terminated.all()
        np.testing.assert_array_equal(batch.rewards, other.rewards)
    batch.terminated.fill(False)
    assert not copy.deepcopy(batch).terminated.any()


def test_a_state_that_does_not_fit_is_an_error_and_changes_nothing():
    batch = Batch(2, 5)
    batch.step([3, 4])
    state = batch.__getstate__()
    wrong = [
        {**state, "version": 99},
        {**state, "black": b"\x00"},
        {**state, "black": b"\x00\x07"},
        {**state, "present": [b"\x00\x00", b"\x00"]},
        {**state, "present": [b"\x00\x00"]},
        {**state, "present": [b"\xff\xff", b"\x00\x00"]},
        {**state, "present": [b"\x19\0\x19\0\x01\0\x02\0", b""]},
        {**state, "rewards": [0.0]},
    ]
    before = copy.deepcopy(batch)
    for each in wrong:
        with pytest.raises(ValueError):
            batch.__setstate__(each)
        assert_same(batch, before)
    with pytest.raises(ValueError, match="not of games of this kind"):
        Batch(3, 5).__setstate__(state)
    game = Game(5)
    game.play("C3")
    state = game.__getstate__()
    for each in [
        {**state, "version": 99},
        {**state, "moves": [("black", "C3"), ("white", "C3")]},
        {**state, "moves": [("black", "Z9")]},
        {**state, "rules": "none"},
        {**state, "first": "red"},
        {**state, "stones": (["A1", "A1"], [])},
    ]:
        with pytest.raises(ValueError):
            game.__setstate__(each)
        assert game.moves == [("black", "C3")]
