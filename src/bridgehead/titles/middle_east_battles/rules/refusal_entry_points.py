"""What refusals ask of the kernels: entry points for them alone.

Each takes one-element arrays. Nothing is decided here.
"""

from __future__ import annotations

from bridgehead.core.kernel import entry
from bridgehead.titles.middle_east_battles.rules.advance import may_go_forward
from bridgehead.titles.middle_east_battles.rules.declare import role_in
from bridgehead.titles.middle_east_battles.rules.duties import look_at
from bridgehead.titles.middle_east_battles.rules.fire import (
    fire_into,
    free_to_barrage,
    guns_cover,
    guns_reach,
    may_protect,
    protection,
)
from bridgehead.titles.middle_east_battles.rules.kinds import Boards, States, Works
from bridgehead.titles.middle_east_battles.rules.landings import entry_price, search_entry
from bridgehead.titles.middle_east_battles.rules.legal_moves import can_go_elsewhere
from bridgehead.titles.middle_east_battles.rules.movement import (
    allowance,
    exit_price,
    pinned,
    search_from_map,
)
from bridgehead.titles.middle_east_battles.rules.retreat import (
    can_be_cleared,
    further,
    has_open_way,
    may_be_displaced,
    may_cross_to,
    open_way,
    retreat_mode,
)
from bridgehead.titles.middle_east_battles.rules.zones import has_room, zone_stops
from bridgehead.titles.middle_east_battles.state import DECLARE

# What a step of a retreat meets, in this order
BARRED, NOT_FURTHER, FULL, PASSABLE = range(4)
# What a displacement meets
FIXED, NO_WAY, OTHERS_OPEN, POSSIBLE = range(4)

# Movement


@entry
def allowance_of(board: Boards, state: States, unit: int) -> int:
    """[5.2, 5.3, 5.15] Half points a unit may spend."""
    return allowance(board[0], state[0], unit)


@entry
def pinned_now(board: Boards, state: States, work: Works, unit: int) -> bool:
    """[6.2, 6.3] Whether a zone keeps a unit where it is."""
    return pinned(board[0], state[0], work[0], unit)


@entry
def stops_at(board: Boards, work: Works, unit: int, hex_: int) -> bool:
    """[6.2, 6.3] Whether zones in a hex end a unit's move."""
    return zone_stops(board[0], work[0], unit, hex_)


@entry
def room_in(board: Boards, work: Works, unit: int, hex_: int) -> bool:
    """[5.11] Whether stacking lets a unit stay in a hex."""
    return has_room(board[0], work[0], unit, hex_)


@entry
def search_unit(board: Boards, state: States, work: Works, unit: int, left_out: int) -> None:
    """Search from where a ground unit stands, with some rules left out."""
    search_from_map(board[0], state[0], work[0], unit, left_out)


@entry
def search_rim(
    board: Boards, state: States, work: Works, unit: int, hex_: int, left_out: int
) -> None:
    """Search from an entry hex, with some rules left out."""
    search_entry(board[0], state[0], work[0], unit, hex_, left_out)


@entry
def price_of_entry(board: Boards, state: States, unit: int, rim: int) -> int:
    """[10.4] Half points for an entry hex."""
    return entry_price(board[0], state[0], unit, rim)


@entry
def price_of_exit(
    board: Boards, state: States, work: Works, unit: int, hex_: int, cost: int
) -> int:
    """[9.10, 10.9] Half points to be off by an exit hex that costs so much to get to."""
    return exit_price(board[0], state[0], work[0], unit, hex_, cost)


@entry
def moves_elsewhere(board: Boards, state: States, work: Works, unit: int) -> bool:
    """[9.4] Whether a unit has a legal move."""
    return can_go_elsewhere(board[0], state[0], work[0], unit)


# Combat


@entry
def duties_of(board: Boards, state: States, work: Works, assault: bool) -> None:
    """[7.3, 7.19] Write the duties that hold for the attack declared into the work."""
    s = state[0]
    look_at(board[0], s, work[0], s.aim, s.aims, assault)


@entry
def role_of(board: Boards, state: States, work: Works, unit: int) -> int:
    """Return how a unit could join the attack being declared."""
    s = state[0]
    return role_in(board[0], s, work[0], unit, s.aim, s.aims)


@entry
def fire_at(board: Boards, state: States, work: Works, unit: int, hex_: int, observer: bool) -> int:
    """[8.3, 8.16] What a unit's fire into a hex is."""
    return fire_into(board[0], state[0], work[0], unit, hex_, observer)


@entry
def barrages(board: Boards, state: States, work: Works, unit: int) -> bool:
    """[8.9] Whether artillery may fire from range at all now."""
    return free_to_barrage(board[0], state[0], work[0], unit)


@entry
def protects(board: Boards, state: States, work: Works, unit: int) -> tuple[int, bool]:
    """[8.10, 8.16] What fire a unit could give in protection, and whether it may."""
    b, s, w = board[0], state[0], work[0]
    return int(protection(b, s, w, unit)), bool(may_protect(b, s, w, unit))


@entry
def guns_can(board: Boards, state: States, work: Works, nation: int) -> bool:
    """[8.19] Whether a nation's naval guns may fire in the pending decision."""
    s = state[0]
    if s.step == DECLARE:
        return guns_reach(board[0], s, work[0], nation, s.aim, s.aims)
    return guns_cover(board[0], s, work[0], nation)


# Retreat, displacement, advance


@entry
def step_of_retreat(board: Boards, state: States, work: Works, unit: int, direction: int) -> int:
    """[7.9 to 7.13] What a step of a unit's retreat meets: BARRED to PASSABLE."""
    b, s, w = board[0], state[0], work[0]
    here = int(s.hex[unit])
    if not may_cross_to(b, w, unit, here, direction):
        return BARRED
    if not further(b, w, unit, int(s.origin[unit]), here, direction):
        return NOT_FURTHER
    there = int(b.neighbor[here, direction])
    if has_room(b, w, unit, there) or can_be_cleared(b, s, w, unit, there):
        return PASSABLE
    return FULL


@entry
def way_of_retreat(board: Boards, state: States, work: Works, unit: int) -> tuple[int, int]:
    """[7.12] How a unit must retreat, and how far it can."""
    mode, steps = retreat_mode(board[0], state[0], work[0], unit)
    return int(mode), int(steps)


@entry
def step_aside_of(board: Boards, state: States, work: Works, unit: int, direction: int) -> int:
    """[7.13, 7.14] What a unit's displacement meets that way: FIXED to POSSIBLE."""
    b, s, w = board[0], state[0], work[0]
    if not may_be_displaced(b, s, unit):
        return FIXED
    if not may_cross_to(b, w, unit, int(s.hex[unit]), direction):
        return NO_WAY
    if has_open_way(b, s, w, unit) and not open_way(b, s, w, unit, direction):
        return OTHERS_OPEN
    return POSSIBLE


@entry
def goes_forward(board: Boards, state: States, unit: int) -> bool:
    """[7.15] Whether a unit may advance at all after this combat."""
    return may_go_forward(board[0], state[0], unit)
