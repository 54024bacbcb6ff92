# SPDX-License-Identifier: MIT OR Apache-2.0
"""Runs the examples of README.md, each by itself. One that needs a missing package says so."""

import re
import sys
from pathlib import Path

README = Path(__file__).parents[1] / "README.md"


def main():
    examples = re.findall(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    assert examples, "the README has no example"
    for number, example in enumerate(examples, 1):
        print(f"-- example {number}")
        try:
            exec(compile(example, f"example {number}", "exec"), {"__name__": "example"})
        except ImportError as error:
            # The package itself tells what to install.
            if not isinstance(error, ModuleNotFoundError) and "pip install" not in str(error):
                raise
            print(f"skipped: {error}", file=sys.stderr)


if __name__ == "__main__":
    main()
