"""The log's texts about actions, and about the end of a game."""

from __future__ import annotations

from bridgehead.core.cache import Recent
from bridgehead.core.positions.position import Event, Result
from bridgehead.core.scenarios.goals import CASE, reason
from bridgehead.core.scenarios.scenario import DRAW
from bridgehead.core.words.grammar import differentials, signed
from bridgehead.core.words.notation import RESIGN
from bridgehead.titles.across_suez import state as st
from bridgehead.titles.across_suez.formats.components import Situation
from bridgehead.titles.across_suez.rules import entry_points
from bridgehead.titles.across_suez.rules.actions import hex_of, unit_of, verb_of
from bridgehead.titles.across_suez.rules.canal import bridge_in_place, units_across

SIDE_NAMES = ("Israel", "Egypt")
RESULT_NAMES = {
    st.AR: "attackers retreat (Ar)",
    st.AE: "attackers eliminated (Ae)",
    st.EE: "equal elimination (Ee)",
    st.DR: "defender retreats (Dr)",
    st.DE: "defender eliminated (De)",
}


def result(position: Situation) -> Result | None:
    """Return the result of the game, None if it is not over."""
    s, game = position.state, position.game
    if s.step != st.OVER:
        return None
    winner, code = (st.SIDES[s.winner] if s.winner >= 0 else DRAW), int(s.ending)
    if code == st.BY_SCENARIO:
        return Result(winner, CASE, reason(position, winner), st.ENDING_NAMES[code])
    if code == st.RESIGNED:
        rule, why = "concede", f"{SIDE_NAMES[1 - s.winner]} resigned"
    elif code == st.BRIDGE_MOVED:
        rule, why = "bridge_moved", "the bridge was moved off Matzmed"
    elif code == st.BRIDGE_LOST:
        rule, why = "sudden_death", "the bridge unit was eliminated"
    elif code == st.ISRAEL_HOLDS:
        units = units_across(game.board[0], s)
        rule, why = "victory", f"{units} units are across, the bridge stands, its line is open"
    else:
        rule, why = "victory", _what_failed(position)
    return Result(winner, game.case(rule), why, st.ENDING_NAMES[code])


def _what_failed(position: Situation) -> str:
    board, state, work = position.arrays
    b, s = board[0], state[0]
    failed = []
    across = units_across(b, s)
    if across < b.units_across_to_win:
        failed.append(f"{across} of {int(b.units_across_to_win)} units across")
    if not bridge_in_place(b, s):
        failed.append("no bridge at Matzmed")
    elif not entry_points.trace_line(board, work):
        failed.append("the bridge's line of communication cut")
    return f"the last turn ended with {' and '.join(failed)}"


# The log


def describe(position: Situation, text: str) -> list[Event]:
    """Return the events of a legal action of the position; after a roll there may be several."""
    key = position.game, position.state.tobytes(), text
    return list(_described.get(key, lambda: _describe(position, text)))


# the last descriptions: every reader of a game asks for the same
_described: Recent[list[Event]] = Recent(8)


def _describe(position: Situation, text: str) -> list[Event]:
    after = position.copy()
    for decision in position.game.expand(position, text):
        code = position.game.grammar.encode(decision)
        before = after.copy()
        after.push_code(code)
        events = _events(before, after, code)
    return events


def _events(before: Situation, after: Situation, code: int) -> list[Event]:
    events = []
    if code == RESIGN:
        pass  # the result says it
    else:
        unit, verb, hex_ = unit_of(code), verb_of(code), hex_of(code)
        if verb == st.ROLL:
            events += _roll_events(before, after, hex_)
        else:
            events += _plain_event(before, unit, verb, hex_)
            events += _losses(before, after, verb, unit)
        if before.phase != after.phase or before.side != after.side:
            events += _phase_event(after)
    ended = after.result
    if ended is not None:
        drawn = ended.winner == DRAW
        winner = "" if drawn else SIDE_NAMES[st.SIDES.index(ended.winner)]
        how = "The game is drawn" if drawn else f"{winner} wins"
        events.append(Event(f"{how}: {ended.reason}.", ended.case))
    return events


def _plain_event(before: Situation, unit: int, verb: int, hex_: int) -> list[Event]:
    game, s = before.game, before.state
    hexes = game.hexes
    name = game.counters[unit]["name"] if unit < len(game.counters) else ""
    number = hexes[hex_] if hex_ < len(hexes) else ""
    start = hexes[s.hex[unit]] if unit < len(game.counters) and s.hex[unit] >= 0 else ""
    crossing = hexes[int(game.board[0].crossing_hex)]
    how = "by bridge" if s.bridge_open else "by ferry"
    crossing_rule = "bridge_crossing" if s.bridge_open else "ferry"
    trail = tuple(place for place in (start, number) if place)
    said = {
        st.PLACE: ("sets up on", "commandos", (number,)),
        st.MOVE: (f"moves from {start} to", "movement", trail),
        st.ENTER: ("arrives and goes to", "entering", (number,)),
        st.LAND: ("lands and comes to", "by_air", (number,)),
        st.RETREAT_TO: (f"retreats from {start} to", "retreat", trail),
        st.ADVANCE_TO: ("advances to", "advance", trail),
    }
    if verb in said:
        words, rule, places = said[verb]
        if verb == st.LAND and game.board[0].by_sea_from[unit]:
            rule = "by_sea"
        if verb == st.PLACE and game.board[0].type[unit] != st.COMMANDO:
            rule = "airborne_placing"
        return [Event(f"{name} {words} {number}.", game.case(rule), places)]
    if verb == st.CROSS:
        return [Event(f"{name} crosses the canal {how}.", game.case(crossing_rule), (crossing,))]
    if verb == st.BOMBARD_AT:
        target = game.counters[int(before.work[0].occupant[hex_])]["name"]
        return [Event(f"Egypt bombards {target} on {number}.", game.case("bombardment"), (number,))]
    if verb == st.FIRE:
        return [_attack_event(before)]
    if verb == st.STAY:
        return [Event("No advance.", game.case("advance"))]
    return []  # the attack is told when it is fired, the loss and the phase by their own lines


def _attack_event(before: Situation) -> Event:
    game, s = before.game, before.state
    odds = before.pending_odds()
    assert odds is not None
    attackers = [u for u in range(len(game.units)) if s.origin[u] >= 0]
    names = ", ".join(game.counters[u]["name"] for u in attackers)
    target = game.counters[int(s.target)]["name"]
    number = game.hexes[s.target_hex]
    shifts = "".join(f", {shift.name} {signed(shift.columns)}" for shift in odds.shifts)
    shifts = shifts.replace("chinese farm", "Chinese Farm")
    column = differentials(odds.column_label)
    return Event(
        f"{names} {'attack' if len(attackers) > 1 else 'attacks'} {target} on {number}: "
        f"{odds.attack} against {odds.defense}{shifts}; column {column}.",
        game.case("column"),
        (*(game.hexes[s.origin[u]] for u in attackers), number),
    )


def _roll_events(before: Situation, after: Situation, face: int) -> list[Event]:
    game = before.game
    number = game.hexes[before.state.target_hex]
    if before.state.step == st.BOMBARD_ROLL:
        name = game.counters[int(before.state.target)]["name"]
        hit = after.state.hex[before.state.target] == st.ELIMINATED
        outcome = f"{name} is eliminated" if hit else f"{name} holds"
        return [Event(f"The die shows {face}: {outcome}.", game.case("bombardment"), (number,))]
    odds = before.pending_odds()
    assert odds is not None
    code = st.RESULTS.index(odds.table[face - 1])
    events = [Event(f"The die shows {face}: {RESULT_NAMES[code]}.", game.case("result"), (number,))]
    return events + _losses(before, after, st.ROLL, st.NO_UNIT, face)


def _losses(
    before: Situation, after: Situation, verb: int, unit: int, face: int = 0
) -> list[Event]:
    """Return an event for every unit that is lost, with the reason if it could not retreat."""
    game = before.game
    events = []
    for u, counter in enumerate(game.counters):
        if before.state.hex[u] >= 0 and after.state.hex[u] == st.ELIMINATED:
            where = game.hexes[before.state.hex[u]]
            rule = "loss" if verb == st.LOSE and u == unit else "result"
            how = "is eliminated"
            if _could_not_retreat(before, u, verb, face):
                rule, how = "retreat", "cannot retreat and is eliminated"
            events.append(Event(f"{counter['name']} {how} on {where}.", game.case(rule), (where,)))
    return events


def _could_not_retreat(before: Situation, unit: int, verb: int, face: int) -> bool:
    """Whether a unit was lost because it could not retreat [6.4]."""
    if verb == st.RETREAT_TO:
        return True  # another attacker, which had waited for this one
    odds = before.pending_odds() if verb == st.ROLL else None
    if odds is None or before.state.step != st.ATTACK_ROLL:
        return False
    result = odds.table[face - 1]
    return bool(result == "Dr" or (result == "Ar" and unit != before.state.target))


def _phase_event(after: Situation) -> list[Event]:
    side = SIDE_NAMES[after.state.side]
    if after.phase == "movement":
        night = ", at night" if after.is_night else ""
        return [Event(f"Turn {after.turn}{night}: {side} moves.", after.game.case("sequence"))]
    if after.phase == "over":
        return []
    return [Event(f"{side}: {after.phase} phase.", after.game.case("sequence"))]
