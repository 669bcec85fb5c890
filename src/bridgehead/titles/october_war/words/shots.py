"""Rolls on the combat tables: strength, shifts, column and result, as a viewer may read them.

No rule is repeated here: kernels of the rules are called with what the viewer knows of the
position.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from bridgehead.core.positions.position import EVERYTHING
from bridgehead.titles.october_war import state as st
from bridgehead.titles.october_war.formats.components import Components, Situation
from bridgehead.titles.october_war.rules.ground import fire
from bridgehead.titles.october_war.rules.ground.combat_numbers import (
    FACTS,
    attack_facts,
    battle_facts,
)

SHIFT_CASES = ("15.6", "21.6", "23.3", "23.1", "28.0", "17.2", "11.2")
RESULTS = {0: "-", st.LITTLE_R: "r", st.BIG_R: "R", st.RESULT_A: "A"}
# the rolls that a table answers, and what they are called
SHOTS = {
    "fire roll": "fire", "raid roll": "raid", "wild weasel roll": "weasels",
    "barrage roll": "barrage",
}  # fmt: skip


def _known(position: Situation) -> tuple[Any, Any]:
    """Return scratch records for a position and for a viewer's knowledge of it."""
    game = position.game
    states, works = np.zeros(2, game.state_type), np.zeros(2, game.work_type)
    states[0], works[0] = position.state, position.work[0]
    return states, works


def _number(viewer: str | None) -> int:
    return st.SIDES.index(viewer) if viewer in st.SIDES else st.NOBODY


def facts_of_battle(position: Situation, viewer: str | None) -> Any:
    """Return how each counter would fire in the battle, as far as a viewer can know."""
    states, works = _known(position)
    out = np.zeros((st.MAX_UNITS, FACTS), np.int64)
    battle_facts(position.game.board, states, works, _number(viewer), out)
    return out


def counter_facts(game: Components, id_: str, facts: Any) -> dict[str, Any]:
    """Return how one counter fires: strength, each shift, column, the result of each face."""
    column = int(facts[1])
    return {
        "unit": id_,
        "strength": int(facts[0]),
        "column": column,
        "can": bool(facts[2]),
        "shifts": [
            {"name": name, "columns": int(columns), "case": case}
            for name, columns, case in zip(fire.SHIFTS, facts[3:], SHIFT_CASES, strict=True)
            if columns
        ],
        "results": [word(int(game.board[0].crt[face, column - 1])) for face in range(6)],
    }


def word(result: int) -> str:
    """Return the code of a result in a table: "2", "r", "R", "A", "-" for nothing."""
    return RESULTS.get(result, str(result))


def shot(before: Situation, action: str, viewer: str | None) -> dict[str, Any] | None:
    """Return a roll on a combat table as a viewer may read it, None for any other action."""
    kind = SHOTS.get(before.step)
    if kind is None or not action.startswith("roll "):
        return None
    face = int(action.split()[1])
    s = before.state
    # of its own headquarters the side that fires knows all, of its own stack the target
    informed = st.SIDES[s.firing if kind == "fire" else 1 - s.side]
    told = explained(before, kind, informed if viewer == EVERYTHING else viewer)
    result = explained(before, kind, informed)["results"][face - 1]
    return told | {"kind": kind, "face": face, "result": result}


def explained(before: Situation, kind: str, viewer: str | None) -> dict[str, Any]:
    """Return firing unit, target, column and results, as far as a viewer can know."""
    if kind != "fire":
        return _attack(before, kind, viewer)
    game, s = before.game, before.state
    u = int(s.shooter)
    told = counter_facts(game, game.units[u], facts_of_battle(before, viewer)[u])
    told |= {"point": game.places[int(s.battle)], "round": int(s.rounds)}
    return told | {"side": st.SIDES[game.board[0].side[u]]}


def _attack(before: Situation, kind: str, viewer: str | None) -> dict[str, Any]:
    """Return the column of a raid, Wild Weasels or a barrage, and how it results."""
    game, s = before.game, before.state
    b = game.board[0]
    states, works = _known(before)
    out = np.zeros(8, np.int64)
    attack_facts(game.board, states, works, _number(viewer), out)
    named = {"terrain": out[3], "umbrella": out[4], "overstacked": out[5]}
    cases = {"terrain": "19.10", "umbrella": "20.4", "overstacked": "19.10", "hermon": "24.4"}
    if kind == "barrage":
        named = {"terrain": out[3], "hermon": out[6]}
        start, least, most = int(out[2]), 1, 20
    else:
        start, least, most = min(10, int(out[0 if kind == "raid" else 1])), 0, 10
    column = min(most, max(least, start + int(sum(named.values()))))
    cells = b.crt[:, column - 1] if kind == "barrage" else b.air_crt[:, column]
    return {
        "point": game.places[int(s.target)],
        "side": st.SIDES[s.side],
        "nation": st.NATIONS[s.actor] if kind == "barrage" and s.actor >= 0 else None,
        "strength": start,
        "column": column,
        "shifts": [
            {"name": name, "columns": int(columns), "case": cases[name]}
            for name, columns in named.items()
            if columns
        ],
        "results": [word(int(cell)) for cell in cells[:6]],
    }
