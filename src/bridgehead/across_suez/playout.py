"""Whole games inside the kernels (being written)."""

from __future__ import annotations

KINDS = {"recruit": 0}
