"""The sergeant's weights: its valuation of things.

Each has a place in `board.weights[side]`. The usual values are here; a game may have others in its
edition.toml (`formats/usual_weights.py`), and `data/learned_weights.toml` has those with which a
side plays a game better, for players that search
(`bridgehead.players.learned.heuristic_weights`). Values are in half points, as in the ledger.
"""

from __future__ import annotations

USUAL = {
    # fights, as they look while units move
    "support": 3.0,  # the strength that markers and guns are taken to add to an attack of the West
    "coming": 0.4,  # the part of those who could still come to an attack that is counted on
    "stir": 0.03,  # a move must promise this much
    "night": -0.2,  # what it is worth to be next to enemies at night
    "driven": 0.6,  # what is counted of an objective whose holders are driven back
    "shove": 0.25,  # what it is worth to drive a unit back where nothing is at stake
    "dread": 1.5,  # how much the loss of a unit counts where it is about to attack
    "kill": 1.0,  # what is counted of the points for an enemy
    # attacks
    "least_gain": 0.15,  # an attack that nobody has to make must promise this much
    "marker_price": 0.05,  # what an airstrike is worth elsewhere
    "seized": 0.4,  # what is counted of an objective's worth to both when it is fought for
    "opinion": 1.0,  # what is counted of the points for fire into a city
    # objectives and ways out
    "tempo": 0.35,  # what an objective is worth a turn, as a part of Egypt's points for it
    "held_early": 0.6,  # what is left of an objective's worth while exits pay best
    "each_turn": 0.9,  # what a prospect keeps for each turn that it is away
    "share": 0.75,  # of an objective's worth, for a unit on its way there
    "nearer": 0.004,  # what a half point of the way is worth
    "forts": 0.7,  # what it costs to stand next to a fortification
    "shelling": 0.8,  # what it is worth to artillery to reach an enemy on an objective
    "cut_off": 0.5,  # what it costs to have no way out
    "leave": 0.4,  # what it is worth to leave now rather than later, beside the points
    "lift_early": 4.0,  # what the helicopter is worth here a turn while exits pay best
    "lift_late": 0.8,  # and later
    "leaves_until": 3.0,  # the game turn until which who comes to Suez comes to leave it again
    "wanted": 1.0,  # units sent to an objective that is free
    "wanted_held": 2.0,  # and to one that the enemy holds
    # retreats and advances
    "advance": 0.2,  # an advance must promise this much
    "free": 0.1,  # what it is worth to be in no enemy zone
    "zone": 0.1,  # what each enemy zone costs
    "near": 0.02,  # what a hex of the way to what one wants costs
    "cover": 0.05,  # what a column of terrain is worth
}
NAMES = tuple(USUAL)


(
    SUPPORT, COMING, STIR, NIGHT, DRIVEN, SHOVE, DREAD, KILL,
    LEAST_GAIN, MARKER_PRICE, SEIZED, OPINION,
    TEMPO, HELD_EARLY, EACH_TURN, SHARE, NEARER, FORTS, SHELLING, CUT_OFF, LEAVE, LIFT_EARLY,
    LIFT_LATE, LEAVES_UNTIL, WANTED, WANTED_HELD,
    ADVANCE, FREE, ZONE, NEAR, COVER,
) = range(len(NAMES))  # fmt: skip
