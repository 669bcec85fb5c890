"""Evaluation features of October War: points and casualties, ground held, armies, stocks.

All numbers are computed from the complete position at the start of a player turn. Signed values are
positive if they favor Israel.
"""

from __future__ import annotations

import numpy as np

from bridgehead.core.kernels.kernel import Codes, Floats, entry, kernel
from bridgehead.core.kernels.record_types import Matrix, Vector
from bridgehead.titles.october_war import state as st
from bridgehead.titles.october_war.records import Board, State, Work
from bridgehead.titles.october_war.rules.kinds import Boards, States, Works
from bridgehead.titles.october_war.rules.places import find_lines, line_from
from bridgehead.titles.october_war.rules.turn.victory import (
    controlled,
    occupied,
    printed,
    victory_points,
)
from bridgehead.titles.october_war.state import ARAB, ISRAEL, NOBODY

STOCKS = ("Israel", "Egypt", "Syria")
SIDES = ("Israeli", "Arab")
# kinds of points that are looked at one by one: as many as the map is expected to have
OBJECTIVES_ARAB, OBJECTIVES_ISRAEL, PASSES, CITIES, TOWNS = 5, 4, 2, 3, 5
ZONES = ("Africa", "the Bar-Lev line", "the Sinai", "the Golan", "the Purple Line", "Syria")
AREA = 3  # points from which a force bears on another

NAMES = (
    "turns left", "last three turns", "last turn", "Israeli player turn", "joint phases",
    "part of the player turn gone",
    "lead", "lead as the turns run out", "lead, bounded", "Israeli lead beyond minor",
    "Arab lead beyond minor", "Israeli points", "Arab points",
    *(f"casualties of {name}" for name in STOCKS),
    *(f"casualties of {name} near the limit" for name in STOCKS), "Arab casualties closed",
    "Bar-Lev line and passes Arab", "Arab objectives in the Sinai occupied",
    "Purple Line Arab", "Arab objectives on the Golan occupied", "Israel in Arab towns and forts",
    "Egyptian cities Israeli", "Arab forts occupied", "Arabs behind the lines",
    "Bar-Lev forts Israeli", "Purple Line forts Israeli", "Arab forts Israeli",
    *(f"{kind} {k + 1}: {what}"
      for kind, number in (("Arab objective", OBJECTIVES_ARAB),
                           ("Israeli objective", OBJECTIVES_ISRAEL), ("pass", PASSES),
                           ("Egyptian city", CITIES), ("Egyptian town", TOWNS))
      for k in range(number) for what in ("held", "forces near")),
    "Israeli bridges", "Arab bridges",
    *(f"{side} strength in {zone}" for side in SIDES for zone in ZONES),
    *(f"strength in reserve of {name}" for name in STOCKS),
    *(f"{side} strength without a line" for side in SIDES),
    *(f"{side} headquarters in the {theater}" for side in SIDES for theater in ("Sinai", "Golan")),
    *(f"{side} engineers" for side in SIDES),
    *(f"SAM units in the {theater}" for theater in ("Sinai", "Golan")),
    *(f"strength of {name} {box}" for name in STOCKS
      for box in ("available", "broken down", "in refit", "on the turn track", "eliminated")),
    *(f"{what} of {name}" for name in STOCKS
      for what in ("mobilization points", "barrage markers", "EW markers")),
    *(f"strikes of {name} {state}" for name in STOCKS
      for state in ("at hand", "in refit", "lost")),
    "Wild Weasels at hand", "missiles at hand",
    *(f"sky over the {theater}" for theater in ("Sinai", "Golan")),
    "Ceasefires drawn", "Ceasefire", "Combined Arms", "only one Jordanian",
    "Arab Ceasefire in the pool", "Israeli Ceasefire in the pool", "allies in the pool",
    "Soviet resupply in the pool", "US resupply in the pool",
)  # fmt: skip
FEATURES = len(NAMES)


@entry
def features(board: Boards, state: States, work: Works, out: Codes, x: Floats) -> None:
    """Fill x, an array of FEATURES numbers, from a position; `work` must be up to date."""
    b, s, w = board[0], state[0], work[0]
    x[:] = 0.0
    n = clock(b, s, x, 0)
    n = score(b, s, w, x, n)
    n = sudden_ends(b, s, w, x, n)
    force = np.zeros((2, st.MAX_PLACES))
    weigh(b, s, force)
    n = sites(b, s, w, force, x, n)
    n = armies(b, s, w, force, x, n)
    n = boxes(b, s, x, n)
    n = stocks(b, s, x, n)
    n = sky(b, s, x, n)
    events(s, x, n)


@kernel
def clock(b: Board, s: State, x: Vector[float], n: int) -> int:
    """Write the time; return the index of the next features."""
    left = max(0, int(b.last_turn) - int(s.turn))
    x[n] = left / 4.0
    x[n + 1] = max(0, 3 - left) / 3.0
    x[n + 2] = 1.0 if left == 0 else 0.0
    second = s.phase == st.ADMINISTRATION or (s.phase >= st.EVENT and s.side == ISRAEL)
    x[n + 3] = 1.0 if second else 0.0
    x[n + 4] = 1.0 if s.phase < st.EVENT else 0.0
    x[n + 5] = max(0, int(s.phase) - st.EVENT) / 8.0
    return n + 6


@kernel
def score(b: Board, s: State, w: Work, x: Vector[float], n: int) -> int:
    """Write the present victory points, and the casualty indexes [4.2, 7]."""
    mine, theirs = victory_points(b, s, w, ISRAEL), victory_points(b, s, w, ARAB)
    lead = (mine - theirs) / 2.0
    gone = s.turn / max(1, int(b.last_turn))
    minor, wins = float(b.level[0]), b.win_by / 2.0
    x[n] = lead / 40.0
    x[n + 1] = lead / 40.0 * gone * gone
    x[n + 2] = lead / (abs(lead) + minor)
    x[n + 3] = min(3.0, max(0.0, lead - wins) / minor)
    x[n + 4] = min(3.0, max(0.0, -lead - wins) / minor)
    x[n + 5] = mine / 100.0
    x[n + 6] = theirs / 100.0
    for k in range(3):
        limit = float(b.casualties_above[0 if k == 0 else 1])
        part = s.casualties[k] / max(1.0, limit)
        x[n + 7 + k] = part
        x[n + 10 + k] = max(0.0, part - 0.6) / 0.4
    x[n + 13] = float(s.closed)
    return n + 14


@kernel
def sudden_ends(b: Board, s: State, w: Work, x: Vector[float], n: int) -> int:
    """Write how near each side is to immediate victory [4.1], and who holds the forts."""
    line = st.BAR_LEV | st.MOUNTAIN_PASS
    x[n] = _part(b, s, ARAB, st.SINAI, line)
    x[n + 1] = occupied(b, w, ARAB, st.SINAI, st.ARAB_OBJECTIVE) / 2.0
    x[n + 2] = _part(b, s, ARAB, st.GOLAN, st.PURPLE_LINE_FORT)
    x[n + 3] = occupied(b, w, ARAB, st.GOLAN, st.ARAB_OBJECTIVE) / 2.0
    x[n + 4] = min(4, occupied(b, w, ISRAEL, st.BOTH, st.ARAB_PLACE)) / 4.0
    cities = occupied(b, w, ISRAEL, st.BOTH, st.EGYPTIAN_CITY)
    x[n + 5] = cities / max(1, int(b.cities_needed))
    forts = max(1, printed(b, st.BOTH, st.ARAB_FORT))
    x[n + 6] = occupied(b, w, ISRAEL, st.BOTH, st.ARAB_FORT) / forts
    x[n + 7] = occupied(b, w, ARAB, st.BOTH, st.BAR_LEV | st.WEST_OF_PURPLE_LINE) / 8.0
    x[n + 8] = _part(b, s, ISRAEL, st.SINAI, st.BAR_LEV)
    x[n + 9] = _part(b, s, ISRAEL, st.GOLAN, st.PURPLE_LINE_FORT)
    x[n + 10] = _part(b, s, ISRAEL, st.BOTH, st.ARAB_FORT)
    return n + 11


@kernel
def _part(b: Board, s: State, side: int, theater: int, kinds: int) -> float:
    """Return which share of the points with one of these features a side controls."""
    return controlled(b, s, side, theater, kinds) / max(1, printed(b, theater, kinds))


# Forces


@kernel
def strength_of(b: Board, s: State, u: int) -> float:
    """Return a counter's fighting value; static air defense and depots have none."""
    if b.type[u] in (st.STATIC_SAM, st.DEPOT, st.HQ):
        return 0.0
    if s.back[u]:
        return float(b.back_strength[u])
    return float(max(b.strength[u], b.anti_armor[u]))


@kernel
def weigh(b: Board, s: State, force: Matrix[float]) -> None:
    """Add up the strengths of both sides in each place."""
    for u in range(b.units):
        if s.where[u] >= 0 and not b.air[u]:
            force[b.side[u], int(s.where[u])] += strength_of(b, s, u)


@kernel
def sites(b: Board, s: State, w: Work, force: Matrix[float], x: Vector[float], n: int) -> int:
    """Write for each important point who has it, and who is stronger near it."""
    n = _kind(b, s, w, force, x, n, st.ARAB_OBJECTIVE, OBJECTIVES_ARAB)
    n = _kind(b, s, w, force, x, n, st.ISRAELI_OBJECTIVE, OBJECTIVES_ISRAEL)
    n = _kind(b, s, w, force, x, n, st.MOUNTAIN_PASS, PASSES)
    n = _kind(b, s, w, force, x, n, st.EGYPTIAN_CITY, CITIES)
    return _kind(b, s, w, force, x, n, st.EGYPTIAN_TOWN, TOWNS)


@kernel
def _kind(
    b: Board,
    s: State,
    w: Work,
    force: Matrix[float],
    x: Vector[float],
    n: int,
    kind: int,
    most: int,
) -> int:
    """Write the features of up to `most` points of a kind, in the order of the map."""
    end = n + 2 * most
    for p in range(b.points):
        if b.features[p] & kind == 0 or n == end:
            continue
        held = 0.0
        if s.control[p] != NOBODY:
            held = 0.5 if s.control[p] == ISRAEL else -0.5
        held += 0.5 if w.count[ISRAEL, p] > 0 else 0.0
        held -= 0.5 if w.count[ARAB, p] > 0 else 0.0
        x[n] = held
        ours, theirs = 1.0, 1.0
        for q in range(b.points):
            if b.theater[q] == b.theater[p]:
                ours += force[ISRAEL, q] * _nearness(int(b.steps[ISRAEL, q, p]))
                theirs += force[ARAB, q] * _nearness(int(b.steps[ARAB, q, p]))
        x[n + 1] = (ours - theirs) / (ours + theirs)
        n += 2
    return end


@kernel
def _nearness(steps: int) -> float:
    """Return the weight of a force so many points away."""
    return 0.0 if steps > AREA else 1.0 - steps / (AREA + 1.0)


@kernel
def zone_of(b: Board, p: int) -> int:
    """Return the index in ZONES of a point."""
    f = int(b.features[p])
    if b.theater[p] == st.SINAI:
        return 0 if f & st.AFRICA else 1 if f & st.BAR_LEV else 2
    if f & st.PURPLE_LINE_FORT:
        return 4
    return 3 if f & st.WEST_OF_PURPLE_LINE else 5


@kernel
def armies(b: Board, s: State, w: Work, force: Matrix[float], x: Vector[float], n: int) -> int:
    """Write bridges, and the places of the armies."""
    for k in range(b.canals):
        if s.bridge[k] != NOBODY:
            x[n + int(s.bridge[k])] += 0.5
    n += 2
    for side in range(2):
        for p in range(b.points):
            x[n + 6 * side + zone_of(b, p)] += force[side, p] / 60.0
    n += 12
    for k in range(3):
        home = int(b.reserve[k])
        x[n + k] = (force[ISRAEL, home] + force[ARAB, home]) / 60.0
    n += 3
    for side in range(2):
        find_lines(b, s, w, side)
    for u in range(b.units):
        p, side = int(s.where[u]), int(b.side[u])
        if p < 0 or p >= b.points or b.air[u]:
            continue
        theater = int(b.theater[p])
        if b.type[u] == st.HQ:
            x[n + 2 + 2 * side + theater] += 0.5
        elif b.type[u] == st.ENGINEER:
            x[n + 6 + side] += 0.5
        elif b.type[u] in (st.MOBILE_SAM, st.STATIC_SAM):
            x[n + 8 + theater] += 0.2 if side == ARAB else 0.0
        if not line_from(b, s, w, u, p):
            x[n + side] += strength_of(b, s, u) / 40.0
    return n + 10


@kernel
def boxes(b: Board, s: State, x: Vector[float], n: int) -> int:
    """Write the ground counters in the boxes; allies count for the army beside which they fight."""
    for u in range(b.units):
        at = int(s.where[u])
        if b.air[u] or at >= 0:
            continue
        column = -1
        if at == st.AVAILABLE:
            column = 0
        elif st.BREAKDOWN_ANY <= at <= st.BREAKDOWN:
            column = 1
        elif at == st.REFIT:
            column = 2
        elif at == st.TRACK:
            column = 3
        elif at in (st.ELIMINATED, st.PERMANENT):
            column = 4
        if column >= 0:
            x[n + 5 * army_of(b, u) + column] += strength_of(b, s, u) / 80.0
    return n + 15


@kernel
def army_of(b: Board, u: int) -> int:
    """Return the index in STOCKS of a counter's army."""
    if b.stock[u] >= 0:
        return int(b.stock[u])
    return 2 if b.traits[u] & st.GOLAN_ONLY else 1


@kernel
def stocks(b: Board, s: State, x: Vector[float], n: int) -> int:
    """Write mobilization points, barrage and EW markers."""
    for k in range(3):
        x[n + 3 * k] = s.points[k] / 8.0
        x[n + 3 * k + 1] = s.barrage[k] / 3.0
        x[n + 3 * k + 2] = s.ew[k] / 4.0
    return n + 9


@kernel
def sky(b: Board, s: State, x: Vector[float], n: int) -> int:
    """Write strikes, and who has air superiority."""
    for u in range(b.units):
        if not b.air[u]:
            continue
        at = int(s.where[u])
        at_hand = at in (st.READY, st.USED) or at <= st.MISSION_BOX
        if b.type[u] == st.WILD_WEASEL:
            x[n + 9] += 0.25 if at_hand else 0.0
        elif b.type[u] == st.SSM:
            x[n + 10] += 0.25 if at_hand else 0.0
        else:
            column = 0 if at_hand else 1 if at in (st.REFIT, st.TRACK) else 2
            part = 0.1 if b.side[u] == ISRAEL else 0.2
            x[n + 3 * army_of(b, u) + column] += part
    for theater in range(2):
        if s.air_master[theater] != NOBODY:
            x[n + 11 + theater] = 1.0 if s.air_master[theater] == ISRAEL else -1.0
    return n + 13


@kernel
def events(s: State, x: Vector[float], n: int) -> None:
    """Write markers that can still change much."""
    x[n] = s.ceasefires / 2.0
    x[n + 1] = float(s.ceasefire)
    x[n + 2] = float(s.combined_arms)
    x[n + 3] = float(s.jordan_limit)
    x[n + 4] = float(int(s.pool[ARAB]) >> st.ARAB_CEASEFIRE & 1)
    x[n + 5] = float(int(s.pool[ISRAEL]) >> st.ISRAELI_CEASEFIRE & 1)
    x[n + 6] = float(int(s.pool[ARAB]) >> st.ARAB_ALLIES & 1)
    x[n + 7] = float(int(s.pool[ARAB]) >> st.SOVIET_RESUPPLY & 1)
    x[n + 8] = float(int(s.pool[ISRAEL]) >> st.US_RESUPPLY & 1)


__all__ = ["FEATURES", "NAMES", "features"]
