"""The sergeant's weights: its valuation of things, by edition and side.

Each has a place in `board.weights[side]`. The usual values are here; `data/learned_weights.toml`
has others with which a side plays better, for players that search
(`bridgehead.players.learned.heuristic_weights`). Values are in strength points, worry in units of
line cost, distances in half points.
"""

from __future__ import annotations

USUAL = {
    # Israel's moves
    "least_relief": 7.0,  # worry that a guard must take away
    "late": 7.0,  # from this game turn on the line comes before attacks
    "garrison": 2.0,  # units as near as this to Matzmed fight only about there ...
    "leash": 1.0,  # ... no further than this beyond
    "spared": 4.0,  # units as strong as this cross only when the time is short ...
    "hurry": 2.0,  # ... that is, with fewer ferries to spare than this
    "ready": 12.0,  # way to Matzmed from which a unit can cross in its next move
    "reserve": 3.0,  # units kept ready there beyond those that still must cross
    "fear": 6.0,  # way that an open side of the bridge unit is worth
    "adjoining": 3.0,  # open sides that an Egyptian next to the bridge unit counts for
    "halt": 20.0,  # way from the line at which idle units halt
    "stays": 12.0,  # hexes of way that it is worth to leave a guard where it is
    "stays_on_line": 4.0,  # and a unit on the line
    # Israel's worry
    "ring": 25.0,  # an open side of Matzmed
    "open_crossing": 40.0,  # Matzmed itself, where Egypt can come near
    "bridge_open": 30.0,  # an open side of the placed bridge
    "column_open": 15.0,  # an open side of the bridge unit on its way
    "life": 2.0,  # a point of strength left to be surrounded
    # fights
    "least_gain": 0.25,  # an attack must promise this much
    "toil": 0.05,  # what an attack costs per point sent in: no more are sent than help
    "siege": 6.0,  # what it is worth to drive Egypt out of Matzmed
    "besieger": 1.5,  # and from next to it
    "blocker": 0.5,  # what an Egyptian is worth beside, for each hex of the line near it
    "blocker_driven": 0.5,  # and what it is worth to drive it off
    "driven": 0.4,  # what it costs to be driven off a hex
    "keeper": 3.0,  # what the unit on Matzmed is worth beside
    "neighbor": 1.0,  # and one next to it
    "lineman": 0.5,  # and one on the line
    "gather_israel": 0.4,  # what a move into an attack must add
    "gather_egypt": 0.6,
    # retreats and advances
    "ground": 0.5,  # what a column of terrain is worth
    "calm": 0.2,  # what a unit of worry is worth
    "advance": 0.3,  # an advance must promise this much
}
NAMES = tuple(USUAL)


def usual(_game_id: str, _side: str) -> dict[str, float]:
    """Return the usual weights of a side in an edition: they are the same for all."""
    return USUAL


(
    LEAST_RELIEF, LATE, GARRISON, LEASH, SPARED, HURRY, READY, RESERVE, FEAR, ADJOINING, HALT,
    STAYS, STAYS_ON_LINE, RING, OPEN_CROSSING, BRIDGE_OPEN, COLUMN_OPEN, LIFE,
    LEAST_GAIN, TOIL, SIEGE, BESIEGER, BLOCKER, BLOCKER_DRIVEN, DRIVEN, KEEPER, NEIGHBOR, LINEMAN,
    GATHER_ISRAEL, GATHER_EGYPT, GROUND, CALM, ADVANCE,
) = range(len(NAMES))  # fmt: skip
