"""A server that is attacked goes on for everybody else: bounded attacks, on this machine alone.

    pytest -m slow -s tests/online/test_attacks.py

Each test prints its figures; docs/performance.md has them.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.online.attacked import Served, Waits

pytestmark = pytest.mark.slow
PROMPT = 0.5  # seconds: nobody waits longer, whatever others do


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    with Served(tmp_path) as server:
        yield server


def tell(what: str, waits: Waits) -> None:
    print(
        f"\n{what}: longest wait {waits.longest:.2f} s of {len(waits.seconds)} requests, "
        f"processor {waits.processor:.1f} s, memory {waits.megabytes:+.0f} MB"
    )


def test_unknown_files(served: Served) -> None:
    begun = time.monotonic()
    with served.watched() as waits:
        for number in range(100):
            answer = served.get(f"/static/none-{number}", Cookie="session=a-secret-cookie")
            assert answer.status == 404
    seconds = time.monotonic() - begun
    tell(f"100 unknown files in {seconds:.1f} s", waits)
    assert waits.longest < PROMPT
    assert waits.processor < 5.0  # with a traceback each 88 s
    assert "a-secret-cookie" not in served.log.read_text()
