"""October War as a single edition with its options."""

from __future__ import annotations

from bridgehead.core.titles.bids import SENTENCES

ID = "october-war"
NAME = "October War"
PUBLISHER = "Decision Games"
YEAR = 2016
ABOUT = (
    "The Yom Kippur War in two theaters, Sinai and Golan: stacks that the enemy cannot look into, "
    "secret air commitment, events, mobilization. Point to point, nine turns."
)
OPTIONS = {
    "no_fog": "[27.0] all counters of both sides lie open",
    "city_points": "[4.2] an Egyptian city counts 10 victory points, not 1 as printed",
    "elite_city_or_fort": "[15.6] the Israeli elite shift counts only against cities and forts",
    "no_ceasefire": "[4.4] both Ceasefire events have no effect",
    **SENTENCES,
    "hold_return_events": "[8.3] Return events stay out of the pool until US Resupply",
}
