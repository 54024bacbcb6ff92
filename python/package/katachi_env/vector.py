# SPDX-License-Identifier: MIT OR Apache-2.0
"""Many games of Go as a vector environment of Gymnasium."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from katachi_env import opponents
from katachi_env._native import Batch

try:
    import gymnasium
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ImportError as error:
    raise ImportError(
        "katachi_env.GoVectorEnv needs Gymnasium 1.1 or later: pip install 'katachi_env[gymnasium]'"
    ) from error

__all__ = ["GoVectorEnv"]

AGENT = 0
"""The player that learns, where there is an opponent."""


class GoVectorEnv(VectorEnv):
    """Many games of Go, stepped together.

    Observations are bool with shape (num_envs, N, N, 2 * history + 1), as `Batch.observation`. Actions are
    integers from 0 to N * N, the pass. Rewards are 1 for a win and -1 for a loss in the step that ends the
    game, else 0. Games are never truncated.

    Without an opponent, the actions are those of both sides in turn, and the reward is that of the player who
    has just moved. With one, the actions are those of player 0, the opponent answers within the step, and the
    reward is that of player 0. The seed draws who has Black.

    Infos: `action_mask`, int8 with shape (num_envs, N * N + 1), for `Discrete.sample(mask)`;
    `current_player`, 0 or 1; and in the mode SAME_STEP, `final_obs` and `final_info` of the games that have
    ended.

    It can be pickled and copied at any time, with an opponent that can: the copy goes on exactly as the
    original would have.

    Args:
        num_envs: number of games.
        size: lines of the board, 2 to 25.
        opponent: None, "random", "katachi", or an object with the methods of `Opponent`.
        autoreset_mode: one of Gymnasium's three modes, or its value.
        komi, max_steps, history, threads: as in `Batch`.
        copy: return copies of the arrays; without it the next step overwrites what this one returned.
        render_mode: "ansi" for boards as text.

    Raises:
        ValueError: an argument is out of range.
    """

    def __init__(
        self,
        num_envs: int = 1,
        size: int = 9,
        *,
        opponent: opponents.Opponent | str | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        komi: float = 7.5,
        max_steps: int | None = None,
        history: int = 8,
        threads: int = 1,
        copy: bool = True,
        render_mode: str | None = None,
    ) -> None:
        self.batch = Batch(
            num_envs, size, komi=komi, max_steps=max_steps, history=history, threads=threads
        )
        self.opponent = opponents.make(opponent)
        self.mode = AutoresetMode(autoreset_mode)
        if render_mode not in (None, "ansi"):
            raise ValueError(f"render_mode {render_mode!r}: expected None or 'ansi'")
        self.render_mode = render_mode
        self.metadata = {"render_modes": ["ansi"], "autoreset_mode": self.mode}
        self.num_envs = num_envs
        self.single_observation_space = gymnasium.spaces.Box(
            0, 1, self.batch.observation_shape, np.bool_
        )
        self.single_action_space = gymnasium.spaces.Discrete(self.batch.num_actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._copy = copy
        self._games = np.arange(num_envs)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.bool_], dict[str, Any]]:
        """Restarts all games, or those of `options={"reset_mask": bool array}`.

        A seed restarts all games and the opponent; the same seed gives the same games. Without any seed the
        first reset draws one.

        Raises:
            ValueError: a mask with another shape, or with a seed.
        """
        mask = (options or {}).get("reset_mask")
        if seed is not None and mask is not None:
            raise ValueError("a seed restarts all games: leave out reset_mask, or the seed")
        super().reset(seed=seed)
        if seed is not None or self._np_random_seed is None:
            drawn = self.np_random.integers(2**63)
            self.batch.reset(int(drawn))
            if self.opponent is not None:
                self.opponent.reset(int(drawn))
        else:
            self.batch.reset(where=mask)
        self._let_opponent_move()
        return self._array(self.batch.observation), self._infos()

    def step(
        self, actions: ArrayLike
    ) -> tuple[
        NDArray[np.bool_], NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]
    ]:
        """Performs one action in each game, and the answers of the opponent.

        Raises:
            ValueError: a wrong shape, or an action that does not exist. No game is changed then.
        """
        movers = self.batch.current_player.copy()
        if self.mode == AutoresetMode.NEXT_STEP and self.batch.terminated.any():
            live = ~self.batch.terminated
            # The actions are checked before a game is changed.
            self.batch.step(actions, where=live)
            self.batch.reset(where=~live)
        else:
            self.batch.step(actions)
        self._let_opponent_move()
        if self.opponent is not None:
            movers.fill(AGENT)
        rewards = self.batch.rewards[self._games, movers]
        terminated = self.batch.terminated.copy()
        final = self._restart_finished() if self.mode == AutoresetMode.SAME_STEP else {}
        truncated = np.zeros(self.num_envs, np.bool_)
        observation = self._array(self.batch.observation)
        return observation, rewards, terminated, truncated, {**self._infos(), **final}

    def render(self) -> tuple[str, ...] | None:
        """Returns the boards as text, in the mode "ansi"."""
        if self.render_mode is None:
            return None
        return tuple(self.batch.board(game) for game in range(self.num_envs))

    def _let_opponent_move(self) -> None:
        """Lets the opponent move in the games in which it is its turn."""
        if self.opponent is None:
            return
        where = (self.batch.current_player != AGENT) & ~self.batch.terminated
        if where.any():
            self.batch.step(self.opponent.actions(self.batch, where), where=where)

    def _restart_finished(self) -> dict[str, Any]:
        """Restarts the finished games; returns the infos about their ends."""
        finished = self.batch.terminated.copy()
        if not finished.any():
            return {}
        final_obs = np.full(self.num_envs, None, dtype=object)
        for game in np.flatnonzero(finished):
            final_obs[game] = self.batch.observation[game].copy()
        final_info = self._infos(finished)
        self.batch.reset_finished()
        # The ends of the last step have been told. No restarted game counts as over for the opponent.
        self.batch.terminated.fill(False)
        self._let_opponent_move()
        return {
            "final_obs": final_obs,
            "_final_obs": finished,
            "final_info": final_info,
            "_final_info": finished,
        }

    def _infos(self, where: NDArray[np.bool_] | None = None) -> dict[str, Any]:
        """Masks and players. Gymnasium marks by `_KEY` which games have an entry."""
        has_info = np.ones(self.num_envs, np.bool_) if where is None else where
        must_copy = self._copy or where is not None
        mask = self.batch.legal_action_mask.view(np.int8)
        player = self.batch.current_player
        return {
            "action_mask": mask.copy() if must_copy else mask,
            "_action_mask": has_info,
            "current_player": player.copy() if must_copy else player,
            "_current_player": has_info,
        }

    def _array(self, array: NDArray[Any]) -> NDArray[Any]:
        return array.copy() if self._copy else array
