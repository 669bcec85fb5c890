"""Measurements: `python -m benchmarks.NAME`, each prints what docs/performance.md writes down.

What they measure is compiled first.
"""

import os

os.environ.setdefault("BRIDGEHEAD_JIT", "1")
