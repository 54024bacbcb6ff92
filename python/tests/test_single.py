# SPDX-License-Identifier: MIT OR Apache-2.0
"""One game for Gymnasium, and the names under which Gymnasium makes the environments."""

import subprocess
import sys

import numpy as np
import pytest

gymnasium = pytest.importorskip(
    "gymnasium", reason="one game needs Gymnasium: pip install gymnasium"
)
from gymnasium.utils.env_checker import check_env  # noqa: E402
from gymnasium.vector import AutoresetMode  # noqa: E402
from katachi_env import GoEnv, GoVectorEnv, registration  # noqa: E402

NAMES = ["katachi/Go-v0", *(f"katachi/Go-{size}x{size}-v0" for size in registration.SIZES)]


@pytest.mark.parametrize("name", NAMES)
def test_gymnasium_makes_one_game_or_many_by_name(name):
    env = gymnasium.make(name)
    size = 9 if name == "katachi/Go-v0" else int(name.split("x")[0].split("-")[-1])
    assert isinstance(env.unwrapped, GoEnv) and env.spec.id == name
    assert env.observation_space.shape == (size, size, 17)
    observation, info = env.reset(seed=1)
    action = env.action_space.sample(info["action_mask"])
    observation, reward, terminated, truncated, info = env.step(action)
    assert env.observation_space.contains(observation)
    assert (reward, terminated, truncated) == (0, False, False)
    assert info["current_player"] == 0 and info["action_mask"].shape == (size * size + 1,)
    many = gymnasium.make_vec(name, num_envs=3)
    assert isinstance(many.unwrapped, GoVectorEnv) and many.num_envs == 3
    assert many.reset(seed=1)[0].shape == (3, size, size, 17)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("opponent", [None, "random"])
def test_the_checker_of_gymnasium_finds_nothing(opponent):
    env = gymnasium.make("katachi/Go-5x5-v0", opponent=opponent, render_mode="ansi")
    check_env(env.unwrapped, skip_render_check=False)


def test_settings_go_through_make():
    env = gymnasium.make("katachi/Go-v0", size=6, history=2, komi=0.5, opponent=None)
    env.reset(seed=0)
    assert env.observation_space.shape == (6, 6, 5) and env.unwrapped.batch.komi == 0.5
    for action, reward in [(14, 0), (36, 0), (36, 1)]:
        _, found, terminated, _, _ = env.step(action)
        assert found == reward, "Black passes last, and has won"
    assert terminated
    many = gymnasium.make_vec("katachi/Go-v0", 2, size=6, autoreset_mode="SameStep")
    assert many.unwrapped.mode == AutoresetMode.SAME_STEP
    with pytest.raises(ValueError, match="opponent 'alphago'"):
        gymnasium.make("katachi/Go-v0", opponent="alphago")


@pytest.mark.parametrize("mode", ["sync", "async"])
def test_vectors_of_single_games_are_games_of_the_vector_environment(mode):
    options = {"size": 5, "opponent": None, "max_steps": 30}
    # A fork of a process in which JAX has threads may hang.
    how = {"context": "spawn"} if mode == "async" else {}
    ours = gymnasium.make_vec(
        "katachi/Go-v0", 3, vectorization_mode=mode, vector_kwargs=how, **options
    )
    try:
        observation, infos = ours.reset(seed=5)
        alone = [GoEnv(**options) for _ in range(3)]
        for game, env in enumerate(alone):
            np.testing.assert_array_equal(observation[game], env.reset(seed=5 + game)[0])
        for step in range(25):
            legal = infos["action_mask"].copy()
            legal[:, -1] = step > 20
            actions = legal.argmax(axis=1)
            observation, rewards, terminated, truncated, infos = ours.step(actions)
            assert ours.observation_space.contains(observation) and not truncated.any()
            for game, env in enumerate(alone):
                one, reward, over, _, info = env.step(actions[game])
                np.testing.assert_array_equal(observation[game], one)
                np.testing.assert_array_equal(infos["action_mask"][game], info["action_mask"])
                assert (rewards[game], terminated[game]) == (reward, over)
            if terminated.any():
                break
    finally:
        ours.close()


def test_the_names_are_there_in_any_order_of_imports():
    for imports in ["gymnasium, katachi_env", "katachi_env, gymnasium"]:
        code = f"import {imports}; gymnasium.make('katachi/Go-5x5-v0').reset()"
        subprocess.run([sys.executable, "-W", "error::UserWarning", "-c", code], check=True)
    # Gymnasium imports what stands before a colon.
    code = "import gymnasium; gymnasium.make('katachi_env:katachi/Go-5x5-v0').reset()"
    subprocess.run([sys.executable, "-c", code], check=True)


def test_boards_are_rendered_as_text():
    env = GoEnv(2, render_mode="ansi")
    env.reset(seed=0)
    env.step(0)
    assert env.render() == "X.\n..\n"
    assert GoEnv(2).render() is None
