# SPDX-License-Identifier: MIT OR Apache-2.0
"""Random games beside Pgx: the same boards, masks, observations, rewards and ends at every step."""

import numpy as np
import pytest
from katachi_env import Batch

jax = pytest.importorskip("jax", reason="the comparison needs Pgx: pip install pgx")
pgx = pytest.importorskip("pgx", reason="the comparison needs Pgx: pip install pgx")

GAMES = 16


@pytest.mark.parametrize(("name", "size", "steps"), [("go_9x9", 9, 170), ("go_19x19", 19, 300)])
def test_random_games_are_those_of_pgx(name, size, steps):
    env = pgx.make(name)
    state = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(1), GAMES))
    step = jax.jit(jax.vmap(env.step))
    batch = Batch(GAMES, size)
    batch.reset(black=np.asarray(state.current_player))
    for number in range(steps):
        actions = batch.random_actions(number)
        batch.step(actions)
        state = step(state, jax.numpy.asarray(actions))
        for ours, theirs in [
            (batch.observation, state.observation),
            (batch.legal_action_mask, state.legal_action_mask),
            (batch.rewards, state.rewards),
            (batch.terminated, state.terminated),
            (batch.current_player, state.current_player),
        ]:
            np.testing.assert_array_equal(ours, np.asarray(theirs), f"after step {number}")
