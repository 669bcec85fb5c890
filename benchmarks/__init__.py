"""Measurements: `python -m benchmarks.NAME`, each prints what docs/performance.md writes down."""
