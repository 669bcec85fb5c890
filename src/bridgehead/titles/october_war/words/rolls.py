"""Die rolls in the log: column, shifts and result of every table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bridgehead.core.positions.position import Event
from bridgehead.core.words.grammar import added, signed
from bridgehead.titles.october_war import state as st
from bridgehead.titles.october_war.formats.board import data
from bridgehead.titles.october_war.formats.components import Situation
from bridgehead.titles.october_war.rules.air.air_defense import SHOT_DEFENSE
from bridgehead.titles.october_war.rules.air.air_phases import superiority_column
from bridgehead.titles.october_war.rules.air.flights import flight_result
from bridgehead.titles.october_war.rules.air.looks import LOOK_DEFENSE
from bridgehead.titles.october_war.rules.air.strategic import FORCE_DEFENSE, strategic_column
from bridgehead.titles.october_war.rules.turn.victory import controlled
from bridgehead.titles.october_war.words.names import NATION_NAMES, SIDE_NAMES, place_name
from bridgehead.titles.october_war.words.shots import shot

RESULTS = {
    "-": "no effect", "r": "one counter must retreat", "R": "retreat or take losses",
    "A": "all must retreat", "1": "1 hit",
}  # fmt: skip
DEFENSE = {
    st.AD_NOTHING: "no effect", st.AD_AR: "one strike aborts and must be refitted",
    st.AD_ELIM: "one strike is shot down", st.AD_BOTH: "one strike is shot down, one aborts",
}  # fmt: skip
FLIGHTS = {
    st.FLIGHT_S: "the flight arrives", st.FLIGHT_A: "the flight is aborted",
    st.FLIGHT_E: "the flight is shot down",
}  # fmt: skip


def roll_event(before: Situation, text: str, viewer: str | None) -> Event:
    """Return the log event of a die roll for a viewer."""
    face = int(text.split()[1])
    told = shot(before, text, viewer)
    if told is not None:
        return _of_combat(before, told)
    made = OTHERS.get(before.step)
    said, case = made(before, face) if made is not None else ("", "")
    return Event(f"The die shows {face}: {said}." if said else f"The die shows {face}.", case)


def _of_combat(before: Situation, told: dict[str, Any]) -> Event:
    """Return the event of a roll on a combat table: units, place, strength, shifts and result."""
    game = before.game
    who = {
        "fire": game.unit_names.get(str(told.get("unit")), ""),
        "raid": "the raid",
        "weasels": "the Wild Weasels",
        "barrage": f"the barrage of {NATION_NAMES.get(told.get('nation') or '', '')}",
    }[told["kind"]]
    case = {"fire": "15.6", "raid": "19.10", "weasels": "20.11", "barrage": "24.4"}[told["kind"]]
    shifts = "".join(f", {one['name']} {signed(one['columns'])}" for one in told["shifts"])
    result = RESULTS.get(told["result"], f"{told['result']} hits")
    place = told["point"]
    return Event(
        f"The die shows {told['face']}: {who} at {place_name(game, place)}, strength "
        f"{told['strength']}{shifts}, column {told['column']}: {result}.",
        case, (place,),
    )  # fmt: skip


def _superiority(before: Situation, face: int) -> tuple[str, str]:
    b, s = before.game.board[0], before.state
    column = int(superiority_column(b, s))
    result = int(b.air_crt[face - 1, column])
    side, theater = SIDE_NAMES[st.SIDES[s.air_side]], st.THEATERS[s.air_theater].title()
    lost = "1 enemy strike" if result == 1 else f"{result} enemy strikes"
    said = f"{lost} shot down" if result > 0 else "no effect"
    if result == st.RESULT_A:
        said = "1 enemy strike must be refitted"
    return f"{side} in the air over the {theater}, column {column}: {said}", "19.3"


def _strategic(before: Situation, face: int) -> tuple[str, str]:
    b, s = before.game.board[0], before.state
    column = int(strategic_column(b, s))
    result = int(b.air_crt[face - 1, column])
    side, theater = SIDE_NAMES[st.SIDES[s.air_side]], st.THEATERS[s.air_theater].title()
    marker = ", with electronic warfare" if s.air_ew else ""
    said = f"{result} to the enemy's casualty index" if result > 0 else "no effect"
    return (
        f"strategic attack of {side} in the {theater}{marker}, column {column}: {said}",
        "19.6",
    )


def _defense(row: int) -> Callable[[Situation, int], tuple[str, str]]:
    def told(before: Situation, face: int) -> tuple[str, str]:
        result = int(before.game.board[0].air_defense[row, face - 1])
        return f"air defense, {DEFENSE[result]}", "20.9"

    return told


def _flight(before: Situation, face: int) -> tuple[str, str]:
    board, _, work = before.arrays
    s = before.state
    result = int(flight_result(board[0], s, work[0], int(s.flyer), int(s.landing), face))
    return FLIGHTS[result], "23.4"


def _refit(before: Situation, face: int) -> tuple[str, str]:
    turns = int(before.game.board[0].refit_table[before.state.side, face - 1])
    if turns == st.REFIT_X:
        return "it cannot be refitted and is out of the game", "11.4"
    return ("it is ready at once" if turns == 0 else f"it returns {_turns(turns)}"), "11.4"


def _ally(before: Situation, face: int) -> tuple[str, str]:
    del before
    return f"it arrives {_turns(face)}", "22.3"


def event_name(id_: str) -> str:
    """Return the name of an event."""
    return next(str(event["name"]) for event in data("events")["event"] if event["id"] == id_)


def _event(before: Situation, face: int) -> tuple[str, str]:
    """Return what the dice of an event add up to, and of what."""
    b, s = before.game.board[0], before.state
    name = event_name(st.EVENTS[s.event])
    earlier = int(s.event_number)
    rolled = added(earlier, face)
    if s.event_dice > 1:
        return f"{name}, {rolled} so far", "8.1"
    return f"{name}, {_effect(b, s, earlier + face, rolled)}", "8.1"


def _effect(b: Any, s: Any, number: int, rolled: str) -> str:
    """Return what an effect of an event does with a number, `rolled` with one die or several."""
    e, k = int(s.event), int(s.event_stage)
    op = int(b.effect[e, k])
    if op in AMOUNTS:
        one, many = AMOUNTS[op]
        return f"{rolled} {one if number == 1 else many}"
    if op == st.CEASEFIRE:
        return "a ceasefire" if number == 1 else "no ceasefire"
    side = st.SIDES.index("arab" if op == st.FIRE_SHIFT else "israel")
    held = controlled(b, s, side, int(b.effect_theater[e, k]), int(b.effect_count[e, k]))
    against = f"{rolled} against {held} points of {SIDE_NAMES[st.SIDES[side]]}"
    if op == st.FIRE_SHIFT:
        lost = "attacks of Israel are weaker" if number <= held else "no effect"
        return f"{against}: {lost}"
    nation = NATION_NAMES[st.NATIONS[b.effect_stock[e, k]]]
    gained = "no mobilization points" if number <= held else "one mobilization point more"
    return f"{against}: {gained} for {nation}"


def _turns(number: int) -> str:
    return "next turn" if number == 1 else f"in {number} turns"


# What the dice of an event count
AMOUNTS = {
    st.GAIN_EW: ("electronic warfare marker", "electronic warfare markers"),
    st.GAIN_MP: ("mobilization point", "mobilization points"),
    st.RETURN_STRIKES: ("counter at most comes in", "counters at most come in"),
    st.GAIN_UNITS: ("unit at most comes in", "units at most come in"),
    st.DRAW_ALLIES: ("ally", "allies"),
}

OTHERS: dict[str, Callable[[Situation, int], tuple[str, str]]] = {
    "superiority roll": _superiority,
    "strategic roll": _strategic,
    "strategic defense roll": _defense(FORCE_DEFENSE),
    "air defense roll": _defense(SHOT_DEFENSE),
    "recon roll": _defense(LOOK_DEFENSE),
    "flight roll": _flight,
    "retreat roll": _flight,
    "refit roll": _refit,
    "ally arrival roll": _ally,
    "event roll": _event,
    "ally roll": _event,
}
