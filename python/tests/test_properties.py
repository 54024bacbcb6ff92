# SPDX-License-Identifier: MIT OR Apache-2.0
"""Laws that hold for all games."""

import numpy as np
import pytest
from katachi_env import Batch, Game

pytest.importorskip("hypothesis", reason="the laws need hypothesis: pip install hypothesis")
from hypothesis import given, settings, strategies  # noqa: E402

SIZES = strategies.integers(2, 9)
SEEDS = strategies.integers(0, 2**64 - 1)


def played(size, seed, steps, games=3, **options):
    batch = Batch(games, size, seed=seed, **options)
    for step in range(steps):
        batch.step(batch.random_actions((seed + step) % 2**64))
    return batch


@settings(max_examples=60, deadline=None)
@given(SIZES, SEEDS, strategies.integers(0, 150))
def test_a_record_replays_to_the_same_board(size, seed, steps):
    batch = played(size, seed, steps)
    for index in range(len(batch)):
        again = Batch(1, size)
        again.reset(black=batch.black_player(index))
        for action in batch.actions(index):
            again.step([action])
        assert again.board() == batch.board(index)
        np.testing.assert_array_equal(again.observation[0], batch.observation[index])
        assert again.terminated[0] == batch.terminated[index]


@settings(max_examples=60, deadline=None)
@given(SIZES, SEEDS, strategies.integers(0, 60))
def test_masks_agree_with_the_rules_but_for_repetition(size, seed, steps):
    batch = played(size, seed, steps)
    for index in range(len(batch)):
        if batch.terminated[index]:
            continue
        game = batch.game(index)
        legal = {game.action(move) for move in game.legal_moves()}
        masked = set(np.flatnonzero(batch.legal_action_mask[index]))
        # The mask allows plays that repeat a position; the rules do not.
        assert legal <= masked
        for action in masked - legal:
            with pytest.raises(ValueError, match="superko"):
                game.play(int(action))


@settings(max_examples=60, deadline=None)
@given(SIZES, SEEDS, strategies.integers(1, 400))
def test_rewards_are_of_opposite_signs_at_the_end_alone(size, seed, steps):
    batch = played(size, seed, steps, autoreset=True)
    assert (batch.rewards.sum(axis=1) == 0).all()
    np.testing.assert_array_equal(batch.rewards[:, 0] != 0, batch.terminated)
    assert batch.legal_action_mask[:, -1].all(), "a pass is always legal"


@settings(max_examples=40, deadline=None)
@given(SIZES, SEEDS, strategies.integers(0, 60))
def test_the_observations_of_both_players_swap_planes(size, seed, steps):
    batch = played(size, seed, steps)
    one, other = batch.observe(0), batch.observe(1)
    np.testing.assert_array_equal(one[..., 0:16:2], other[..., 1:16:2])
    np.testing.assert_array_equal(one[..., 16], ~other[..., 16])


@settings(max_examples=40, deadline=None)
@given(strategies.integers(1, 9), strategies.lists(strategies.integers(0, 81), max_size=40))
def test_undo_takes_back_every_move(size, actions):
    game = Game(size)
    boards = [game.array()]
    for action in actions:
        try:
            game.play(action)
        except ValueError:
            continue
        boards.append(game.array())
    again = Game.from_sgf(game.sgf())
    np.testing.assert_array_equal(again.array(), game.array())
    while boards:
        np.testing.assert_array_equal(game.array(), boards.pop())
        game.undo()
    assert game.undo() is None
