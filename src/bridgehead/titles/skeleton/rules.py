"""The rules. Each function cites its case, and each rule is said once.

They take arrays of one record: the board `b`, the state `s` and what is computed from it, `w`.
A predicate `cannot_…` returns 0, or the number of the rule that forbids.
"""

from __future__ import annotations

from typing import Any

from bridgehead.titles.skeleton.records import (
    BLUE,
    DICE,
    ELIMINATED,
    END,
    MOVE,
    MOVEMENT,
    NO_UNIT,
    NOBODY,
    OVER,
    RED,
    ROLL,
    TURNS,
    UNIT,
    VERB,
    WEATHER,
)

# What forbids an action: its case, and a sentence with the names of unit and hex
ALLOWED, NOT_YOURS, GONE, HAS_MOVED, NOT_NEXT, CLOSED, TAKEN, NOT_NOW = range(8)
SENTENCES = {
    NOT_YOURS: ("2.1", "{unit} is not yours to move"),
    GONE: ("2.1", "{unit} is not on the map"),
    HAS_MOVED: ("2.2", "{unit} has moved in this turn"),
    NOT_NEXT: ("2.3", "{hex} is not next to {unit}"),
    CLOSED: ("2.4", "no unit can enter the lake in {hex}"),
    TAKEN: ("2.5", "there is a unit in {hex} already"),
    NOT_NOW: ("2.0", "not now: {waiting}"),
}


def start(board: Any, state: Any, work: Any) -> None:
    """[1.1] Put all units where they begin."""
    b, s = board[0], state[0]
    s["hex"][:] = ELIMINATED
    s["hex"][: b["units"]] = b["start"][: b["units"]]
    s["turn"], s["side"], s["step"], s["winner"] = 1, BLUE, MOVEMENT, NOBODY
    refresh(board, state, work)


def refresh(board: Any, state: Any, work: Any) -> None:
    """Compute who is in each hex."""
    w = work[0]
    w["holder"][:] = -1
    for unit in range(board[0]["units"]):
        if state[0]["hex"][unit] >= 0:
            w["holder"][state[0]["hex"][unit]] = unit


def owner(state: Any) -> int:
    """Return whose decision is pending: a side, the dice, or nobody."""
    step = state[0]["step"]
    if step == OVER:
        return NOBODY
    return DICE if step == WEATHER else int(state[0]["side"])


def cannot_use(board: Any, state: Any, unit: int) -> int:
    """[2.1, 2.2] Return why a unit cannot move at all."""
    s = state[0]
    if board[0]["side"][unit] != s["side"]:
        return NOT_YOURS
    if s["hex"][unit] < 0:
        return GONE
    return HAS_MOVED if s["moved"][unit] else ALLOWED


def cannot_move(board: Any, state: Any, work: Any, unit: int, hex_: int) -> int:
    """[2.1 to 2.5] Return why a unit cannot move to a hex."""
    found = cannot_use(board, state, unit)
    if found:
        return found
    if hex_ not in board[0]["neighbor"][state[0]["hex"][unit]]:
        return NOT_NEXT
    if board[0]["closed"][hex_]:
        return CLOSED
    return TAKEN if work[0]["holder"][hex_] >= 0 else ALLOWED


def list_legal(board: Any, state: Any, work: Any, out: Any) -> int:
    """Write the numbers of the legal actions, ascending; return how many there are."""
    n, step = 0, state[0]["step"]
    if step == MOVEMENT:
        for unit in range(board[0]["units"]):
            for hex_ in range(board[0]["hexes"]):
                if cannot_move(board, state, work, unit, hex_) == ALLOWED:
                    out[n] = unit * UNIT + MOVE * VERB + hex_
                    n += 1
        out[n] = NO_UNIT * UNIT + END * VERB
        n += 1
    if step == WEATHER:
        for face in range(1, 7):
            out[n] = NO_UNIT * UNIT + ROLL * VERB + face
            n += 1
    return n


def carry_out(board: Any, state: Any, work: Any, code: int) -> None:
    """Carry out a legal action."""
    s, w = state[0], work[0]
    unit, verb, place = code // UNIT, code // VERB % (UNIT // VERB), code % VERB
    if verb == MOVE:
        w["holder"][s["hex"][unit]] = -1
        w["holder"][place] = unit
        s["hex"][unit] = place
        s["moved"][unit] = 1
    elif verb == END:
        s["moved"][:] = 0
        if s["side"] == BLUE:
            s["side"] = RED
        else:
            s["step"] = WEATHER
    else:
        _end_turn(board, state, work, place)


def _end_turn(board: Any, state: Any, work: Any, face: int) -> None:
    """[3.1, 3.2] End the game after the last turn or when the storm comes, or begin a turn."""
    s = state[0]
    if face == 1 or s["turn"] == TURNS:
        s["step"], s["winner"] = OVER, holder_of_hill(board, work)
        return
    s["turn"] += 1
    s["side"], s["step"] = BLUE, MOVEMENT


def holder_of_hill(board: Any, work: Any) -> int:
    """[3.3] Return the side that holds more hill hexes, -1 if neither does."""
    held = [0, 0]
    for hex_ in range(board[0]["hexes"]):
        unit = work[0]["holder"][hex_]
        if board[0]["hill"][hex_] and unit >= 0:
            held[board[0]["side"][unit]] += 1
    return NOBODY if held[BLUE] == held[RED] else int(held[RED] > held[BLUE])


def resign(state: Any) -> None:
    """[3.4] Let the side whose decision is pending concede."""
    s = state[0]
    s["winner"], s["resigned"], s["step"] = 1 - s["side"], 1, OVER
