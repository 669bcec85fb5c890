"""What is left to the night exists: a name that nobody has would leave nothing out."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tiers import NIGHT

pytestmark = pytest.mark.plain
HERE = Path(__file__).parent


@pytest.mark.parametrize("file", NIGHT)
def test_what_is_left_to_the_night_exists(file: str) -> None:
    text = (HERE / file).read_text(encoding="utf-8")
    for name in NIGHT[file]:
        assert f"def {name.partition('[')[0]}(" in text
