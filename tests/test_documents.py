"""What the documents say of the tests is so."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
NAMED = re.compile(r"`([a-z0-9_]+/test_[a-z0-9_]+\.py)::(test_[a-z0-9_]+)`")


def test_every_test_that_reliability_names_is_there() -> None:
    named = NAMED.findall((ROOT / "docs" / "reliability.md").read_text())
    assert named
    gone = [
        f"{file}::{test}"
        for file, test in named
        if not (ROOT / "tests" / file).is_file()
        or not re.search(rf"def {test}\(", (ROOT / "tests" / file).read_text())
    ]
    assert gone == []
