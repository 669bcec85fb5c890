"""What screens ask of a position beside its actions: battles explained, prices, reminders.

No rule is repeated here: kernels of the rules are asked. What is told of a battle is worked out
from what the viewer knows of the position (`view.mask`), never from the truth.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from bridgehead.core.bids import BID, bid_of
from bridgehead.core.decision import Decision
from bridgehead.core.offers import Reminder
from bridgehead.core.position import EVERYTHING
from bridgehead.titles.october_war import state as st
from bridgehead.titles.october_war.data.components import Components, Situation
from bridgehead.titles.october_war.rules import fire
from bridgehead.titles.october_war.rules.facts import FACTS, attack_facts, battle_facts
from bridgehead.titles.october_war.words.prose import event_name

SHIFT_CASES = ("15.6", "21.6", "23.3", "23.1", "28.0", "17.2", "11.2")
RESULTS = {0: "-", st.LITTLE_R: "r", st.BIG_R: "R", st.RESULT_A: "A"}
# the rolls that a table answers, and what they are called
SHOTS = {
    "fire roll": "fire", "raid roll": "raid", "wild weasel roll": "weasels",
    "barrage roll": "barrage",
}  # fmt: skip


def reminders(position: Situation, decision: Decision) -> list[Reminder]:
    """Return what the side to move would leave undone by `end`."""
    if "end" not in decision.plain:
        return []
    verbs = {verb for found in decision.units.values() for verb in found} | set(decision.hexes)
    if position.step == "commit" and int(position.state.committed) < 0 and "commit" in verbs:
        return [Reminder("no strike has been committed: all stay Ready this turn", "18.3")]
    if position.step == "mobilization" and "free" in verbs:
        return [Reminder("the free unit of this turn is lost if it is not taken", "10.6")]
    if position.step == "raids" and "raid" in verbs and not int(position.state.raids):
        return [Reminder("strikes on ground attack have no target yet", "19.8")]
    return []


def counts(position: Situation) -> dict[str, dict[str, int]]:
    """Return for each side how many counters are on the map and lost; both sides know this."""
    b, s = position.game.board[0], position.state
    found = {}
    for number, side in enumerate(st.SIDES):
        mine = np.asarray(b.side[: b.units]) == number
        unseen = s.phase == st.SETUP and s.side == number  # until all are placed
        where = (b.start if unseen else s.where)[: b.units][mine]
        gone = np.isin(where, (st.ELIMINATED, st.PERMANENT))
        found[side] = {"map": int((where >= 0).sum()), "eliminated": int(gone.sum())}
    return found


def ledger(position: Situation) -> dict[str, Any]:
    """Return the victory points of both sides as things stand [4.2]."""
    bid = bid_of(position.game.options, st.SIDES)
    given = {bid.side: [{"name": BID, "points": bid.points, "case": "4.2"}]} if bid else {}
    return {
        side: {"points": worth, "entries": given.get(side, [])}
        for side, worth in position.points.items()
    }


def turns(game: Components) -> int:
    """Return how many turns there are."""
    return int(game.board[0].last_turn)


def event_names() -> dict[str, str]:
    """Return what each event is called."""
    return {event: event_name(event) for event in st.EVENTS}


def stocks() -> tuple[str, ...]:
    """Return who has points, casualties and markers of its own."""
    return ("israel", "egypt", "syria")


def prices(game: Components) -> dict[str, dict[str, float]]:
    """Return what each counter costs to mobilize and to refit, in points [10.2, 11.2]."""
    charts = game.data["tables.toml"]["cost"]
    found: dict[str, dict[str, float]] = {}
    for unit in game.counters:
        row = charts.get(str(unit["side"]), {}).get(str(unit.get("cost", "")), {})
        told = {verb: row[verb] / 2 for verb in ("mobilize", "refit") if verb in row}
        if told:
            found[str(unit["id"])] = told
    return found


def is_veiled(position: Situation) -> bool:
    """Whether one of two people at one screen may not see what the other sees now [27, 72]."""
    return bool(position.game.board[0].fog) or position.state.phase == st.AIR_COMMITMENT


# What a table says, explained


def _known(position: Situation) -> tuple[Any, Any]:
    """Return room for a position and for what somebody knows of it."""
    game = position.game
    states, works = np.zeros(2, game.state_type), np.zeros(2, game.work_type)
    states[0], works[0] = position.state, position.work[0]
    return states, works


def _number(viewer: str | None) -> int:
    return st.SIDES.index(viewer) if viewer in st.SIDES else st.NOBODY


def battle(position: Situation, viewer: str | None) -> dict[str, Any] | None:
    """Return the battle that is fought now: who stands there, and how each would fire.

    All who are in a battle are known to both sides; a headquarters that only the enemy knows of is
    not counted in what a viewer is told.
    """
    game, s = position.game, position.state
    p = int(s.battle)
    if p < 0 or position.result is not None:
        return None
    facts = _battle_facts(position, viewer)
    forces: dict[str, list[dict[str, Any]]] = {side: [] for side in st.SIDES}
    for u, id_ in enumerate(game.units):
        if s.where[u] == p:
            told = _counter(game, id_, facts[u])
            told["fired"] = bool(int(s.mark[u]) & st.FIRED)
            forces[st.SIDES[game.board[0].side[u]]].append(told)
    begun = int(s.rounds) > 0
    return {
        "point": game.places[p],
        "attacker": st.SIDES[s.side],
        "first": st.SIDES[s.first] if begun else None,
        "firing": st.SIDES[s.firing] if begun else None,
        "round": int(s.rounds),
        "nation": st.NATIONS[s.nation] if s.nation >= 0 else None,
        "forces": forces,
    }


def _battle_facts(position: Situation, viewer: str | None) -> Any:
    states, works = _known(position)
    out = np.zeros((st.MAX_UNITS, FACTS), np.int64)
    battle_facts(position.game.board, states, works, _number(viewer), out)
    return out


def _counter(game: Components, id_: str, facts: Any) -> dict[str, Any]:
    """Return how one counter fires: strength, each shift, column, what each face brings."""
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
    """Return a result of a table in a word: "2", "r", "R", "A", "-" for nothing."""
    return RESULTS.get(result, str(result))


def shot(before: Situation, action: str, viewer: str | None) -> dict[str, Any] | None:
    """Return a roll on a table of combat as a viewer may read it, None for any other action."""
    kind = SHOTS.get(before.step)
    if kind is None or not action.startswith("roll "):
        return None
    face = int(action.split()[1])
    s = before.state
    # of its own headquarters the side that fires knows all, of its own stack the target
    informed = st.SIDES[s.firing if kind == "fire" else 1 - s.side]
    told = _shot(before, kind, informed if viewer == EVERYTHING else viewer)
    result = _shot(before, kind, informed)["results"][face - 1]
    return told | {"kind": kind, "face": face, "result": result}


def _shot(before: Situation, kind: str, viewer: str | None) -> dict[str, Any]:
    """Return who fires at whom, the column and its results, as far as a viewer can know them."""
    if kind != "fire":
        return _attack(before, kind, viewer)
    game, s = before.game, before.state
    u = int(s.shooter)
    told = _counter(game, game.units[u], _battle_facts(before, viewer)[u])
    told |= {"point": game.places[int(s.battle)], "round": int(s.rounds)}
    return told | {"side": st.SIDES[game.board[0].side[u]]}


def _attack(before: Situation, kind: str, viewer: str | None) -> dict[str, Any]:
    """Return how a raid, Wild Weasels or a barrage comes to its column."""
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
