# SPDX-License-Identifier: MIT OR Apache-2.0
"""The vector environment of Gymnasium."""

import numpy as np
import pytest

gymnasium = pytest.importorskip(
    "gymnasium", reason="the vector environment needs Gymnasium: pip install gymnasium"
)
from gymnasium.utils.env_checker import check_env  # noqa: E402
from gymnasium.vector import AutoresetMode  # noqa: E402
from gymnasium.wrappers.vector import DictInfoToList, RecordEpisodeStatistics  # noqa: E402
from katachi_env import GoVectorEnv  # noqa: E402

MODES = list(AutoresetMode)
OPPONENTS = [None, "random"]


def random_actions(env, infos, generator):
    """Legal actions, fewer passes than points."""
    scores = generator.random(infos["action_mask"].shape) * infos["action_mask"]
    scores[:, -1] *= 0.5
    return scores.argmax(axis=1)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("opponent", OPPONENTS)
def test_steps_stay_in_the_spaces_and_follow_the_mode(mode, opponent):
    env = GoVectorEnv(8, 5, opponent=opponent, autoreset_mode=mode)
    assert env.metadata["autoreset_mode"] == mode
    generator = np.random.default_rng(1)
    observation, infos = env.reset(seed=3)
    ended = np.zeros(8, bool)
    ends = 0
    for _ in range(200):
        assert env.observation_space.contains(observation)
        if mode == AutoresetMode.DISABLED and ended.any():
            observation, infos = env.reset(options={"reset_mask": ended})
            ended[:] = False
        observation, rewards, terminated, truncated, infos = env.step(
            random_actions(env, infos, generator)
        )
        np.testing.assert_array_equal(rewards != 0, terminated)
        assert not truncated.any()
        if mode == AutoresetMode.NEXT_STEP:
            assert not (terminated & ended).any() and not rewards[ended].any()
        if mode == AutoresetMode.SAME_STEP and terminated.any():
            np.testing.assert_array_equal(infos["_final_obs"], terminated)
            for game in np.flatnonzero(terminated):
                assert env.single_observation_space.contains(infos["final_obs"][game])
            assert infos["final_info"]["action_mask"][terminated].all(), "all ones after the end"
        if opponent is not None:
            live = ~env.batch.terminated
            assert (infos["current_player"][live] == 0).all(), "it is always player 0's turn"
        ended = terminated
        ends += terminated.sum()
    assert ends > 10


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("opponent", OPPONENTS)
def test_the_same_seed_gives_the_same_games(mode, opponent):
    def run():
        env = GoVectorEnv(4, 5, opponent=opponent, autoreset_mode=mode)
        generator = np.random.default_rng(2)
        observation, infos = env.reset(seed=9)
        states = [observation]
        for _ in range(60):
            results = env.step(random_actions(env, infos, generator))
            infos = results[-1]
            states.extend(results[:3])
        return states

    for one, other in zip(run(), run()):
        np.testing.assert_array_equal(one, other)


def test_the_reward_is_that_of_the_mover_or_of_the_agent():
    env = GoVectorEnv(2, 5, komi=0.5, autoreset_mode="Disabled")
    env.reset(seed=1)
    env.step([12, 12])
    env.step([25, 25])
    _, rewards, terminated, _, _ = env.step([25, 25])
    assert terminated.all() and (rewards == 1).all(), "Black has passed last, and has won"

    class Passing:
        def reset(self, seed):
            pass

        def actions(self, batch, where):
            return np.full(len(where), 25)

    env = GoVectorEnv(64, 5, komi=0.5, opponent=Passing(), autoreset_mode="Disabled")
    env.reset(seed=1)
    black = np.array([env.batch.black_player(game) for game in range(64)])
    assert 0 < black.sum() < 64
    _, rewards, terminated, _, _ = env.step(np.where(black == 0, 12, 25))
    # With White, player 0 answers a pass by a pass, and komi wins the empty board.
    np.testing.assert_array_equal(terminated, black == 1)
    assert (rewards[black == 1] == 1).all()


def test_katachi_is_an_opponent():
    env = GoVectorEnv(2, 5, opponent="katachi")
    env.opponent.visits = 20
    _, infos = env.reset(seed=0)
    env.step(random_actions(env, infos, np.random.default_rng(0)))
    assert all(env.batch.steps(game) >= 2 for game in range(2))


def test_wrappers_of_gymnasium_work():
    counted = RecordEpisodeStatistics(GoVectorEnv(3, 5, autoreset_mode="SameStep"))
    counted.reset(seed=1)
    counted.action_space.seed(1)
    for _ in range(100):
        counted.step(counted.action_space.sample())
    assert counted.episode_count > 3
    listed = DictInfoToList(GoVectorEnv(3, 5))
    _, infos = listed.reset(seed=1)
    assert len(infos) == 3 and infos[0]["action_mask"].shape == (26,)


def test_copies_are_the_default():
    env = GoVectorEnv(2, 5)
    before, _ = env.reset(seed=0)
    env.step([0, 0])
    assert not before[..., :16].any()
    shared = GoVectorEnv(2, 5, copy=False)
    observation, _ = shared.reset(seed=0)
    assert np.shares_memory(observation, shared.batch.observation)


class One(gymnasium.Env):
    """One game of the vector environment, for the checker of single environments."""

    def __init__(self):
        self.vector = GoVectorEnv(1, 5, opponent="random", autoreset_mode="Disabled")
        self.observation_space = self.vector.single_observation_space
        self.action_space = self.vector.single_action_space

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        observation, _ = self.vector.reset(seed=seed)
        return observation[0], {}

    def step(self, action):
        observation, rewards, terminated, truncated, _ = self.vector.step([action])
        return observation[0], float(rewards[0]), bool(terminated[0]), bool(truncated[0]), {}


@pytest.mark.filterwarnings("ignore")
def test_the_checker_of_gymnasium_finds_nothing():
    check_env(One(), skip_render_check=True)


def test_what_cannot_be_used_is_an_error():
    for call, message in [
        (lambda: GoVectorEnv(2, 5, opponent="alphago"), "opponent 'alphago'"),
        (lambda: GoVectorEnv(2, 5, render_mode="human"), "render_mode 'human'"),
        (lambda: GoVectorEnv(2, 5, autoreset_mode="never"), "never"),
        (lambda: GoVectorEnv(2, 5).step([0]), "actions has length 1"),
        (lambda: GoVectorEnv(2, 5).reset(seed=1, options={"reset_mask": [1, 0]}), "a seed restarts"),
    ]:
        with pytest.raises(ValueError, match=message):
            call()


def test_boards_are_rendered_as_text():
    env = GoVectorEnv(2, 2, render_mode="ansi")
    env.reset(seed=0)
    assert env.render() == ("..\n..\n", "..\n..\n")
