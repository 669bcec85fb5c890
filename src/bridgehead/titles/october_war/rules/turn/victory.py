"""The end of the game: casualties, sudden death on the map, victory points.

Chapters 4 and 7, rulings 1 to 9.
"""

from __future__ import annotations

from bridgehead.core.kernels.kernel import kernel
from bridgehead.titles.october_war import state as st
from bridgehead.titles.october_war.records import Board, State, Work
from bridgehead.titles.october_war.state import ARAB, ISRAEL, NOBODY


@kernel
def end_game(s: State, winner: int, ending: int) -> None:
    """End the game at once."""
    s.winner = winner
    s.ending = ending
    s.phase = st.ENDED
    s.step = st.OVER
    s.owner = NOBODY


@kernel
def raise_casualties(b: Board, s: State, stock: int, n: int) -> None:
    """[7.2 to 7.4, 1, 3] Add casualty points to the index of Israel (0), Egypt (1), Syria (2).

    The game ends as soon as an index exceeds its limit. If an Arab one does while Israel's is above
    the same number, Arab casualties never lose the game any more.
    """
    if n <= 0 or s.phase == st.ENDED:
        return
    s.casualties[stock] += n
    if b.conditions > 0:  # in a scenario with a victory of its own they lose nothing
        return
    if stock == 0:
        if s.casualties[0] > b.casualties_above[0]:
            end_game(s, ARAB, st.ISRAELI_CASUALTIES)
        return
    if s.closed or s.casualties[stock] <= b.casualties_above[1]:
        return
    if s.casualties[0] > b.casualties_above[1]:
        s.closed = 1
    elif stock == 1:
        end_game(s, ISRAEL, st.EGYPTIAN_CASUALTIES)
    else:
        end_game(s, ISRAEL, st.SYRIAN_CASUALTIES)


# Counting points of the map; a theater of BOTH is either map


@kernel
def _counts(b: Board, p: int, theater: int, features: int) -> bool:
    """Return whether a point has one of these features and is on the map."""
    if b.features[p] & features == 0:
        return False
    return bool(theater == st.BOTH or b.theater[p] == theater)


@kernel
def controlled(b: Board, s: State, side: int, theater: int, features: int) -> int:
    """Return how many points with one of these features a side controls [2.6]."""
    found = 0
    for p in range(b.points):
        if s.control[p] == side and _counts(b, p, theater, features):
            found += 1
    return found


@kernel
def occupied(b: Board, w: Work, side: int, theater: int, features: int) -> int:
    """Return in how many points with one of these features a side has a ground unit [2.6]."""
    found = 0
    for p in range(b.points):
        if w.count[side, p] > 0 and _counts(b, p, theater, features):
            found += 1
    return found


@kernel
def printed(b: Board, theater: int, features: int) -> int:
    """Return how many points with one of these features there are."""
    found = 0
    for p in range(b.points):
        if _counts(b, p, theater, features):
            found += 1
    return found


# Sudden death on the map, in step 4


@kernel
def sudden_death(b: Board, s: State, w: Work) -> None:
    """[4.1, rulings 1, 2, 5] End the game if a side has everything that it needs on the map."""
    if occupied(b, w, ISRAEL, st.BOTH, st.ARAB_PLACE) == 0:
        if _holds(b, s, w, st.SINAI, st.BAR_LEV | st.MOUNTAIN_PASS):
            end_game(s, ARAB, st.ARAB_SINAI)
            return
        if _holds(b, s, w, st.GOLAN, st.PURPLE_LINE_FORT):
            end_game(s, ARAB, st.ARAB_GOLAN)
            return
    if occupied(b, w, ISRAEL, st.BOTH, st.EGYPTIAN_CITY) < b.cities_needed:
        return
    forts = printed(b, st.BOTH, st.ARAB_FORT)
    if occupied(b, w, ISRAEL, st.BOTH, st.ARAB_FORT) < forts:
        return
    if occupied(b, w, ARAB, st.BOTH, st.BAR_LEV | st.WEST_OF_PURPLE_LINE) == 0:
        end_game(s, ISRAEL, st.ISRAELI_SUDDEN_DEATH)


@kernel
def _holds(b: Board, s: State, w: Work, theater: int, features: int) -> bool:
    """Return whether the Arabs control all such points of a map and are in an objective."""
    if controlled(b, s, ARAB, theater, features) < printed(b, theater, features):
        return False
    return bool(occupied(b, w, ARAB, theater, st.ARAB_OBJECTIVE) > 0)


# Victory points


@kernel
def victory_points(b: Board, s: State, w: Work, side: int) -> int:
    """[4.2, rulings 6, 7] Return a side's present half victory points, including a bid."""
    if side == ISRAEL:
        found = b.casualty_worth[ISRAEL] * (s.casualties[1] + s.casualties[2])
        found += b.fort_worth[ISRAEL] * controlled(b, s, ISRAEL, st.BOTH, st.ARAB_FORT)
        for p in range(b.points):
            if w.count[ISRAEL, p] > 0:
                found += _worth(b, int(b.features[p]))
        return 2 * int(found) + max(0, int(b.bid))
    found = b.casualty_worth[ARAB] * s.casualties[0]
    found += b.fort_worth[ARAB] * controlled(b, s, ARAB, st.BOTH, st.ISRAELI_FORT)
    found += b.pass_worth * controlled(b, s, ARAB, st.BOTH, st.MOUNTAIN_PASS)
    found += b.objective_worth[ARAB] * occupied(b, w, ARAB, st.BOTH, st.ARAB_OBJECTIVE)
    return 2 * int(found) + max(0, -int(b.bid))


@kernel
def lead(b: Board, s: State, w: Work) -> int:
    """[4.3] Return Israel's lead in half points."""
    return victory_points(b, s, w, ISRAEL) - victory_points(b, s, w, ARAB)


@kernel
def _worth(b: Board, features: int) -> int:
    """Return the value of a point for the Israelis in it.

    Being in Africa counts only if nothing else about the point does.
    """
    found = 0
    if features & st.EGYPTIAN_TOWN:
        found += b.town_worth
    if features & st.EGYPTIAN_CITY:
        found += b.city_points
    if features & st.ISRAELI_OBJECTIVE:
        found += b.objective_worth[ISRAEL]
    more = st.EGYPTIAN_TOWN | st.EGYPTIAN_CITY | st.ISRAELI_OBJECTIVE
    if features & st.AFRICA and features & more == 0:
        found += b.african_worth
    return int(found)


@kernel
def end_of_game(b: Board, s: State, w: Work) -> None:
    """[4.3, 4.4] End the game after its last turn, or after the turn of a ceasefire."""
    if s.turn < b.last_turn and s.ceasefire == 0:
        return
    ahead = lead(b, s, w)
    winner = ISRAEL if ahead > 0 else ARAB
    if abs(ahead) >= 2 * b.level[1]:
        end_game(s, winner, st.MAJOR)
    elif abs(ahead) >= b.win_by:
        end_game(s, winner, st.MINOR)
    else:
        end_game(s, NOBODY, st.DRAWN)
