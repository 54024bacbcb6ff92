# SPDX-License-Identifier: MIT OR Apache-2.0
"""One game of Go as an environment of Gymnasium."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from katachi_env import opponents

try:
    import gymnasium
    from gymnasium.vector import AutoresetMode

    from katachi_env.vector import GoVectorEnv
except ImportError as error:
    raise ImportError(
        "katachi_env.GoEnv needs Gymnasium 1.1 or later: pip install 'katachi_env[gymnasium]'"
    ) from error

__all__ = ["GoEnv"]


class GoEnv(gymnasium.Env):
    """One game of Go. `GoVectorEnv` steps many games much faster than many of these.

    Observations are bool with shape (N, N, 2 * history + 1), as in `Batch`. Actions are integers from 0 to
    N * N, the pass. The reward is 1 for a win and -1 for a loss in the step that ends the game, else 0. A
    game is never truncated: it ends by two passes, by an illegal action, or after `max_steps`. Opponent,
    rewards and the meaning of a seed are those of `GoVectorEnv`.

    It can be pickled and copied at any time, as `GoVectorEnv`.

    Infos: `action_mask`, int8 with shape (N * N + 1,), for `action_space.sample(mask)`; and `current_player`,
    0 or 1.

    Args:
        size, opponent, komi, max_steps, history: as in `GoVectorEnv`.
        render_mode: "ansi" for the board as text.

    Raises:
        ValueError: an argument is out of range.
    """

    metadata = {"render_modes": ["ansi"]}

    def __init__(
        self,
        size: int = 9,
        *,
        opponent: opponents.Opponent | str | None = None,
        komi: float = 7.5,
        max_steps: int | None = None,
        history: int = 8,
        render_mode: str | None = None,
    ) -> None:
        self.games = GoVectorEnv(
            1,
            size,
            opponent=opponent,
            autoreset_mode=AutoresetMode.DISABLED,
            komi=komi,
            max_steps=max_steps,
            history=history,
            render_mode=render_mode,
        )
        self.render_mode = render_mode
        self.observation_space = self.games.single_observation_space
        self.action_space = self.games.single_action_space

    @property
    def batch(self) -> Any:
        """The `Batch` of the one game: its record, its board, moves of the engine."""
        return self.games.batch

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.bool_], dict[str, Any]]:
        """Begins a game. The same seed gives the same games after it. There are no options."""
        super().reset(seed=seed)
        observation, infos = self.games.reset(seed=seed)
        return observation[0], self._info(infos)

    def step(self, action: int) -> tuple[NDArray[np.bool_], float, bool, bool, dict[str, Any]]:
        """Performs an action, and the answer of the opponent.

        Raises:
            ValueError: the action does not exist. The game is unchanged then.
        """
        observation, rewards, terminated, _, infos = self.games.step([action])
        return observation[0], float(rewards[0]), bool(terminated[0]), False, self._info(infos)

    def render(self) -> str | None:
        """Returns the board as text, in the mode "ansi"."""
        boards = self.games.render()
        return None if boards is None else boards[0]

    @staticmethod
    def _info(infos: dict[str, Any]) -> dict[str, Any]:
        return {
            "action_mask": infos["action_mask"][0],
            "current_player": int(infos["current_player"][0]),
        }
