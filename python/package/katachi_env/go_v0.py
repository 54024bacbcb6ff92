# SPDX-License-Identifier: MIT OR Apache-2.0
"""One game of Go as an environment of PettingZoo (AEC).

    from katachi_env import go_v0
    env = go_v0.env(board_size=9)

The agents are `black_0` and `white_0`. An observation is a dictionary: `observation`, bool with shape (N, N,
2 * history + 1), and `action_mask`, int8 with shape (N * N + 1,), zeros for the agent that is not to move. An
action that the mask does not allow loses the game. The environment can be pickled and copied at any time.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from katachi_env._native import Batch

try:
    from gymnasium.spaces import Box, Dict, Discrete
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ImportError as error:
    raise ImportError(
        "katachi_env.go_v0 needs PettingZoo: pip install 'katachi_env[pettingzoo]'"
    ) from error

__all__ = ["env", "raw_env"]


def env(**kwargs: Any) -> AECEnv:
    """Returns the environment with PettingZoo's checks of the order of calls and of actions.

    Args:
        **kwargs: those of `raw_env`.
    """
    checked = wrappers.AssertOutOfBoundsWrapper(raw_env(**kwargs))
    return wrappers.OrderEnforcingWrapper(checked)


class raw_env(AECEnv):  # noqa: N801 - PettingZoo's name
    """The environment without checks.

    Args:
        board_size: lines of the board, 2 to 25.
        komi, max_steps, history: as in `Batch`.
        render_mode: "ansi" for the board as text, "human" to print it after each step.

    Raises:
        ValueError: an argument is out of range.
    """

    metadata = {"name": "go_v0", "render_modes": ["ansi", "human"], "is_parallelizable": False}

    def __init__(
        self,
        board_size: int = 19,
        komi: float = 7.5,
        *,
        max_steps: int | None = None,
        history: int = 8,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        if render_mode not in (None, "ansi", "human"):
            raise ValueError(f"render_mode {render_mode!r}: expected None, 'ansi' or 'human'")
        self.render_mode = render_mode
        self.batch = Batch(1, board_size, komi=komi, max_steps=max_steps, history=history)
        self.possible_agents = ["black_0", "white_0"]
        actions = self.batch.num_actions
        space = Dict(
            {
                "observation": Box(0, 1, self.batch.observation_shape, np.bool_),
                "action_mask": Box(0, 1, (actions,), np.int8),
            }
        )
        self.observation_spaces = {agent: space for agent in self.possible_agents}
        self.action_spaces = {agent: Discrete(actions) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Restarts the game. Nothing is drawn, so the seed changes nothing."""
        self.batch.reset(black=0)
        self.agents = self.possible_agents[:]
        self.rewards = {agent: 0.0 for agent in self.agents}
        self._cumulative_rewards = {agent: 0.0 for agent in self.agents}
        self.terminations = {agent: False for agent in self.agents}
        self.truncations = {agent: False for agent in self.agents}
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[0]

    def observe(self, agent: str) -> dict[str, NDArray[Any]]:
        player = self.possible_agents.index(agent)
        if agent == self.agent_selection:
            mask = self.batch.legal_action_mask[0].astype(np.int8)
        else:
            mask = np.zeros(self.batch.num_actions, np.int8)
        return {"observation": self.batch.observe(player), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Performs an action of the selected agent; None after the end, as PettingZoo wants."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self.batch.step(np.array([action]))
        for player, each in enumerate(self.possible_agents):
            self.rewards[each] = float(self.batch.rewards[0, player])
            self.terminations[each] = bool(self.batch.terminated[0])
        self.agent_selection = self.possible_agents[int(self.batch.current_player[0])]
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """Returns the board as text, or prints it."""
        if self.render_mode is None:
            return None
        board = self.batch.board()
        if self.render_mode == "human":
            print(board)
            return None
        return board

    def close(self) -> None:
        """Does nothing: there is nothing to close."""
