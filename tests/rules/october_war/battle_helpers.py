"""What the tests of combat, the air war and hidden information share.

Small positions, played through the public contract. The column of a shot is not said anywhere: it
is read off from what the six faces of the die would do. Columns 6 and 7 are alike, 13 and 14, 15
and 16.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any

import bridgehead as bh
from tests.rules.helpers import legal, play, verb  # noqa: F401 - for the tests

GROUND = {
    1: "- - - - - - - - - - r R R R R R R R R R",
    2: "- - - - - - - - r R R R R R 1 1 1 1 2 2",
    3: "- - - - - - - r R 1 1 1 1 1 1 1 2 2 2 2",
    4: "- - - - r R R 1 1 1 2 2 2 2 2 2 2 3 3 3",
    5: "- - r R 1 1 1 1 2 2 2 2 3 3 3 3 3 3 3 4",
    6: "r R 1 1 1 2 2 2 2 2 2 3 3 3 4 4 4 4 4 5",
}
AIR = {
    1: "- - - - - - A A A A A",
    2: "- - - - - A 1 1 1 1 2",
    3: "- - - - A A 1 2 2 2 2",
    4: "- - A A 1 1 2 2 2 2 2",
    5: "- A A 1 1 1 2 2 2 3 3",
    6: "A 1 1 1 2 2 2 2 3 3 4",
}
FACES = range(1, 7)
# Tasa lies open, in the middle of the Sinai; an Arab unit there has this road home
BRIDGEHEAD: dict[str, Any] = {
    "control": {"fort-matzmed": "arab", "chinese-farm": "arab"},
    "bridges": {"deversoir": "arab"},
}
AT_THE_BRIDGE = {"kuwait-1": "deversoir"}


@cache
def game(*options: str) -> Any:
    """Return the game, loaded once."""
    return bh.load("october-war", **dict.fromkeys(options, True))


def pos(
    units: Mapping[str, str],
    side: str = "israel",
    phase: str = "combat 1",
    *,
    turn: int = 2,
    options: Sequence[str] = (),
    **more: Any,
) -> Any:
    """Return a position with these counters alone; every other one counts as eliminated."""
    data = {
        "game": "october-war",
        "turn": turn,
        "side": side,
        "phase": phase,
        "units": dict(units),
        **more,
    }
    if options:
        data["options"] = list(options)
    return game(*options).position(data)


def at(place: str, *units: str) -> dict[str, str]:
    """Put counters into a place."""
    return dict.fromkeys(units, place)


def battle(
    point: str, units: Iterable[str], side: str = "israel", others: Any = (), **more: Any
) -> Any:
    """Return the beginning of a battle in a point: these counters there, others elsewhere."""
    p = pos({**at(point, *units), **dict(others)}, side, **more)
    return play(p, f"attack {point}")


def fire(p: Any, unit: str, face: int) -> Any:
    """Let a counter fire with a forced die; if it is the other side's turn, that side holds."""
    aim(p, unit)
    return play(p, f"roll {face}")


def aim(p: Any, unit: str) -> Any:
    """Let a counter fire, up to the die."""
    for _ in range(2):
        if f"fire {unit}" not in legal(p):
            play(p, "hold")
    return play(p, f"fire {unit}")


def result(p: Any, text: str) -> str:
    """Return what an action would bring in hits or retreats: "-", "r", "R" or a number."""
    q = p.copy()
    play(q, text)
    data = q.to_dict()
    go, hits = data.get("must_go", 0), data.get("hits", 0)
    return {1: "r", 2: "R"}.get(go, str(hits) if hits else "-")


def columns(p: Any, table: Mapping[int, str] = GROUND, first: int = 1) -> set[int]:
    """Return the columns whose results are those of the six faces now."""
    seen = [result(p, f"roll {face}") for face in FACES]
    if table is AIR:
        seen = ["A" if found == "R" else found for found in seen]
    rows = [table[face].split() for face in FACES]
    found = {c + first for c in range(len(rows[0])) if [row[c] for row in rows] == seen}
    assert found, seen
    return found


def column(p: Any, unit: str) -> set[int]:
    """Return the columns in which a counter may fire now."""
    return columns(aim(p.copy(), unit))


def where(p: Any, *units: str) -> list[str]:
    """Return where counters are."""
    return [p.units[unit] for unit in units]


def losses(p: Any) -> dict[str, int]:
    """Return the casualty indices that are not zero."""
    return {side: n for side, n in p.casualties.items() if n}


# The sky


def commit(units: Mapping[str, str], *orders: str, turn: int = 2, **more: Any) -> Any:
    """Commit strikes: "tac egypt sinai strategic 3"; first all Arab ones, then Israel's."""
    p = pos(units, "arab", "air commitment", turn=turn, **more)
    for order in orders:
        if " israel " in order and p.to_move == "arab":
            play(p, "end")
        play(p, f"commit {order}")
    while p.phase == "air commitment":
        play(p, "end")
    return p


def tac(number: int, box: str = "ready", first: int = 1) -> dict[str, str]:
    """Put Israeli TAC into a box."""
    return at(box, *(f"tac-{n}" for n in range(first, first + number)))


def eg_tac(number: int, box: str = "ready") -> dict[str, str]:
    """Put TAC of Egypt, then of its allies, into a box."""
    ids = [*(f"eg-tac-{n}" for n in range(1, 7)), "libya-tac", "algeria-tac", "iraq-tac-1",
           "iraq-tac-2"]  # fmt: skip
    return at(box, *ids[:number])


def raid(
    units: Mapping[str, str],
    *orders: str,
    side: str = "israel",
    phase: str = "combat 1",
    **more: Any,
) -> Any:
    """Name raids ("tasa tac 3") and go on to their second pass."""
    p = pos(units, side, phase, step="raids", **more)
    for order in orders:
        play(p, f"raid {order}")
    return play(p, "end") if p.step == "raids" else p


def unanswered(p: Any) -> Any:
    """Let the other side use no SAM unit, up to the die of the next attack."""
    while p.step in ("air defense", "raid ew", "wild weasels"):
        play(p, "end" if p.step == "air defense" else "pass")
    return p
