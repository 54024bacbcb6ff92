# SPDX-License-Identifier: MIT OR Apache-2.0
"""The names under which Gymnasium makes the environments."""

from __future__ import annotations

import importlib

__all__ = ["SIZES", "register"]

SIZES = (5, 7, 9, 13, 19)
"""Boards that have a name of their own."""


def register() -> bool:
    """Registers the environments with Gymnasium; returns whether a Gymnasium is there that is new enough.

    The names are `katachi/Go-9x9-v0`, the same for 5x5, 7x7, 13x13 and 19x19, and `katachi/Go-v0`, which
    takes `size`. The opponent plays random moves unless `opponent` says otherwise. `import katachi_env` calls
    this.
    """
    try:
        gymnasium = importlib.import_module("gymnasium")
        _ = gymnasium.vector.AutoresetMode
    except (ImportError, AttributeError):
        return False
    for name, size in [("Go", 9), *((f"Go-{size}x{size}", size) for size in SIZES)]:
        full_name = f"katachi/{name}-v0"
        if full_name not in gymnasium.registry:
            gymnasium.register(
                full_name,
                entry_point="katachi_env.single:GoEnv",
                vector_entry_point="katachi_env.vector:GoVectorEnv",
                kwargs={"size": size, "opponent": "random"},
            )
    return True
