# SPDX-License-Identifier: MIT OR Apache-2.0
"""The stubs have the signatures of the native part."""

import subprocess
import sys

import pytest

TYPES_ALONE = ["Candidate", "Color", "Counts", "Move", "Pattern"]


def test_stubs_agree_with_the_native_part(tmp_path):
    pytest.importorskip("mypy", reason="the comparison needs mypy: pip install mypy")
    allowed = tmp_path / "allowed"
    allowed.write_text("".join(f"katachi_env._native.{name}\n" for name in TYPES_ALONE))
    command = [sys.executable, "-m", "mypy.stubtest", "katachi_env._native", "--allowlist", allowed]
    found = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert found.returncode == 0, found.stdout
