# SPDX-License-Identifier: MIT OR Apache-2.0
"""Steps per CPU second of random games, and their ratio to Pgx in the same run.

    python benches/steps.py [--games 1024] [--seconds 5]

Steps of `Batch` write observations, masks, rewards, ends and players of all games, and restart finished
games. `with drawing` has the random actions of the batch, too; the steps of Pgx have its own, in one compiled
function. CPU seconds are those of all threads of the process.
"""

import argparse
import time

from katachi_env import Batch, GoVectorEnv

try:
    import jax
    import pgx
    from pgx.experimental import act_randomly, auto_reset
except ImportError:
    pgx = None

WARM_UP = 300
"""Steps before the clock starts, so that games are in all stages."""


def rate(step, games, seconds):
    """Steps of all games per CPU second, with the time of `step` alone."""
    used, steps, number = 0.0, 0, WARM_UP
    while used < seconds:
        used += step(number)
        number += 1
        steps += games
    return steps / used


def timed(work):
    start = time.process_time()
    work()
    return time.process_time() - start


def of_batch(size, games, seconds):
    """Rates without and with the drawing of actions."""
    batch = Batch(games, size, autoreset=True)

    def draw_and_step(number):
        batch.step(batch.random_actions(number))

    def step_alone(number):
        actions = batch.random_actions(number)
        return timed(lambda: batch.step(actions))

    for number in range(WARM_UP):
        draw_and_step(number)
    alone = rate(step_alone, games, seconds)
    return alone, rate(lambda number: timed(lambda: draw_and_step(number)), games, seconds)


def of_vector_env(size, games, seconds):
    """The rate of the vector environment of Gymnasium, without copies, or None without Gymnasium."""
    try:
        env = GoVectorEnv(games, size, autoreset_mode="SameStep", copy=False)
    except ImportError:
        return None
    env.reset(seed=0)

    def step(number):
        actions = env.batch.random_actions(number)
        return timed(lambda: env.step(actions))

    for number in range(WARM_UP):
        step(number)
    return rate(step, games, seconds)


def of_pgx(size, games, seconds):
    """The rate of Pgx with the drawing of actions."""
    env = pgx.make(f"go_{size}x{size}")
    step_of_one = auto_reset(env.step, env.init)

    @jax.jit
    def step(state, key):
        draw, reset = jax.random.split(key)
        actions = act_randomly(draw, state.legal_action_mask)
        return jax.vmap(step_of_one)(state, actions, jax.random.split(reset, games))

    state = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), games))

    def run(number):
        nonlocal state
        state = step(state, jax.random.PRNGKey(number))
        state.observation.block_until_ready()

    run(0)
    return rate(lambda number: timed(lambda: run(number)), games, seconds)


def main():
    parser = argparse.ArgumentParser(description="Steps per CPU second of random games.")
    parser.add_argument("--games", type=int, default=1024, help="games of a batch")
    parser.add_argument("--seconds", type=float, default=5, help="CPU seconds of each figure")
    args = parser.parse_args()
    for size in (9, 19):
        alone, drawn = of_batch(size, args.games, args.seconds)
        print(f"{size}x{size}, {args.games} games, steps per CPU second")
        print(f"  Batch               {alone:12,.0f}")
        print(f"  Batch with drawing  {drawn:12,.0f}")
        vector = of_vector_env(size, args.games, args.seconds)
        if vector is not None:
            print(f"  GoVectorEnv         {vector:12,.0f}")
        if pgx is None:
            print("  Pgx                  not installed: pip install pgx")
        else:
            theirs = of_pgx(size, args.games, args.seconds)
            print(f"  Pgx with drawing    {theirs:12,.0f}   Batch is {drawn / theirs:.0f} times as fast")


if __name__ == "__main__":
    main()
