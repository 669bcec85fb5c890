"""Measurements: `python -m benchmarks.NAME` prints the figures that docs/performance.md gives.

Each measurement compiles first what it measures.
"""

import os

os.environ.setdefault("BRIDGEHEAD_JIT", "1")
