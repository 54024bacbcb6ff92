# SPDX-License-Identifier: MIT OR Apache-2.0
"""Without Gymnasium and PettingZoo the rest works, and their parts say what to install."""

import subprocess
import sys

import pytest


@pytest.mark.parametrize(
    ("missing", "name"),
    [("gymnasium", "GoVectorEnv"), ("gymnasium", "GoEnv"), ("pettingzoo", "go_v0")],
)
def test_a_missing_package_is_named(missing, name):
    code = f"""
import sys
sys.modules[{missing!r}] = None
import katachi_env
katachi_env.Batch(1, 5)
try:
    katachi_env.{name}
except ImportError as error:
    assert "pip install 'katachi_env[{missing}]'" in str(error), error
else:
    raise SystemExit("no error")
"""
    subprocess.run([sys.executable, "-c", code], check=True)
