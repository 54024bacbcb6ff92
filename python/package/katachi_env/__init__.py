# SPDX-License-Identifier: MIT OR Apache-2.0
"""Go for Python: an environment for learning, and an engine that explains its moves.

For learning: `Batch` steps many games at once into numpy arrays; `GoVectorEnv` is the same as a vector
environment of Gymnasium, and `GoEnv` is one game: `gymnasium.make("katachi/Go-9x9-v0")`; `go_v0.env()` is one
game for PettingZoo. The rules, masks, observations and rewards are those of Pgx's `go_9x9` and `go_19x19`.

For notebooks: `Game`, `choose`, `explain`, `patterns`, `analyse` and `review`.
"""

import importlib
from typing import TYPE_CHECKING, Any

from katachi_env._native import (
    Batch,
    Choice,
    Explanation,
    Game,
    Review,
    analyse,
    choose,
    explain,
    patterns,
    review,
)
from katachi_env.opponents import KatachiOpponent, Opponent, RandomOpponent
from katachi_env.registration import register as _register

if TYPE_CHECKING:
    from katachi_env import go_v0
    from katachi_env.single import GoEnv
    from katachi_env.vector import GoVectorEnv

__all__ = [
    "Batch",
    "Choice",
    "Explanation",
    "Game",
    "GoEnv",
    "GoVectorEnv",
    "KatachiOpponent",
    "Opponent",
    "RandomOpponent",
    "Review",
    "analyse",
    "choose",
    "explain",
    "go_v0",
    "patterns",
    "review",
]


_register()


def __getattr__(name: str) -> Any:
    # The classes of Gymnasium and PettingZoo are imported only by those who use them.
    if name == "GoEnv":
        return importlib.import_module("katachi_env.single").GoEnv
    if name == "GoVectorEnv":
        return importlib.import_module("katachi_env.vector").GoVectorEnv
    if name == "go_v0":
        return importlib.import_module("katachi_env.go_v0")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
