"""The log's texts about actions for each viewer, and about the end of a game."""

from __future__ import annotations

from typing import Any

from bridgehead.core.positions.position import EVERYTHING, Event, Result
from bridgehead.core.scenarios.goals import CASE, reason
from bridgehead.core.words.grammar import capital, row
from bridgehead.titles.october_war import state as st
from bridgehead.titles.october_war.formats import fields, position_format
from bridgehead.titles.october_war.formats.components import Components, Situation
from bridgehead.titles.october_war.rules.air.raids import ATTACKING
from bridgehead.titles.october_war.words.names import (
    NATION_NAMES,
    SIDE_NAMES,
    place_name,
    strikes,
)
from bridgehead.titles.october_war.words.rolls import event_name, roll_event

# What is done by a verb, and the case
DEEDS = {
    "place": ("{unit} is set up at {place}.", "5.0"),
    "deploy": ("{side} sets up what is left as suggested.", "5.0"),
    "combine": ("{unit} is formed at {place}.", "9.3"),
    "combine-arms": ("{unit} is formed at {place} as a combined arms brigade.", "9.9"),
    "break": ("{unit} breaks down.", "9.4"),
    "convert": ("{unit} becomes a combined arms brigade.", "9.9"),
    "arrive": ("{unit} arrives at {place}.", "10.8"),
    "mobilize": ("{unit} is mobilized at {place}.", "10.2"),
    "free": ("{unit} is mobilized at {place}, without points.", "10.6"),
    "refit": ("{unit} is to be refitted.", "11.3"),
    "mobilize-barrage": ("{nation} buys a barrage marker.", "24.0"),
    "look": ("{unit} looks at {place}.", "27.1"),
    "recon": ("{side} sends {strikes} to look at {place}.", "27.1"),
    "look-ew": ("{side} plays electronic warfare to look at {place} and about it.", "27.1"),
    "move": ("{unit} moves from {start} to {way}.", "13.1"),
    "fly": ("{unit} is to fly from {start} to {place}.", "23.4"),
    "cross": ("{unit} crosses the canal from {start} to {place}.", "21.1"),
    "bridge": ("{unit} lays a bridge from {start} to {place}.", "21.2"),
    "fire-sam": ("{unit} fires at the aircraft.", "20.1"),
    "show-sam": ("{unit} is shown.", "20.12"),
    "fire": ("{unit} fires.", "15.3"),
    "eliminate": ("{side} gives up {unit}.", "16.1"),
    "withdraw": ("{unit} retreats from {start} to {place}.", "16.4"),
    "division": ("{side} takes {unit} for an allowance of three.", "10.12"),
    "shift": ("{side} sends {strikes} on from air superiority to ground attack.", "19.3"),
    "take": ("{nation} gets it.", "28.0"),
    "divide": ("Egypt gets {number} of the points, Syria the rest.", "28.0"),
    "raid": ("{side} sends {strikes} against {place}.", "19.8"),
    "strike": ("{side} sends {weasels} against the air defense units.", "20.11"),
    "barrage": ("{nation} barrages {place}.", "24.1"),
    "attack": ("{side} attacks at {place}.", "15.2"),
    "nation": ("Of the attackers {nation} fires.", "22.1"),
    "retreat": ("{side} retreats.", "16.3"),
    "stay": ("{side} stays.", "16.3"),
    "hold": ("{side} holds its fire.", "15.3"),
    "ew": ("{side} plays an electronic warfare marker.", "26.0"),
    "remove-bridge": ("{side} takes the bridge at {place} up.", "21.4"),
    "draw-unit": ("{unit} is drawn.", "22.3"),
}
# verbs that bring counters from boxes which are open to places which are not
OFF_MAP = ("place", "arrive", "mobilize", "free", "break", "combine", "combine-arms")


def public(position: Situation, text: str, viewer: str | None) -> str:
    """Return an action as a viewer may read it: hidden counters are "?", plans are left out."""
    words = text.split()
    if viewer == EVERYTHING or not words:
        return text
    s = position.state
    if is_secret(position, words[0]) and position.to_move != viewer:
        return ""
    if len(words) > 1 and words[1] in position.game.grammar.units:
        u = position.game.grammar.units[words[1]]
        off_map = s.where[u] < 0 and words[0] in OFF_MAP
        stranger = st.SIDES[position.game.board[0].side[u]] != viewer
        if stranger and (off_map or _hidden(position, u, viewer)):
            words[1] = "?"
    return " ".join(words)


def is_secret(position: Situation, verb: str) -> bool:
    """Return whether even the existence of an action is hidden from the other side [10, 72, O43].

    These are air plans, until both sides have them, and set-up placements: their order would reveal
    something.
    """
    return position.step in ("setup", "commit") and verb not in ("end", "resign")


def _hidden(position: Situation, u: int, viewer: str | None) -> bool:
    if viewer == EVERYTHING or position.game.board[0].fog == 0:
        return False
    number = st.SIDES.index(viewer) if viewer else st.NOBODY
    return bool(position_format.hidden_from(position, number)[u])


def describe(position: Situation, text: str, viewer: str | None = EVERYTHING) -> list[Event]:
    """Return the events of a legal action as the log shows them to a viewer."""
    verb = text.split(maxsplit=1)[0] if text.strip() else ""
    if is_secret(position, verb) and viewer not in {position.to_move, EVERYTHING}:
        return []
    after = position.copy()
    after.push(text)
    return [*_deed(position, after, text, viewer), *_consequences(position, after, text, viewer)]


def _who(before: Any, after: Any, u: int, viewer: str | None) -> str:
    """Return a counter's name, or "a counter" if the viewer cannot identify it."""
    game = before.game
    side = st.SIDES[game.board[0].side[u]]
    off_map = before.state.where[u] < 0
    unknown = off_map or _hidden(before, u, viewer)
    if side != viewer and unknown and _hidden(after, u, viewer):
        return "an Arab counter" if side == "arab" else "an Israeli counter"
    return str(game.unit_names[str(game.units[u])])


def _deed(before: Any, after: Any, text: str, viewer: str | None) -> list[Event]:
    game: Components = before.game
    words = text.split()
    verb, objects = words[0], words[1:]
    side = SIDE_NAMES.get(before.to_move or "", "")
    if verb == "resign":
        return [Event(f"{capital(side)} resigns.", "4.1")]
    if verb == "roll":
        return [roll_event(before, text, viewer)]
    if verb == "draw":
        side = SIDE_NAMES[before.side]
        return [Event(f"{capital(side)} draws the event {event_name(objects[0])}.", "8.1")]
    if verb == "commit":
        kind, nation, theater, mission, number = objects
        where = f"{mission.replace('-', ' ')} in the {theater.title()}"
        flown = strikes(number, kind)
        return [Event(f"{NATION_NAMES[nation]} commits {flown} to {where}.", "18.3")]
    if verb == "lose":
        return [
            Event(f"{capital(before.game.unit_names[objects[0]])} is lost to the sortie.", "20.9")
        ]
    if verb == "end" and before.step == "commit":
        return [Event(f"{capital(side)} has committed its strikes.", "18.3")]
    if verb == "end" and before.step == "setup":
        return [Event(f"{capital(side)} has set up.", "5.0")]
    if verb == "stay" and before.step in ("retreat", "go back"):
        who = "nobody else" if before.state.escaped > 0 else "nobody"
        return [Event(f"{capital(side)} can bring {who} away.", "16.4")]
    if verb not in DEEDS:
        return []
    form, case = DEEDS[verb]
    told: dict[str, Any] = {"side": capital(side)}
    places = [word for word in objects if word in game.grammar.hexes]
    u = game.grammar.units.get(objects[0]) if objects else None
    if u is not None:
        told["unit"] = _who(before, after, u, viewer)
        there = int(before.state.where[u])
        told["start"] = place_name(game, game.places[there]) if there >= 0 else "off the map"
    if places:
        told["place"] = place_name(game, places[-1])
        through = [place_name(game, place) for place in places[:-1]]
        told["way"] = told["place"] + (f" by way of {row(through)}" if through else "")
    elif objects and objects[-1] == "ready":
        told["place"] = "the Ready box"
    nations = [word for word in objects if word in NATION_NAMES]
    told["nation"] = NATION_NAMES[nations[0]] if nations else ""
    number = next((word for word in reversed(objects) if word.isdigit()), "0")
    kind = next((word for word in objects if word in st.KINDS), "")
    told |= {"number": number, "strikes": strikes(number, kind)}
    told["weasels"] = strikes(number, "wild-weasel")
    if u is not None and there >= 0 and "{start}" in form:
        places.insert(0, game.places[there])
    return [Event(capital(form.format(**told)), case, tuple(places))]


# What follows from it: seen by comparing the two positions


def _consequences(before: Any, after: Any, text: str, viewer: str | None) -> list[Event]:
    found = [*_losses(before, after), *_walks(before, after, text, viewer)]
    found += _spent_raids(before, after)
    found += _disclosures(before, after, viewer)
    found += _map_changes(before, after)
    found += _stock_changes(before, after)
    if after.result is not None:
        found.append(Event(f"{capital(after.result.reason)}.", after.result.case))
    elif _clock(after) != _clock(before):
        found += _new_phase(before, after)
    return found


SHARED_PHASES = ("air commitment", "air superiority", "strategic attack", "administration")


def _clock(position: Any) -> tuple[int, str, str]:
    """Return turn, phase, and the side of the phase if it is not shared."""
    return position.turn, position.phase, "" if position.phase in SHARED_PHASES else position.side


def _new_phase(before: Any, after: Any) -> list[Event]:
    found = []
    if after.turn != before.turn:
        date = after.game.data["tables.toml"]["turns"]["date"][after.turn - 1]
        found.append(Event(f"Turn {after.turn} begins: {date} 1973.", "6.2"))
    whose = "" if after.phase in SHARED_PHASES else f" of {SIDE_NAMES[after.side]}"
    found.append(Event(f"{capital(after.phase)} phase{whose}.", "6.2"))
    return found


def _losses(before: Any, after: Any) -> list[Event]:
    game, found = before.game, []
    boxes = {
        st.REFIT: "to the Refit box", st.ELIMINATED: "eliminated",
        st.PERMANENT: "permanently eliminated",
    }  # fmt: skip
    was, now = before.state.where, after.state.where
    for u in (was != now).nonzero()[0]:
        if int(now[u]) in boxes and int(was[u]) != st.UNPLACED:
            name = capital(game.unit_names[game.units[u]])
            there = game.places[int(was[u])] if was[u] >= 0 else ""
            place = f" at {place_name(game, there)}" if there else ""
            hexes = (there,) if there else ()
            found.append(Event(f"{name} is lost{place}: {boxes[int(now[u])]}.", "11.1", hexes))
    return found


def _spent_raids(before: Any, after: Any) -> list[Event]:
    """Return events for raids that end without an attack: nothing is left of them, or to hit."""
    game, was, now = before.game, before.state, after.state
    found = []
    for raid in range(1, int(was.raids) + 1):
        attacks = was.raid_stage == ATTACKING and was.raid == raid
        if not attacks and (was.task == raid).any() and not (now.task == raid).any():
            place = game.places[int(was.raid_at[raid - 1])]
            told = f"The raid at {place_name(game, place)} cannot attack: no effect."
            found.append(Event(told, "19.9", (place,), settles=True))
    return found


def _walks(before: Any, after: Any, text: str, viewer: str | None) -> list[Event]:
    """Return events for counters that moved without an action of their own: retreats, returns."""
    game, found = before.game, []
    words = text.split()
    was, now = before.state.where, after.state.where
    for u in ((was != now) & (was >= 0) & (now >= 0)).nonzero()[0]:
        if game.units[u] in words[1:2] and words[0] not in {"break", "eliminate"}:
            continue
        name = capital(_who(before, after, int(u), viewer))
        start, end = game.places[int(was[u])], game.places[int(now[u])]
        ends = f"from {place_name(game, start)} to {place_name(game, end)}"
        found.append(Event(f"{name} goes {ends}.", "16.4", (start, end)))
    return found


def _disclosures(before: Any, after: Any, viewer: str | None) -> list[Event]:
    """Return events for the enemy counters that a viewer has learned."""
    if before.game.board[0].fog == 0 or viewer == EVERYTHING:
        return []
    game, found = before.game, []
    for side in [viewer] if viewer else list(game.sides):
        new = after.shown(side) - before.shown(side)
        by_place: dict[str, list[str]] = {}
        for id_ in (id_ for id_ in game.units if id_ in new):
            where = game.places[int(after.state.where[game.grammar.units[id_]])]
            by_place.setdefault(where, []).append(game.unit_names[id_])
        for place, names in by_place.items():
            told = f"At {place_name(game, place)} {SIDE_NAMES[side]} sees {row(names)}."
            found.append(Event(told, "27.1", (place,)))
    return found


def _map_changes(before: Any, after: Any) -> list[Event]:
    game, found = before.game, []
    was, now = before.state, after.state
    for p in (was.control != now.control).nonzero()[0]:
        if now.control[p] >= 0:
            side, place = SIDE_NAMES[st.SIDES[now.control[p]]], game.places[p]
            told = f"{capital(side)} takes control of {place_name(game, place)}."
            found.append(Event(told, "2.6", (place,)))
    for k in (was.bridge != now.bridge).nonzero()[0]:
        if now.bridge[k] < 0:
            place = game.places[int(game.board[0].canal_end[k, 0])]
            found.append(Event(f"The bridge at {place_name(game, place)} is gone.", "21.4"))
    for k, theater in enumerate(st.THEATERS):
        if now.air_master[k] != was.air_master[k] and now.air_master[k] >= 0:
            side = SIDE_NAMES[st.SIDES[now.air_master[k]]]
            told = f"{capital(side)} has air superiority in the {theater.title()}."
            found.append(Event(told, "19.4"))
    return found


def _stock_changes(before: Any, after: Any) -> list[Event]:
    found = []
    was, now = before.state, after.state
    names = [NATION_NAMES[key] for key in fields.STOCKS]
    for k, name in enumerate(names):
        if now.casualties[k] != was.casualties[k]:
            told = f"The casualty index of {name} is {now.casualties[k]}."
            found.append(Event(told, "7.4"))
        if now.ew[k] > was.ew[k]:
            told = f"{name} has {now.ew[k]} electronic warfare markers."
            found.append(Event(told, "26.1"))
        if now.points[k] != was.points[k]:
            found.append(Event(f"{name} has {now.points[k]} mobilization points.", "10.1"))
    return found


# How a game ended

REASONS = {
    st.ISRAELI_CASUALTIES: ("the Israeli casualty index is above 70", "7.2"),
    st.EGYPTIAN_CASUALTIES: ("the Egyptian casualty index is above 60", "7.3"),
    st.SYRIAN_CASUALTIES: ("the Syrian casualty index is above 60", "7.3"),
    st.ARAB_SINAI: ("the Arabs hold the Bar-Lev Line, the passes and an objective", "4.1"),
    st.ARAB_GOLAN: ("the Arabs hold the Golan forts and an objective", "4.1"),
    st.ISRAELI_SUDDEN_DEATH: ("Israel holds two Egyptian cities and all Syrian forts", "4.1"),
}


def result(position: Situation) -> Result | None:
    """Return the result of the game, None if it is not over [4.0]."""
    s = position.state
    if s.step != st.OVER:
        return None
    ending = st.ENDING_NAMES[int(s.ending)]
    winner = st.SIDES[s.winner] if s.winner >= 0 else "draw"
    if s.ending == st.RESIGNED:
        return Result(winner, "4.1", f"{SIDE_NAMES[st.SIDES[1 - s.winner]]} resigned", ending)
    if s.ending == st.BY_SCENARIO:
        return Result(winner, CASE, reason(position, winner), ending)
    if s.ending in REASONS:
        why, case = REASONS[int(s.ending)]
        return Result(winner, case, why, ending)
    points = position.points
    why = f"{points['israel']:g} to {points['arab']:g} victory points for Israel and the Arabs"
    return Result(winner, "4.3", why, ending)
