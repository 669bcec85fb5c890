"""Numbers of the rules that forbid actions: predicates return one of these, or 0 for none.

`words/refusals.py` has the case and the sentence of each. If a sentence names something besides the
action itself (a unit, a turn, half points), a predicate leaves it in `w.witness`.
"""

ALLOWED = 0

# Rules that a search of movement can leave out, in the order in which it does: see `movement`
ZONES_STOP, ENEMIES_BAR, BRIDGE_WAY, TOO_FAR, NO_WAY = range(1, 6)

(
    # who moves
    NOT_YOURS, STAYS_ACROSS, IS_ELIMINATED, HAS_MOVED, NEVER_COMES, NOT_YET, HELD,
    LAND_IT, ENTER_IT, NOT_ENTERING, NOT_LANDING, NOT_BY_LAND,
    # where a move can end
    STANDS_THERE, CLOSED, ENEMY_THERE, FRIEND_THERE, BRIDGE_HEX, ENTRY_TAKEN,
    # crossing and landing
    EGYPT_STAYS, BRIDGE_STAYS, NOT_IN_TURN_1, FERRY_FULL, TOO_DEAR,
    NO_LANDING, LANDS_LATER, ZONE_THERE, NOT_FROM_SEA,
    # placing before turn 1
    NOT_PLACED, IS_PLACED, NOT_BESIDE_RESHEF,
    # artillery
    ALL_BOMBARDED, NO_ISRAELI, BOMBARDED_ONCE, NO_EGYPTIAN_BESIDE,
    ISRAEL_SUPPORTS, SILENT_AT_NIGHT, SUPPORTED_ONCE, FIRST_ATTACK, NO_SUPPORT_LEFT, FIRE_NOW,
    # attacks
    NO_ENEMY, ATTACKED_ONCE, ALL_HAVE_FOUGHT, NOBODY_BESIDE, NO_ATTACKER,
    NOT_YOUR_UNIT, NOT_BESIDE, HAS_FOUGHT, CAME_BY_AIR, IS_IN, MUST_JOIN, OUT_OF_ORDER,
    # what follows
    NOT_TO_LOSE, NOT_TO_RETREAT, NO_RETREAT, NOT_AWAY, NO_ADVANCE,
) = range(6, 63)  # fmt: skip
