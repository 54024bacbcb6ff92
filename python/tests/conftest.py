# SPDX-License-Identifier: MIT OR Apache-2.0
"""What tests share."""

import gzip
import json
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
GOLDEN = ROOT / "crates/env/tests/golden/env/episodes.jsonl.gz"


@pytest.fixture(scope="session")
def episodes():
    """The episodes recorded from Pgx, by which the Rust crate is tested, too."""
    if not GOLDEN.exists():
        pytest.skip(f"{GOLDEN} is not there")
    with gzip.open(GOLDEN, "rt") as lines:
        return [json.loads(line) for line in lines]


@pytest.fixture(scope="session")
def denied():
    """Reasons of moves that the engine's own readings deny, found by the tests of the program."""
    path = ROOT / "tests/data/denied.json"
    if not path.exists():
        pytest.skip(f"{path} is not there")
    return json.loads(path.read_text())
