"""The attacks that a move on hexes would lead to: those of the unit, and the one on it there."""

from __future__ import annotations

from typing import Any, cast

from bridgehead.core.positions import hex_layers
from bridgehead.core.titles.games import title_of
from bridgehead.server.views import positions


def previews(position: Any, unit: str, place: str) -> list[dict[str, Any]]:
    """Return the odds of each attack that a unit could join from a hex, and of the enemy's on it.

    `own` says whose attack it is, `units` who takes part. [] if the unit cannot move there now.
    """
    facts = cast(hex_layers.HexFacts, title_of(position.game.id).layers)
    found = hex_layers.attacks_ahead(facts, position, unit, place)
    if found is None:
        return []
    mine, threat = found
    told = [(at, True, one) for at, one in mine.items()]
    told += [(place, False, threat)] if threat.odds is not None else []
    return [
        {
            "hex": at, "own": own, "units": list(one.inside),
            "odds": positions.odds_data(position, one.odds),
        }
        for at, own, one in told
    ]  # fmt: skip
