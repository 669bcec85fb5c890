"""Intents: the purposes of a plan's actions, for a headline.

"Attack PLA at Rafiah (4620) with 21 against 4, withdraw 2 units." An intent is derived from the
effects of the plan: victory conditions that change, attacks, arrivals, crossings, units that gain
or lose contact with the enemy. The words are in the phrasebook of the title.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from bridgehead.core.positions.position import Position
from bridgehead.core.titles.briefing import Goal
from bridgehead.core.titles.games import title_of
from bridgehead.core.words.grammar import capital, row
from bridgehead.core.words.phrases import GoalPhrase, IntentPhrase
from bridgehead.players.advice.sentences import ON_GROUND, Reader, gathered
from bridgehead.players.search.futures import GoalKey, key_of, on_the_map, sides_of

MOST = 3  # intents of a headline
LONG = 4  # deeds from which on a plan gets a headline; an attack is one, whoever takes part
MOST_UNITS = 2  # that are named, before they are counted
MOST_PLACES = 3  # that are named, before some of them are counted
A_GOAL, AN_ATTACK, AN_OBJECTIVE = 6.0, 4.0, 5.0  # weights; the title says those of its verbs
STRONG = 2.0  # weight from which on an intent alone makes another plan
A_LEAVE, A_WITHDRAWAL, A_GUARD, HELD, A_CONTACT = 3.5, 2.0, 1.5, 1.2, 0.8


@dataclass(frozen=True)
class Intent:
    """A purpose of a plan, as a clause that begins with a verb.

    `subject` must be equal for two plans to have the same intent; `detail` may differ.
    """

    kind: str
    text: str
    weight: float
    subject: tuple[str, ...] = ()
    detail: str = ""

    @property
    def key(self) -> tuple[str, ...]:
        """The key that distinguishes it from other intents."""
        return (self.kind, *self.subject)

    def to_dict(self) -> dict[str, Any]:
        """Return the intent as JSON data."""
        return {"kind": self.kind, "text": self.text}


def intents_of(position: Position, plan: Sequence[str]) -> tuple[Intent, ...]:
    """Return the intents of a plan of the side to move, the most important first, at most three.

    The position must contain nothing that the side may not know, or the intents may reveal it.
    """
    found = sorted(_Aims(position, plan).found(), key=lambda one: -one.weight)
    return tuple(found[:MOST])


def kind_of(intents: Sequence[Intent]) -> frozenset[tuple[str, ...]]:
    """Return the key that plans of a kind share: their strong intents."""
    return frozenset(one.key for one in intents if one.weight >= STRONG)


def headline_of(position: Position, plan: Sequence[str], intents: Sequence[Intent]) -> str:
    """Return the intents of a long plan as a sentence, "" for a short one."""
    if len(plan) < LONG or not intents:
        return ""
    told = [deed for deed in gathered(Reader(position).read(plan)) if deed.verb != "end"]
    if len(told) < LONG:
        return ""
    text = ", ".join(intent.text for intent in intents)
    return f"{capital(text)}."


class _Aims:
    """Finds the intents of one plan."""

    def __init__(self, position: Position, plan: Sequence[str]) -> None:
        self.side, self.game = str(position.to_move), position.game
        self.title = title_of(position.game.id)
        self.book = self.title.phrasebook
        self.names = self.title.unit_names(position.game)
        self.plan = plan
        self.held: set[str] = set()
        self.points: dict[str, float] = {}  # by verb: the lead that its actions bring
        self._scoring: tuple[str, float] | None = None
        self.before = position.copy()
        reader = Reader(position, self._watch)
        self.deeds = reader.read(plan)
        self.after = reader.trial
        self._score(self.after)

    def found(self) -> list[Intent]:
        """Return every intent."""
        return [*self._goals(), *self._attacks(), *self._verbs(), *self._contacts(), *self._held()]

    # Reading

    def _watch(self, trial: Any, action: str) -> None:
        """Note an action's points, and the units that could still arrive when a phase ends."""
        self._score(trial)
        verb = action.split(maxsplit=1)[0]
        phrase = self.book.intents.get(verb)
        if phrase is not None and phrase.scores:
            self._scoring = verb, self._lead(trial)
        if verb == "end":
            arrivals = {name for name, one in self.book.intents.items() if one.is_arrival}
            legal = (text.split() for text in trial.legal_actions())
            self.held |= {words[1] for words in legal if words[0] in arrivals}

    def _score(self, trial: Any) -> None:
        if self._scoring is not None:
            verb, lead = self._scoring
            self.points[verb] = self.points.get(verb, 0.0) + self._lead(trial) - lead
            self._scoring = None

    def _lead(self, position: Any) -> float:
        """Return the side's lead in victory points, 0 if the title counts none."""
        for goal in self.title.goals(position, self.side):
            phrase = self.book.goal(goal.text)
            if phrase is not None and phrase.is_lead:
                return goal.have if goal.side == self.side else -goal.have
        return 0.0

    # Victory conditions

    def _goals(self) -> list[Intent]:
        """Return the plan's effects on victory conditions, once for the same places."""
        earlier = {key_of(goal): goal for goal in self.title.goals(self.before, self.side)}
        found: list[Intent] = []
        told: set[str] = set()
        for goal in self.title.goals(self.after, self.side):
            was, phrase = earlier.get(key_of(goal)), self.book.goal(goal.text)
            if was is None or phrase is None or goal.side is None:
                continue
            for one in self._goal(key_of(goal), phrase, was, goal):
                places = set(one.subject[1:])
                if not places or not places <= told:
                    told |= places
                    found.append(one)
        return found

    def _goal(self, key: GoalKey, phrase: GoalPhrase, was: Goal, now: Goal) -> list[Intent]:
        """Return the plan's effect on one condition."""
        gained = _sorted(set(was.broken) - set(now.broken), now.places)
        lost = _sorted(set(now.broken) - set(was.broken), now.places)
        more = now.have - was.have
        if now.side != self.side:
            changes = [("deny", phrase.deny, lost, A_GOAL)] if more < 0 else []
        else:
            changes = [("reach", phrase.reach, gained, A_GOAL)] if gained or more > 0 else []
            changes += [("leave", phrase.leave, lost, A_LEAVE)] if lost or more < 0 else []
        counted = f"{abs(more):g} unit{'' if abs(more) == 1 else 's'}"
        return [
            Intent(
                kind, form.format(places=self._places(places), units=counted), weight,
                (key[0], *(places or [counted])),
            )
            for kind, form, places, weight in changes
            if form
        ] or self._guarded(phrase, now)  # fmt: skip

    def _guarded(self, phrase: GoalPhrase, now: Goal) -> list[Intent]:
        """Return an intent if units move to the places of a condition that holds."""
        if not (phrase.guard and now.met and now.side == self.side):
            return []
        units = [unit for unit, (_, end) in self._moved().items() if end in now.places]
        text = phrase.guard.format(units=self._units(units))
        return [Intent("guard", text, A_GUARD)] if units else []

    # What the plan does

    def _attacks(self) -> list[Intent]:
        """Return the attacks on hexes with their odds; one on an objective has more weight."""
        marks = {place for goal in self.title.goals(self.before, None) for place in goal.marks}
        found = []
        for deed in self.deeds:
            if not deed.places:
                continue
            targets = row(
                [self._target(*one) for one in zip(deed.targets, deed.places, strict=True)]
            )
            odds = f" with {deed.odds}" if deed.odds else ""
            weight = AN_OBJECTIVE if marks & set(deed.places) else AN_ATTACK
            subject = tuple(sorted(deed.places))
            found.append(Intent("attack", f"attack {targets}{odds}", weight, subject, deed.odds))
        return found

    def _target(self, target: str, place: str) -> str:
        """Return the target of an attack: "PLA at Rafiah (4620)"."""
        title = self.book.place_title(self.game, place)
        units = target.removesuffix(place).removesuffix(" on ")
        return title if not units else f"{units} {'on' if title == place else 'at'} {title}"

    def _verbs(self) -> list[Intent]:
        """Return the intents of verbs that the title has a phrase for, once for each verb."""
        by_verb: dict[str, list[list[str]]] = {}
        for action in self.plan:
            verb, *rest = action.split()
            phrase = self.book.intents.get(verb)
            if phrase is not None:
                by_verb.setdefault(verb, []).append(rest)
        return [self._verb(self.book.intents[verb], verb, all_) for verb, all_ in by_verb.items()]

    def _verb(self, phrase: IntentPhrase, verb: str, all_: list[list[str]]) -> Intent:
        kinds = self.game.grammar.verbs[verb][1].split()
        units, places = [], []
        for words in all_:
            named = dict(zip(kinds, words, strict=False))
            units += [named["unit"]] if "unit" in named else []
            # the ways that a walk goes through are no goal of it
            ends = [words[-1]] if "walk" in kinds else [named.get("hex", named.get("place", ""))]
            places += [end for end in ends if end]
        units, places = list(dict.fromkeys(units)), list(dict.fromkeys(places))
        text = phrase.text.format(units=self._units(units), places=self._places(places))
        points = self.points.get(verb, 0.0)
        if points > 0:
            text += f" for {points:g} point{'' if points == 1 else 's'}"
        subject = tuple(sorted(places)) if "{places}" in phrase.text else ()
        return Intent(verb, text, phrase.weight, subject)

    def _contacts(self) -> list[Intent]:
        """Return the units that lose contact with the enemy, and those that gain it."""
        before, after = (self._near_enemy(one) for one in (self.before, self.after))
        attackers = {name for deed in self.deeds for name in deed.units}
        away, up = [], []
        for unit, (start, end) in self._moved().items():
            if start in before and end not in after:
                away.append(unit)
            if start not in before and end in after and self.names[unit] not in attackers:
                up.append(unit)
        found = []
        if away:
            found.append(Intent("disengage", f"withdraw {self._units(away)}", A_WITHDRAWAL))
        if up:
            found.append(Intent("engage", f"move {self._units(up)} up to the enemy", A_CONTACT))
        return found

    def _moved(self) -> dict[str, tuple[str, str]]:
        """Return for the side's moving units their places before and after the plan."""
        by_choice = {deed.words.get("unit") for deed in self.deeds if deed.moves == ON_GROUND}
        first, last = on_the_map(self.before), on_the_map(self.after)
        return {
            unit: (first[unit], end)
            for unit, end in last.items()
            if self.names[unit] in by_choice and unit in first and first[unit] != end
        }

    def _near_enemy(self, position: Any) -> set[str]:
        """Return the places where a unit of the side is in contact with the enemy."""
        enemy = next(side for side in self.game.sides if side != self.side)
        sides = sides_of(position)
        there = {at for unit, at in on_the_map(position).items() if sides[unit] == enemy}
        return self.title.contact(position, enemy, there)

    def _held(self) -> list[Intent]:
        """Return the units that could have arrived and did not."""
        held = sorted(self.held - set(on_the_map(self.after)))
        return [Intent("hold", f"hold back {self._units(held)}", HELD)] if held else []

    # Words

    def _units(self, units: Sequence[str]) -> str:
        """Return the names of units, or their number; the order is kept, as their places follow."""
        if len(units) > MOST_UNITS:
            return f"{len(units)} units"
        return row([self.names[unit] for unit in units])

    def _places(self, places: Sequence[str]) -> str:
        named = [self.book.place_title(self.game, place) for place in places]
        rest = len(named) - MOST_PLACES + 1
        return row(named if rest <= 1 else [*named[: MOST_PLACES - 1], f"{rest} more"])


def _sorted(found: Iterable[str], order: Sequence[str]) -> list[str]:
    """Return places in the order in which a condition names them."""
    wanted = set(found)
    return [*(place for place in order if place in wanted), *sorted(wanted - set(order))]
