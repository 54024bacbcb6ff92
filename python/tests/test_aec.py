# SPDX-License-Identifier: MIT OR Apache-2.0
"""One game as an environment of PettingZoo."""

import numpy as np
import pytest

pytest.importorskip("pettingzoo", reason="one game needs PettingZoo: pip install pettingzoo")
from katachi_env import go_v0  # noqa: E402
from pettingzoo.test import api_test, render_test, seed_test  # noqa: E402


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("size", [5, 9])
def test_the_checks_of_pettingzoo_find_nothing(size):
    api_test(go_v0.env(board_size=size), num_cycles=300)
    seed_test(lambda: go_v0.env(board_size=size), num_cycles=50)
    render_test(lambda render_mode: go_v0.env(board_size=size, render_mode=render_mode))


def test_max_steps_end_the_game():
    # The test of PettingZoo for `max_cycles` is for environments in which all agents act at a time.
    env = go_v0.env(board_size=5, max_steps=4)
    env.reset()
    for agent in env.agent_iter():
        observation, _, termination, truncation, _ = env.last()
        assert not truncation
        if termination:
            break
        env.step(int(observation["action_mask"].argmax()))
    assert env.unwrapped.batch.steps() == 4 and sorted(env.rewards.values()) == [-1, 1]


def test_a_game_ends_with_rewards_of_both_agents():
    env = go_v0.env(board_size=5, komi=0.5, render_mode="ansi")
    env.reset()
    rewards = {}
    for agent, action in zip(env.agent_iter(), [12, 25, 25, None, None]):
        observation, reward, termination, _, _ = env.last()
        rewards[agent] = reward
        assert observation["observation"].shape == (5, 5, 17)
        if not termination:
            assert observation["action_mask"][action]
        env.step(action)
    assert rewards == {"black_0": 1, "white_0": -1}
    assert env.render().split()[2] == "..X.."


def test_the_agent_that_waits_has_no_legal_action():
    env = go_v0.raw_env(board_size=5)
    env.reset()
    assert env.observe("black_0")["action_mask"].all()
    assert not env.observe("white_0")["action_mask"].any()
    assert env.observe("white_0")["observation"][..., 16].all(), "it has White"
    assert np.dtype(bool) == env.observe("white_0")["observation"].dtype
