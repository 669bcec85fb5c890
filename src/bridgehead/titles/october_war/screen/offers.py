"""Questions of screens about a position besides its actions: battles, prices, reminders.

No rule is repeated here: kernels of the rules are called. Explanations of a battle are computed
from what the viewer knows of the position (`view.mask`), never from the complete position.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from bridgehead.core.positions.decision import Decision
from bridgehead.core.titles.bids import bid_of
from bridgehead.core.titles.options import BID
from bridgehead.core.titles.screens import Purse
from bridgehead.core.words.grammar import row
from bridgehead.core.words.offers import Reminder
from bridgehead.titles.october_war import state as st
from bridgehead.titles.october_war.formats.components import Components, Situation
from bridgehead.titles.october_war.screen import forecasts
from bridgehead.titles.october_war.words import shots
from bridgehead.titles.october_war.words.names import NATION_NAMES
from bridgehead.titles.october_war.words.prose import SHARED_PHASES
from bridgehead.titles.october_war.words.refusals_home import halves
from bridgehead.titles.october_war.words.rolls import event_name

NAMED = 4  # counters that are named, before the others are only counted

shot = shots.shot
forecast = forecasts.forecast


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
    """Return for each side the numbers of counters on the map and lost; both sides know these."""
    b, s = position.game.board[0], position.state
    found = {}
    for number, side in enumerate(st.SIDES):
        mine = np.asarray(b.side[: b.units]) == number
        mine &= ~np.isin(position.game.units, list(position.game.out_of_play))
        unseen = s.phase == st.SETUP and s.side == number  # until all are placed
        where = (b.start if unseen else s.where)[: b.units][mine]
        gone = np.isin(where, (st.ELIMINATED, st.PERMANENT))
        found[side] = {"map": int((where >= 0).sum()), "eliminated": int(gone.sum())}
    return found


def ledger(position: Situation) -> dict[str, Any]:
    """Return the present victory points of both sides [4.2]."""
    bid = bid_of(position.game.options, st.SIDES)
    given = {bid.side: [{"name": BID, "points": bid.points, "case": "4.2"}]} if bid else {}
    return {
        side: {"points": worth, "entries": given.get(side, [])}
        for side, worth in position.points.items()
    }


def turns(game: Components) -> int:
    """Return the number of turns."""
    return int(game.board[0].last_turn)


def event_names() -> dict[str, str]:
    """Return the name of each event."""
    return {event: event_name(event) for event in st.EVENTS}


def stocks() -> tuple[str, ...]:
    """Return the countries that have their own points, casualties and markers."""
    return ("israel", "egypt", "syria")


def prices(game: Components) -> dict[str, dict[str, float]]:
    """Return the cost of mobilizing and refitting each counter, in points [10.2, 11.2]."""
    charts = game.data["tables.toml"]["cost"]
    found: dict[str, dict[str, float]] = {}
    for unit in game.counters:
        row = charts.get(str(unit["side"]), {}).get(str(unit.get("cost", "")), {})
        told = {verb: row[verb] / 2 for verb in ("mobilize", "refit") if verb in row}
        if told:
            found[str(unit["id"])] = told
    return found


def purses(position: Situation, side: str) -> list[Purse]:
    """Return the points of a side's countries, and what they have spent in the phase [30]."""
    s, israel = position.state, st.SIDES[st.ISRAEL]
    return [
        Purse(stock, int(s.points[k]), int(s.spent[k]) / 2)
        for k, stock in enumerate(stocks())
        if (stock == israel) == (side == israel)
    ]


def outlook(position: Situation, side: str) -> list[str]:
    """Return the next income and arrivals, and what all refits would cost [10.1, 11.2]."""
    b, s = position.game.board[0], position.state
    own = [u for u in range(int(b.units)) if b.side[u] == st.SIDES.index(side)]
    found = []
    turn = int(s.turn) + 1
    if turn <= int(b.last_turn):
        income = [
            f"{NATION_NAMES[purse.stock]} gets {int(b.income[stocks().index(purse.stock), turn])}"
            for purse in purses(position, side)
        ]
        found.append(f"Turn {turn}: {row(income)} points.")
    for when in (turn - 1, turn):
        due = [u for u in own if s.where[u] == st.TRACK and s.arrives[u] == when]
        if due:
            names = [position.game.unit_names[position.game.units[u]] for u in due]
            found.append(f"Turn {when} brings {row(_few(names))}.")
    waiting = [u for u in own if s.where[u] == st.REFIT and b.refit[u] > 0 and b.stock[u] >= 0]
    if waiting:
        cost = halves(sum(int(b.refit[u]) for u in waiting))
        found.append(f"To refit all that can be refitted costs {cost} ({len(waiting)} in Refit).")
    return found


def _few(names: list[str]) -> list[str]:
    """Return the first names, and how many more there are."""
    more = len(names) - NAMED
    return names if more <= 1 else [*names[:NAMED], f"{more} more"]


def has_shared_phase(position: Situation) -> bool:
    """Whether the present phase is one of both sides [6.2]."""
    return position.phase in SHARED_PHASES


def is_veiled(position: Situation) -> bool:
    """Whether one of two people at one screen may not see the other's present view [27, 72]."""
    return bool(position.game.board[0].fog) or position.state.phase == st.AIR_COMMITMENT


# What a table says, explained


def battle(position: Situation, viewer: str | None) -> dict[str, Any] | None:
    """Return the present battle: its units, and how each would fire.

    All units in a battle are known to both sides; a headquarters that only the enemy knows of is
    left out of a viewer's data.
    """
    game, s = position.game, position.state
    p = int(s.battle)
    if p < 0 or position.result is not None:
        return None
    facts = shots.facts_of_battle(position, viewer)
    forces: dict[str, list[dict[str, Any]]] = {side: [] for side in st.SIDES}
    for u, id_ in enumerate(game.units):
        if s.where[u] == p:
            told = shots.counter_facts(game, id_, facts[u])
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
