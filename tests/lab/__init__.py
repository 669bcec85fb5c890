"""Tests of the laboratory.

With the compiler off (for coverage) games take seconds: fewer are played then.
"""

from __future__ import annotations

import pytest

from bridgehead.core.kernels.kernel import JIT

compiled_only = pytest.mark.skipif(not JIT, reason="takes too long in plain Python")


def many(count: int) -> int:
    """Return how many games a test plays."""
    return count if JIT else 2
