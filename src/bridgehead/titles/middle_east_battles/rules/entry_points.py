"""Entry points for Python (`core.kernels.entry_points`)."""

from __future__ import annotations

from bridgehead.core.kernels import entry_points
from bridgehead.core.kernels.binding import bind
from bridgehead.titles.middle_east_battles.rules import kinds, legal, scenario, sequence, zones

start, refresh, list_legal, carry_out, resign, owner = bind(
    __name__, kinds, *entry_points.ALL,
    start=sequence.start, refresh=zones.refresh, legal=legal.legal, apply=sequence.apply,
    resign=sequence.resign, owner=sequence.owner,
)  # fmt: skip
look_at_condition, look_at_holder = scenario.look_at_condition, scenario.look_at_holder
