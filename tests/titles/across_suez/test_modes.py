"""Compiled, compiled with bounds checks, and plain Python: the same game, bit for bit."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from bridgehead.core.kernels.kernel import JIT
from tests.titles.across_suez.games import SETTINGS
from tests.titles.across_suez.trace import trace

ROOT = Path(__file__).parents[3]


@pytest.mark.slow_for("1980", "reprint")
@pytest.mark.skipif(not JIT, reason="compares the compiled rules with the plain ones")
@pytest.mark.parametrize("setting", SETTINGS)
def test_compiled_and_plain_rules_agree(setting: str) -> None:
    plain = subprocess.run(
        [sys.executable, "-m", "tests.titles.across_suez.trace", setting, "21"],
        env={**os.environ, "BRIDGEHEAD_JIT": "0"},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert plain.stdout.strip() == trace(setting, 21)
