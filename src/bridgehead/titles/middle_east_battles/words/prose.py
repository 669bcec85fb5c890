"""The log's texts about actions, and about the end of a game."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

from bridgehead.core.cache import Recent
from bridgehead.core.positions.position import Event, Result
from bridgehead.core.scenarios.goals import CASE, reason
from bridgehead.core.titles.options import BID
from bridgehead.core.words.grammar import added, capital, differentials, row, signed
from bridgehead.core.words.notation import RESIGN
from bridgehead.titles.middle_east_battles import state as st
from bridgehead.titles.middle_east_battles.formats.components import (
    Components,
    Situation,
)
from bridgehead.titles.middle_east_battles.rules import query_entry_points

RESULT_NAMES = {
    "A1": "the attackers retreat 1 hex (A1)",
    "BR": "both sides retreat 1 hex (BR)",
    "AE": "the attackers are eliminated (AE)",
    "DE": "the defenders are eliminated (DE)",
    "EX": "an exchange (EX)",
    "AX": "an attacker exchange (AX)",
    "D1": "the defenders retreat 1 hex (D1)",
    "D2": "the defenders retreat 2 hexes (D2)",
    "D3": "the defenders retreat 3 hexes (D3)",
    "D4": "the defenders retreat 4 hexes (D4)",
}
BY_FIRE = ("DE", "D2", "D3", "D4")  # what fire alone can bring about [8.6]
NO_EFFECT = "no effect on them by fire alone"
# What a unit does by a verb, and the rule
DEEDS = {
    st.PLACE: ("{unit} is set up on {hex}.", "set_up"),
    st.MOVE: ("{unit} moves from {start} to {hex}.", "movement"),
    st.EXIT: ("{unit} leaves the map by {hex}.", "exit"),
    st.DROP: ("{unit} lands from the air on {hex}.", "drop"),
    st.LAND: ("{unit} lands from the sea on {hex}.", "amphibious"),
    st.LIFT: ("{joint} lifts {unit} to {hex}.", "lift"),
    st.LIFTOFF: ("{joint} takes {unit} off the map by {hex}.", "lift"),
    st.RETURN: ("{unit} flies back to the ships.", "lift"),
    st.ADVANCE_TO: ("{unit} advances to {hex}.", "advance"),
}
FLIES_IN = ("{unit} flies in to {hex}.", "lift")
ENTERS = ("{unit} comes onto the map by {hex}.", "column")
POINTS = (
    "world opinion", "{western} unit eliminated", "fire into the city", "objectives held",
    "the fighting goes on", "an air drop", "the Matt brigade enters",
    "{egyptian} unit eliminated", "a unit off the map", "objectives held at the end",
    "the 4th Division enters", "the Shazli Force enters",
)  # fmt: skip


def ledger_case(game: Components, entry: str) -> str:
    """Return the case for the points of a ledger entry, or of a bid."""
    if entry == BID:
        return game.case("win")
    west = st.LEDGER.index(entry) >= st.FIRST_OF_WEST
    return game.case("points_of_west" if west else "points_of_egypt")


def a(word: str) -> str:
    """Return a word with its article: "an Israeli"."""
    return f"{'an' if word[:1] in 'AEIOU' else 'a'} {word}"


def number(value: float) -> str:
    """Return points as printed: 8.5 is "8½"."""
    whole, half = divmod(round(value * 2), 2)
    return f"{whole or ''}½" if half else str(whole)


@lru_cache(maxsize=16)
def unit_names(game: Components) -> tuple[str, ...]:
    """Return the name of each unit: its name, its type if the name is too short, and its size.

    The size is added where two units have the same name and type.
    """
    there_are = Counter(str(counter["name"]) for counter in game.counters)
    found = []
    for counter in game.counters:
        name, kind = str(counter["name"]), str(counter["type"]).replace("_", " ")
        clear = there_are[name] == 1 and name[-1:].isalpha()
        found.append(name if clear or kind in name.lower() else f"{name} {kind}")
    alike = Counter(found)
    return tuple(
        f"{name} {counter['size']}" if alike[name] > 1 and "size" in counter else name
        for name, counter in zip(found, game.counters, strict=True)
    )


def does(game: Components, side: str, verb: str) -> str:
    """Return a side's name with a verb, in the singular or the plural."""
    named = game.edition.named_sides[side]
    return f"{capital(named.name)} {verb}{'' if named.plural else 's'}"


# How a game ended


def result(position: Situation) -> Result | None:
    """Return the result of the game, None if it is not over [3.3, 3.4, 4.1]."""
    s, game = position.state, position.game
    if s.step != st.OVER:
        return None
    ending = st.ENDING_NAMES[int(s.ending)]
    winner = game.sides[s.winner] if s.winner >= 0 else "draw"
    if s.ending == st.RESIGNED:
        loser = game.named(1 - int(s.winner))
        return Result(winner, "4.1", f"{loser} resigned", ending)
    if s.ending == st.BY_SCENARIO:
        return Result(winner, CASE, reason(position, winner), ending)
    totals = position.points
    told = " to ".join(number(totals[side]) for side in game.sides)
    names = f"{game.named(st.WEST)} and {game.named(st.EGYPT)}"
    lead = abs(totals[game.sides[0]] - totals[game.sides[1]])
    why = f"{told} victory points for {names}, a lead of {number(lead)}"
    if s.winner < 0:
        needed = number(int(game.board[0].win_by) / 2)
        why += f", less than the {needed} that win" if lead else ", which is a draw"
    return Result(winner, game.case("win"), why, ending)


# The log


def describe(position: Situation, text: str) -> list[Event]:
    """Return the events of a legal action of the position.

    For a whole attack in one line they are those of its last decision.
    """
    key = position.game, position.state.tobytes(), text
    return list(_described.get(key, lambda: _describe(position, text)))


# the last descriptions: every reader of a game asks for the same
_described: Recent[list[Event]] = Recent(8)


def _describe(position: Situation, text: str) -> list[Event]:
    after = position.copy()
    events: list[Event] = []
    for decision in position.game.expand(position, text):
        code = position.game.grammar.encode(decision)
        before = after.copy()
        after.push_code(code)
        events = _Story(before, after, code).events()
    return events


class _Story:
    """Describes one action, from the position before and after it."""

    def __init__(self, before: Situation, after: Situation, code: int) -> None:
        self.before, self.after, self.code = before, after, code
        self.game = before.game
        self.unit, self.verb, self.place = (
            self.game.grammar.split(code) if code != RESIGN else (st.NO_UNIT, -1, 0)
        )
        self.names = unit_names(self.game)
        self.step = int(before.state.step)

    def events(self) -> list[Event]:
        """Return all events."""
        if self.code == RESIGN:
            return self._end()
        events = self._deed() if self.verb != st.ROLL else self._roll()
        return [
            *events, *self._moved(), *self._lost(), *self._points(), *self._phase(), *self._end(),
        ]  # fmt: skip

    def at(self, place: int) -> str:
        """Return a hex's number."""
        return self.game.hexes[place]

    # What was decided

    def _deed(self) -> list[Event]:
        if self.step == st.ONWARD:
            return [self._onward()]
        if self.verb == st.CROSS:
            return [self._crossing()]
        if self.verb in DEEDS or self.verb == st.ENTER:
            return [self._plain()]
        if self.verb in (st.RETREAT_TO, st.DISPLACE_TO):
            return self._wait()
        if self.verb == st.FIRE:
            return [self._attack()]
        if self.step == st.FPF:
            return self._protect()
        return self._word()

    def _plain(self) -> Event:
        b, start = self.game.board[0], int(self.before.state.hex[self.unit])
        words, rule = DEEDS.get(self.verb, ENTERS if b.edge_entry else FLIES_IN)
        to = () if self.verb == st.RETURN else (self.at(self.place),)
        text = words.format(
            unit=self.names[self.unit],
            hex=self.at(self.place),
            start=self.at(start),
            joint=self.names[int(b.joint)],
        )
        case = self.game.case(rule)
        if self.step == st.MILITIA:
            text, case = f"{self.names[self.unit]} is raised on {self.at(self.place)}.", "9.4"
        return Event(text, case, ((self.at(start),) if start >= 0 else ()) + to)

    def _onward(self) -> Event:
        entry, to = self.at(int(self.before.state.entry_hex)), self.at(self.place)
        name = self.names[self.unit]
        if entry == to:
            return Event(f"{name} stays on {to}.", "10.4", (to,))
        return Event(f"{name} goes on from {entry} to {to}.", "10.4", (entry, to))

    def _crossing(self) -> Event:
        slot, h = divmod(self.place, st.SLOT)
        engineer = int(self.game.board[0].slot_unit[slot])
        where = (self.at(int(self.before.state.hex[self.unit])), self.at(h))
        text = (
            f"{self.names[engineer]} brings {self.names[self.unit]} over the water to {where[1]}."
        )
        return Event(text, "9.14", where)

    def _wait(self) -> list[Event]:
        """Add a unit that cannot move before others have made way."""
        if self.before.state.hex[self.unit] != self.after.state.hex[self.unit]:
            return []  # what moved is told by `_moved`
        if self.after.state.hex[self.unit] < 0:
            return []
        to = self.at(self.place)
        return [Event(f"{self.names[self.unit]} must go to {to}: friends there make way.", "7.13",
                      (to,))]  # fmt: skip

    def _markers(self, markers: dict[str, int]) -> list[str]:
        told = []
        for name, count in markers.items():
            nation = {"british": "British ", "french": "French "}.get(name.split("-")[0], "")
            if name.endswith("guns"):
                told.append(f"{nation}naval guns")
            else:
                told.append(f"{count} {nation}airstrike{'s' if count > 1 else ''}")
        return told

    def _attack(self) -> Event:
        """Add an attack when it is fired: the attackers, the defenders, the totals so far."""
        combat = self.before.to_dict()["combat"]
        odds = self.before.pending_odds()
        assert odds is not None
        units = [self.names[self.game.unit_index(unit)] for unit in combat["attackers"]]
        who = [*units, *self._markers(combat.get("markers", {}))]
        whom = row(self.names[self.game.unit_index(unit)] for unit in combat["defenders"])
        by_fire = set(combat["attackers"]) <= set(combat.get("ranged", ()))
        markers = combat.get("markers", {})
        one = len(who) == 1 and (bool(units) or [*markers.values()] == [1]) and "guns" not in who[0]
        does = ("bombard" if by_fire else "attack") + ("s" if one else "")
        aims = row(combat["aims"])
        shifts = "".join(f", {shift.name} {signed(shift.columns)}" for shift in odds.shifts)
        return Event(
            f"{capital(row(who))} {does} {whom} on {aims}: {odds.attack} against "
            f"{odds.defense}{shifts}.",
            "8.4" if by_fire else "7.2",
            (*dict.fromkeys(combat["attackers"].values()), *combat["aims"]),
        )

    def _protect(self) -> list[Event]:
        if self.verb == st.DONE:
            return []
        before, after = (
            self.game.figures(position)[query_entry_points.DEFENSE]
            for position in (self.before, self.after)
        )
        if self.verb == st.FIRE_FPF:
            where: tuple[str, ...] = (self.at(int(self.before.state.hex[self.unit])),)
            who, case = f"{self.names[self.unit]} gives", "8.10"
        else:
            name = self.game.markers[self.verb - st.STRIKE_A]
            told = self._markers({name: self.place})[0]
            who = f"{told} {'gives' if self.place == 1 and 'air' in name else 'give'}"
            where, case = (), "8.19" if name.endswith("guns") else "8.18"
        return [Event(f"{capital(who)} the defense protective fire: {after - before} more, "
                      f"{after} in all.", case, where)]  # fmt: skip

    def _word(self) -> list[Event]:
        west, egypt = self.game.sides
        if self.verb in (st.TAKE_FRONTAL, st.TAKE_MOBILE):
            table = "frontal" if self.verb == st.TAKE_FRONTAL else "mobile"
            return [Event(f"{does(self.game, west, 'take')} the {table} table.", "7.8")]
        if self.verb == st.DEPLOY:
            left = int((self.before.state.hex == st.OFF).sum())
            left -= int((self.after.state.hex == st.OFF).sum())
            text = f"{does(self.game, egypt, 'set')} up {left} unit{'s' if left > 1 else ''}"
            return [Event(f"{text} as suggested.", self.game.case("set_up"))]
        if self.verb == st.STAY and self.step == st.ADVANCE:
            return [Event("No further advance.", "7.16")]
        if self.verb == st.STAY:
            return [Event(f"{capital(self.game.named(st.EGYPT))} does not withdraw.", "10.11")]
        if self.verb == st.WITHDRAW:
            return [Event(f"{does(self.game, egypt, 'declare')} its withdrawal.", "10.11")]
        if self.verb == st.STOP:
            text = f"{does(self.game, west, 'stop')} at the end of turn {self.before.turn}."
            return [Event(text, "9.2")]
        if self.verb == st.CONTINUE_TO:
            text = f"{does(self.game, west, 'fight')} on; they alone know until when."
            return [Event(text, "9.2")]
        return []  # what is declared is told when it is fired, the phases by themselves

    # What the dice say

    def _roll(self) -> list[Event]:
        face = self.place
        shows = f"The die shows {face}"
        if self.step == st.AIR_ROLL:
            count = added(int(self.before.state.air[st.AIR_A]), face)
            when = "so far" if self.after.state.air_dice else "this turn"
            strikes = "airstrike" if count == "1" else "airstrikes"
            return [Event(f"{shows}: {count} {strikes} {when}.", "10.6")]
        if self.step == st.MILITIA_ROLL:
            return [Event(f"{shows}: {face} militia, as far as there are.", "9.4")]
        if self.step == st.CONTINUE_ROLL:
            return [Event(f"{shows}: the pressure to stop fighting grows.", "9.2")]
        if self.step == st.NIGHT_ROLL:
            left = -int(query_entry_points.night_shift(*self.before.arrays[:2], face))
            columns = f"{left} column{'' if left == 1 else 's'}"
            return [Event(f"The night die shows {face}: {columns} left.", "7.19")]
        return [self._result()]

    def _result(self) -> Event:
        odds = self.before.pending_odds()
        assert odds is not None
        found = odds.table[self.place - 1]
        printed = self.game.data["tables.toml"]["crt"][odds.on][self.place - 1].split()[odds.column]
        text = RESULT_NAMES[found]
        case = "7.9"
        if printed != found:
            text, case = f"{printed}, here {text}", "7.8"
        if found in odds.idle:
            text, case = f"{found}, {NO_EFFECT}", "8.6"
        elif self.before.is_by_fire_alone and found not in BY_FIRE:
            text, case = f"{text}, which fire alone does not do to the defenders", "8.6"
        column = differentials(odds.column_label)
        return Event(
            f"The die shows {self.place} ({odds.on} table, column {column}): {text}.",
            case, odds.hexes,
        )  # fmt: skip

    # What came of it

    def _moved(self) -> list[Event]:
        """Add retreats and displacements, which may be those of several units in a chain."""
        if self.step not in (st.RETREAT, st.DISPLACE):
            return []
        events = []
        before, after = self.before.state, self.after.state
        for u, name in enumerate(self.names):
            start, to = int(before.hex[u]), int(after.hex[u])
            if start < 0 or to < 0 or start == to:
                continue
            retreats = u == before.mover or (self.verb == st.RETREAT_TO and u == self.unit)
            does, case = ("retreats", "7.10") if retreats else ("is displaced", "7.13")
            where = (self.at(start), self.at(to))
            events.append(Event(f"{name} {does} from {where[0]} to {where[1]}.", case, where))
        return events

    def _lost(self) -> list[Event]:
        """Add every unit that is lost, and why."""
        events = []
        before, after = self.before.state, self.after.state
        for u, name in enumerate(self.names):
            if before.hex[u] < 0 or after.hex[u] >= 0:
                continue
            where = self.at(int(before.hex[u]))
            if after.hex[u] == st.OFF and self.verb == st.END:
                events.append(Event(f"{name} finds no place and goes back to the pool.", "9.4",
                                    (where,)))  # fmt: skip
            if after.hex[u] == st.ELIMINATED:
                how, case = self._why_lost(u)
                if self.verb == st.RETREAT_TO and u == self.unit and not after.chain:
                    where = self.at(self.place)
                events.append(Event(f"{name} {how} on {where}.", case, (where,)))
        return events

    def _why_lost(self, unit: int) -> tuple[str, str]:
        b, s = self.game.board[0], self.before.state
        if self.verb == st.LOSE:
            return "is lost in the exchange", "7.9"
        found = ""
        if self.step == st.ATTACK_ROLL:
            odds = self.before.pending_odds()
            found = odds.table[self.place - 1] if odds is not None else ""
            attacks = s.role[unit] == st.ADJACENT
            if found in ("AE", "DE") or (found == "EX" and not attacks):
                return "is eliminated", "7.9"
            if found in ("EX", "AX") and attacks:
                return "is lost in the exchange", "7.9"
            if found == "A1" and s.landed[unit]:
                return "has only just landed and is eliminated", self._landing_case(unit)
        elif s.role[unit] == st.ADJACENT and st.RESULTS[s.result] == "AX":
            return "is lost in the exchange", "7.9"
        if b.mobility[unit] == st.STATIC:
            return "cannot move and is eliminated", "7.10"
        if unit == self.unit and self.verb == st.RETREAT_TO:
            return "can go no further and is eliminated", "7.12"
        return "cannot retreat and is eliminated", "7.10"

    def _landing_case(self, unit: int) -> str:
        across = self.before.state.landed[unit] == st.BROUGHT_OVER
        return self.game.case("crossing" if across else "drop")

    def _points(self) -> list[Event]:
        """Add victory points, with side and reason."""
        events = []
        gained = self.after.state.ledger - self.before.state.ledger
        for entry, half_points in enumerate(gained.tolist()):
            if half_points > 0:
                side = self.game.sides[st.WEST if entry >= st.FIRST_OF_WEST else st.EGYPT]
                worth = number(half_points / 2)
                points = "point" if worth in ("1", "½") else "points"
                case = ledger_case(self.game, st.LEDGER[entry])
                who = capital(self.game.edition.named_sides[side].name)
                western, egyptian = (a(self.game.adjective(k)) for k in (st.WEST, st.EGYPT))
                what = POINTS[entry].format(western=western, egyptian=egyptian)
                events.append(Event(f"{who}: {worth} victory {points}, {what}.", case))
        return events

    def _phase(self) -> list[Event]:
        """Add a new turn, and the beginning of a phase."""
        before, after = self.before, self.after
        if after.phase == "over":
            return []
        events = []
        if before.turn != after.turn or before.phase == "setup" != after.phase:
            track = self.game.data["tables.toml"]["turns"][self.game.edition.charts]["track"]
            night = " Night." if after.is_night and "night" not in track[after.turn - 1] else ""
            events.append(Event(f"Turn {after.turn}: {track[after.turn - 1]}.{night}", "4.2"))
        if (before.turn, before.side, before.phase) == (after.turn, after.side, after.phase):
            return events
        if after.phase == "movement":
            events.append(Event(f"{does(self.game, after.side, 'move')}.", "4.2"))
        elif after.phase == "combat":
            side = capital(self.game.edition.named_sides[after.side].name)
            events.append(Event(f"{side}: combat phase.", "4.2"))
        return events

    def _end(self) -> list[Event]:
        """Add the end, and the last turn that had been written down [9.2]."""
        ended = self.after.result
        if ended is None:
            return []
        events = []
        if self.after.state.last_turn and self.after.state.ending != st.RESIGNED:
            text = f"Turn {self.after.turn} was the last, as {self.game.named(st.WEST)} had written"
            text += " down."
            events.append(Event(text, "9.2"))
        who = "A draw" if ended.winner == "draw" else does(self.game, ended.winner, "win")
        return [*events, Event(f"{who}: {ended.reason}.", ended.case)]
