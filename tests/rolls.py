"""Rolls of one die, as the dice of a record draw them."""

from __future__ import annotations

from collections.abc import Sequence

from bridgehead.core.dice.dice import derived_draw, open_draw, seeded_draw

FACES = 6


def derived_roll(key: str, number: int, actions: Sequence[str]) -> int:
    """Return roll number `number` (from 1), 1 to 6, after these actions."""
    return derived_draw(key, number, actions, FACES) + 1


def seeded_roll(seed: int, number: int) -> int:
    """Return roll number `number` of a seed."""
    return seeded_draw(seed, number, FACES) + 1


def open_roll() -> int:
    """Return a roll from the system's entropy."""
    return open_draw(FACES) + 1
