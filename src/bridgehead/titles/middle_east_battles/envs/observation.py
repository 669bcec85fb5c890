"""A side's observation of Middle East Battles as numbers: planes, a table of units, scalars.

One thing is hidden: the last turn that the West has written down in Suez '56 [9.2]. The tables name
the values that `observe` writes, in the same order; docs/observations.md is made from them.
"""

from __future__ import annotations

from bridgehead.core.kernel import kernel
from bridgehead.core.records import Vector
from bridgehead.titles.middle_east_battles import state as st
from bridgehead.titles.middle_east_battles.records import Board, State, Work
from bridgehead.titles.middle_east_battles.rules.sequence import owner

MAP = (
    ("west units", "Western units in the hex"),
    ("egypt units", "Egyptian units in the hex"),
    ("west attack", "sum of what the Western units there attack with"),
    ("egypt attack", "sum of what the Egyptian units there attack with"),
    ("west defense", "sum of what the Western units there defend with"),
    ("egypt defense", "sum of what the Egyptian units there defend with"),
    ("west fresh", "Western units there that have not moved in this Movement Phase"),
    ("egypt fresh", "Egyptian units there that have not moved in this Movement Phase"),
    ("west zone", "Western units next to the hex"),
    ("egypt zone", "Egyptian units next to the hex"),
    ("shaken", "units there that have retreated in their own last Combat Phase"),
    ("western city", "1: a city hex that a Western unit entered last"),
    ("city fired", "1: a city hex for which fire into it has been paid"),
    ("target", "1: a hex attacked now"),
    ("attackers", "strength that attacks from there in the combat being resolved"),
    ("entered", "units that have entered by that hex in this phase"),
    ("waited for", "1: a hex in which a displaced unit's friends make room"),
)
(
    M_UNITS, M_EGYPT_UNITS, M_ATTACK, M_EGYPT_ATTACK, M_DEFENSE, M_EGYPT_DEFENSE, M_FRESH,
    M_EGYPT_FRESH, M_ZONE, M_EGYPT_ZONE, M_SHAKEN, M_CITY, M_FIRED, M_TARGET, M_ATTACKERS,
    M_ENTERED, M_CHAIN,
) = range(len(MAP))  # fmt: skip
UNITS = (
    ("hex", "number of its hex in the list of hexes, -1 in none"),
    ("place", "0 in a hex, 1 off the map, 2 exited, 3 eliminated"),
    ("moved", "has moved in this Movement Phase"),
    ("placed", "militia: placed in this Player-Turn, as the first, the second, …"),
    ("landed", "1 landed, 2 brought over with the help of an engineer, in this Player-Turn"),
    ("fixed", "an engineer that helps others across"),
    ("disengaged", "has left a zone of control in a withdrawal"),
    ("bound", "must attack in this Combat Phase"),
    ("owed", "must be attacked in this Combat Phase"),
    ("fought", "has attacked in this Combat Phase"),
    ("attacked", "has been attacked in this Combat Phase"),
    ("displaced", "has been displaced in this Combat Phase"),
    ("protected", "artillery that has given protective fire in this Combat Phase"),
    ("shaken", "has retreated or been displaced in its own last Combat Phase"),
    ("role", "in the combat being resolved: 1 adjacent, 2 ranged, 3 defender, 4 protector"),
    ("origin", "hex from which it takes part in the combat, -1 none"),
    ("due", "steps that it still has to retreat"),
    ("advanced", "has advanced after this combat"),
)
N_UNITS = len(UNITS)
SCALARS = (
    ("viewer", "number of the side that sees this, -1 a spectator"),
    ("owner", "whose decision is pending: number of a side, 2 the dice, -1 nobody"),
    ("turn", "game turn"),
    ("side", "number of the side whose Player-Turn it is"),
    ("step", "pending decision: " + ", ".join(f"{n} {name}" for n, name in enumerate(st.STEPS))),
    ("night", "1: this game turn is at night"),
    ("dropping", "1: nothing but air drops has been done in this Movement Phase"),
    ("drops", "air drops made in this Movement Phase"),
    ("landings", "amphibious landings made in this Movement Phase"),
    ("entering", "unit between its entry hex and the rest of its move, -1 none"),
    ("entry_hex", "hex by which it enters, -1 none"),
    ("militia_left", "militia to be placed now"),
    ("air_dice", "dice still to be rolled for airstrikes"),
    ("amphibious", "1: the first phase with an amphibious landing is over"),
    ("privilege", "1: Matt's one battalion has come elsewhere"),
    ("withdrawn", "1: the withdrawal is declared"),
    ("militia_over", "1: there is no more militia"),
    ("last_turn", "last turn that the West has written down; 0 to everybody else"),
    ("aims", "defending hexes"),
    ("crt", "combat table: 1 mobile, 2 frontal"),
    ("night_shift", "column shift of the night"),
    ("result", "result on the table, from 1: " + ", ".join(st.RESULTS[1:])),
    ("retreating", "number of the side that retreats, -1 nobody"),
    ("mover", "unit in the middle of its retreat, -1 none"),
    ("chain", "displacements that wait for one another"),
    ("loss_due", "strength that the attacker has still to lose"),
    ("winner", "number of the side that has won, -1 a draw or none yet"),
    ("ending", "how the game has ended, 0 while it goes on, then: "
               + ", ".join(st.ENDING_NAMES[1:])),
    *((f"air {k}", f"airstrikes left in this game turn, kind {k}") for k in range(2)),
    *((f"guns_used {k}", f"1: naval guns of nation {k} have fired") for k in range(2)),
    *((f"column_hex {k}", f"hex by which column {k} enters, -1 not fixed") for k in range(3)),
    *((f"strikes {k}", f"the attacker's markers of kind {k}") for k in range(4)),
    *((f"covers {k}", f"the defender's markers of kind {k}") for k in range(4)),
    *((f"ledger {k}", f"half victory points: {name}") for k, name in enumerate(st.LEDGER)),
)  # fmt: skip
FIRST_OF_ARRAYS = 28
MAP_FACTS = (
    ("land", "a unit may stand there"),
    ("clear", "clear terrain"),
    ("city", "a city"),
    ("fort", "a fortification"),
    ("shift", "column shift for any defender there"),
    ("fort_shift", "column shift for an Egyptian defender there"),
    ("coast", "amphibious landings"),
    ("objective", "an objective"),
    ("exit_cost", "half points to leave the map there, 0 no exit"),
    ("entry_cost", "half points for the entry hex"),
    ("q", "axial coordinate"),
    ("r", "axial coordinate"),
)
UNIT_FACTS = (
    ("side", "number of its side"),
    ("nation", "0 British, 1 French, -1 neither"),
    ("division", "Israeli division, 0 joins any"),
    ("mobility", "mobility: " + ", ".join(f"{n} {x}" for n, x in enumerate(st.MOBILITIES))),
    ("artillery", "artillery"),
    ("engineer", "a Western engineer"),
    ("missile", "the anti-tank missile unit"),
    ("strength", "what it attacks with"),
    ("defense", "what it defends with"),
    ("fpf", "its protective fire"),
    ("range", "range of artillery"),
    ("allowance", "movement allowance, in half points"),
    ("drops", "may land from the air"),
    ("militia", "militia"),
    ("arrives", "game turn from which it may enter, 0 never"),
)


@kernel
def observe(
    b: Board, s: State, w: Work, side: int, cell: Vector[int], cells: int,
    map_: Vector[int], units: Vector[int], scalars: Vector[int],
) -> None:  # fmt: skip
    """Write a side's observation; `cell` has the place of each hex on a plane of `cells`."""
    map_[:] = 0
    for hex_ in range(b.hexes):
        on = int(cell[hex_])
        if w.zone[0, hex_]:
            map_[M_ZONE * cells + on] = w.zone[0, hex_]
        if w.zone[1, hex_]:
            map_[M_EGYPT_ZONE * cells + on] = w.zone[1, hex_]
    for u in range(b.units):
        _row(s, u, units)
        _count(b, u, 1, cell, cells, map_, units)
    _combat_and_cities(b, s, cell, cells, map_)
    _scalars(b, s, side, scalars)


@kernel
def observe_again(
    b: Board, s: State, w: Work, side: int, cell: Vector[int], cells: int,
    map_: Vector[int], units: Vector[int], scalars: Vector[int],
) -> None:  # fmt: skip
    """Update an observation of an earlier position of the same game.

    The rows of the units say where each was counted then, and so what must be counted again, and
    where zones may have changed.
    """
    for plane in (M_TARGET, M_CHAIN):
        map_[plane * cells : (plane + 1) * cells] = 0
    for rim in range(b.rims):
        map_[M_ENTERED * cells + cell[b.rim_hex[rim]]] = 0
    for u in range(b.units):
        if _counts_otherwise(s, u, units):
            before, here = int(units[u * N_UNITS]), int(s.hex[u])
            _count(b, u, -1, cell, cells, map_, units)
            _row(s, u, units)
            _count(b, u, 1, cell, cells, map_, units)
            if here != before:
                _zones_about(b, w, u, before, cell, cells, map_)
                _zones_about(b, w, u, here, cell, cells, map_)
        else:
            _row(s, u, units)
    _combat_and_cities(b, s, cell, cells, map_)
    _scalars(b, s, side, scalars)


@kernel
def _combat_and_cities(
    b: Board, s: State, cell: Vector[int], cells: int, map_: Vector[int]
) -> None:
    """Write the map values other than units.

    The planes of the combat and of entries must be clear.
    """
    for hex_ in range(b.hexes):
        if b.city[hex_]:
            place, on = b.city_place[hex_], int(cell[hex_])
            map_[M_CITY * cells + on] = s.west_city[place]
            map_[M_FIRED * cells + on] = s.city_fired[place]
    for rim in range(b.rims):
        if s.entered[rim]:
            map_[M_ENTERED * cells + cell[b.rim_hex[rim]]] = s.entered[rim]
    for k in range(s.aims):
        map_[M_TARGET * cells + cell[s.aim[k]]] = 1
    for k in range(s.chain):
        map_[M_CHAIN * cells + cell[s.chain_hex[k]]] = 1


@kernel
def _row(s: State, u: int, units: Vector[int]) -> None:
    here, at = int(s.hex[u]), u * N_UNITS
    units[at] = max(here, -1)
    units[at + 1] = 0 if here >= 0 else -here
    units[at + 2] = s.moved[u]
    units[at + 3] = s.placed[u]
    units[at + 4] = s.landed[u]
    units[at + 5] = s.fixed[u]
    units[at + 6] = s.disengaged[u]
    units[at + 7] = s.bound[u]
    units[at + 8] = s.owed[u]
    units[at + 9] = s.fought[u]
    units[at + 10] = s.attacked[u]
    units[at + 11] = s.displaced[u]
    units[at + 12] = s.protected[u]
    units[at + 13] = s.shaken[u]
    units[at + 14] = s.role[u]
    units[at + 15] = s.origin[u]
    units[at + 16] = s.due[u]
    units[at + 17] = s.advanced[u]


@kernel
def _counts_otherwise(s: State, u: int, units: Vector[int]) -> bool:
    """Whether a unit's map values differ from those of its row."""
    at = u * N_UNITS
    differs = units[at] ^ max(int(s.hex[u]), -1)
    differs |= units[at + 2] ^ s.moved[u]
    differs |= units[at + 13] ^ s.shaken[u]
    differs |= units[at + 14] ^ s.role[u]
    differs |= units[at + 15] ^ s.origin[u]
    return bool(differs != 0)


@kernel
def _count(
    b: Board, u: int, change: int, cell: Vector[int], cells: int,
    map_: Vector[int], units: Vector[int],
) -> None:  # fmt: skip
    """Add the map values of a unit's row, or remove them."""
    at = u * N_UNITS
    here, role, origin = int(units[at]), int(units[at + 14]), int(units[at + 15])
    if origin >= 0 and role in (st.ADJACENT, st.RANGED):
        map_[M_ATTACKERS * cells + cell[origin]] += change * b.strength[u]
    if here < 0:
        return
    on, of = int(cell[here]), int(b.side[u])
    map_[(M_UNITS + of) * cells + on] += change
    map_[(M_ATTACK + of) * cells + on] += change * b.strength[u]
    map_[(M_DEFENSE + of) * cells + on] += change * b.defense[u]
    if not units[at + 2]:
        map_[(M_FRESH + of) * cells + on] += change
    if units[at + 13]:
        map_[M_SHAKEN * cells + on] += change


@kernel
def _zones_about(
    b: Board, w: Work, u: int, hex_: int, cell: Vector[int], cells: int, map_: Vector[int]
) -> None:
    """Write how many units of a unit's side control each hex around one; -1 is no hex."""
    if hex_ < 0:
        return
    side = int(b.side[u])
    for direction in range(6):
        near = int(b.neighbor[hex_, direction])
        if near >= 0:
            map_[(M_ZONE + side) * cells + cell[near]] = w.zone[side, near]


@kernel
def _scalars(b: Board, s: State, side: int, x: Vector[int]) -> None:
    x[0] = side
    x[1] = owner(s)
    x[2] = s.turn
    x[3] = s.side
    x[4] = s.step
    x[5] = b.night[s.turn]
    x[6] = s.dropping
    x[7] = s.drops
    x[8] = s.landings
    x[9] = s.entering
    x[10] = s.entry_hex
    x[11] = s.militia_left
    x[12] = s.air_dice
    x[13] = s.amphibious
    x[14] = s.privilege
    x[15] = s.withdrawn
    x[16] = s.militia_over
    x[17] = s.last_turn if side == st.WEST else 0
    x[18] = s.aims
    x[19] = s.crt
    x[20] = s.night_shift
    x[21] = s.result
    x[22] = s.retreating
    x[23] = s.mover
    x[24] = s.chain
    x[25] = s.loss_due
    x[26] = s.winner
    x[27] = s.ending
    at = FIRST_OF_ARRAYS
    for k in range(2):
        x[at + k] = s.air[k]
        x[at + 2 + k] = s.guns_used[k]
    for k in range(3):
        x[at + 4 + k] = s.column_hex[k]
    for k in range(4):
        x[at + 7 + k] = s.strikes[k]
        x[at + 11 + k] = s.covers[k]
    for k in range(len(s.ledger)):
        x[at + 15 + k] = s.ledger[k]
