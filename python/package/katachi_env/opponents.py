# SPDX-License-Identifier: MIT OR Apache-2.0
"""Opponents in a batch of games."""

from __future__ import annotations

from typing import Protocol, Union

import numpy as np
from numpy.typing import NDArray

from katachi_env._native import Batch

__all__ = ["KatachiOpponent", "Opponent", "RandomOpponent", "make"]


class Opponent(Protocol):
    """Chooses actions in some games of a batch."""

    def reset(self, seed: int) -> None:
        """Begins anew with this seed, 0 or more."""

    def actions(self, batch: Batch, where: NDArray[np.bool_]) -> NDArray[np.integer]:
        """Returns an action for each game, shape (games,). Those outside of `where` are ignored."""


class RandomOpponent:
    """Draws legal actions uniformly, passes included."""

    def __init__(self, seed: int = 0) -> None:
        self.reset(seed)

    def reset(self, seed: int) -> None:
        self._seed = np.random.SeedSequence(seed)

    def actions(self, batch: Batch, where: NDArray[np.bool_]) -> NDArray[np.integer]:
        (step,) = self._seed.spawn(1)
        return batch.random_actions(int(step.generate_state(1, np.uint64)[0]))


class KatachiOpponent:
    """Katachi at a level.

    Takes milliseconds to seconds a move; level 1 on 9x9 is the fastest.

    Args:
        level: strength from 1, a beginner, to 10; 10 by default.
        visits: simulations of a search, in place of those of the level.
        seed: seed of the searches.
        threads: games that are searched at the same time.
    """

    def __init__(
        self,
        level: float | None = None,
        *,
        visits: int | None = None,
        seed: int = 0,
        threads: int = 1,
    ) -> None:
        self.level = level
        self.visits = visits
        self.seed = seed
        self.threads = threads

    def reset(self, seed: int) -> None:
        self.seed = seed

    def actions(self, batch: Batch, where: NDArray[np.bool_]) -> NDArray[np.integer]:
        return batch.engine_actions(
            self.level,
            visits=self.visits,
            seed=self.seed,
            where=where,
            threads=self.threads,
        )


def make(opponent: Union[Opponent, str, None]) -> Union[Opponent, None]:
    """Returns the opponent of a name: None, "random" or "katachi"; others as they are.

    Raises:
        ValueError: there is no opponent of that name.
    """
    if opponent == "random":
        return RandomOpponent()
    if opponent == "katachi":
        return KatachiOpponent()
    if isinstance(opponent, str):
        raise ValueError(f"opponent {opponent!r}: expected None, 'random', 'katachi' or an Opponent")
    return opponent
