# SPDX-License-Identifier: MIT OR Apache-2.0
"""The examples of README.md run as they are written, each by itself."""

import re
from pathlib import Path

import pytest

README = Path(__file__).parents[1] / "README.md"
EXAMPLES = re.findall(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
PACKAGES = {"jax", "torch", "gymnasium", "pettingzoo"}


def test_the_readme_trains_with_jax_and_with_pytorch():
    assert len(EXAMPLES) > 5
    for package in ["import jax", "import torch"]:
        assert any(package in example for example in EXAMPLES)


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.parametrize("number", range(1, len(EXAMPLES) + 1))
def test_an_example_of_the_readme_runs(number):
    example = EXAMPLES[number - 1]
    try:
        exec(compile(example, f"example {number}", "exec"), {"__name__": "example"})
    except ImportError as error:
        # Of the other packages the package itself tells which one to install.
        is_missing = getattr(error, "name", None) in PACKAGES or "pip install" in str(error)
        if not is_missing:
            raise
        pytest.skip(f"example {number}: {error}")
