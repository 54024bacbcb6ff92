# SPDX-License-Identifier: MIT OR Apache-2.0
"""Replays the episodes recorded from Pgx: crates/env/tests/golden/env/README.md describes them."""

import hashlib
import zlib

import numpy as np
from katachi_env import Batch


def packed(bits):
    return np.packbits(np.asarray(bits).reshape(-1)).tobytes()


def replay(episode):
    batch = Batch(
        1,
        episode["size"],
        komi=episode["komi"],
        max_steps=episode["max_steps"],
        history=episode["history_length"],
    )
    batch.reset(black=episode["black_player"])
    digest = hashlib.sha256()
    for t, action in enumerate([None, *episode["actions"]]):
        if action is not None:
            batch.step([action])
        at = f"state {t} of {episode['id']}"
        observed = packed(batch.observation)
        digest.update(observed)
        assert batch.current_player[0] == episode["current_player"][t], at
        assert packed(batch.legal_action_mask).hex() == episode["legal_action_mask"][t], at
        assert batch.rewards[0].tolist() == episode["rewards"][t], at
        assert batch.terminated[0] == episode["terminated"][t], at
        assert f"{zlib.crc32(observed):08x}" == episode["obs_crc32"][t], at
        other = episode["obs_other"].get(str(t))
        if other is not None:
            assert packed(batch.observe(1 - int(batch.current_player[0]))).hex() == other, at
    assert digest.hexdigest() == episode["obs_sha256_all"]
    assert batch.board().split() == episode["final_board"]
    assert batch.area() == {"black": episode["area_black"], "white": episode["area_white"]}
    assert len(batch.actions()) == episode["n_steps"], "actions after the end are none of the episode"
    return len(episode["actions"]) + 1


def test_recorded_episodes_replay_exactly(episodes):
    states = sum(replay(episode) for episode in episodes)
    assert (len(episodes), states) == (158, 16_555)


def test_records_name_the_winner(episodes):
    for episode in episodes:
        batch = Batch(1, episode["size"], komi=episode["komi"], max_steps=episode["max_steps"])
        batch.reset(black=0)
        for action in episode["actions"][: episode["n_steps"]]:
            batch.step([action])
        sgf = batch.sgf()
        winner = "B" if batch.rewards[0, 0] > 0 else "W"
        assert f"RE[{winner}+" in sgf, episode["id"]
        is_forfeit = episode["end"] in ("psk", "illegal")
        lead = episode["area_black"] - episode["area_white"] - episode["komi"]
        if not is_forfeit and lead:
            assert f"RE[{winner}+{abs(lead):g}]" in sgf, episode["id"]
        assert (f"RE[{winner}+F]" in sgf) == is_forfeit, episode["id"]
