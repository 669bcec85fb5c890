"""Plans as sentences in a player's words.

"Bring Matt 1 to 0911 and Matt 3 to 0810, then attack 16/4 on 0910 with both, 9 against 6." A plan
is the actions of one side up to a roll; the words for actions are in the phrasebook of the title
(`bridgehead.core.words.phrases`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from bridgehead.core.errors import BridgeheadError
from bridgehead.core.positions.position import Position
from bridgehead.core.titles.decisions import Verb
from bridgehead.core.titles.games import title_of
from bridgehead.core.words.grammar import capital, row
from bridgehead.core.words.phrases import Phrase

MOST_ITEMS = 6  # objects of one verb that are named
MOST_CLAUSES = 7
RESIGN = Phrase("resign")
ON_GROUND = "ground"
COMING = (ON_GROUND, "carried")  # such moves bring a unit to where it may then attack
PHASES = {"setup": "the set-up"}  # what a phase is called in any title
COUNTS = ("none", "one", "both", "all three", "all four", "all five", "all six")


@dataclass
class PlanAction:
    """An action of a plan, or a whole attack: its verb and the objects for its phrase."""

    verb: str
    moves: str = ""  # as `Verb.moves`
    after: str = ""
    words: dict[str, str] = field(default_factory=dict)
    targets: list[str] = field(default_factory=list)  # an attack: "16/4 on 0910"
    places: list[str] = field(default_factory=list)  # ... and the hexes alone
    units: list[str] = field(default_factory=list)  # ... who attacks
    markers: list[str] = field(default_factory=list)
    odds: str = ""


def sentence_of(position: Position, plan: Sequence[str]) -> str:
    """Return a plan as a sentence; the plan begins in this position.

    It uses only the plan and what both sides see, so it reveals nothing to the side whose plan it
    is. An empty plan gives an empty text.
    """
    deeds = Reader(position).read(plan)
    clauses = _clauses(gathered(deeds), title_of(position.game.id).phrasebook.phrases)
    if len(clauses) > MOST_CLAUSES:  # the last ones are what it is all for
        rest = len(clauses) - MOST_CLAUSES + 1
        left_out = f"{rest} more steps like these"
        clauses = [*clauses[: MOST_CLAUSES - 3], left_out, *clauses[-2:]]
    text = ", then ".join(clauses)
    return f"{capital(text)}." if text else ""


# Reading


class Reader:
    """Reads a plan action by action, on a copy of the position as long as that is possible.

    `watch` is called with each action before it is carried out, and the position then.
    """

    def __init__(self, position: Position, watch: Callable[[Any, str], None] | None = None) -> None:
        self._watch = watch
        self.game: Any = position.game
        title = title_of(self.game.id)
        self.declares = title.declares_attacks
        self.verbs, self.further = title.decisions.verbs, title.decisions.further
        self.book = title.phrasebook
        self.names = title.unit_names(self.game)
        self.trial: Any = position.copy()
        self.lost = False  # an action was not possible here: the rest is told without the map

    def read(self, plan: Sequence[str]) -> list[PlanAction]:
        """Return the deeds of a plan; all decisions of one attack are one deed."""
        deeds: list[PlanAction] = []
        attack: PlanAction | None = None
        aiming = {"attack", self.further}
        parts = {*aiming, "with", "fire", *self.book.markers}
        for text in plan:
            words = text.split()
            deed = self._deed(words)
            if self.declares and words[0] == "attack":
                attack = deed
                deeds.append(deed)
            if attack is not None and words[0] in aiming:
                attack.targets.append(deed.words["target"])
                attack.places.append(deed.words["place"])
            elif attack is not None and words[0] in parts:
                self._take_part(attack, deed)
            elif not (self.declares and words[0] == "attack"):
                attack = None
                if words[0] == "fire" and self.declares:
                    deed.odds = self._odds()
                    deed.words["on"] = self._aim()
                deeds.append(deed)
            self._push(text)
        return deeds

    def _deed(self, words: Sequence[str]) -> PlanAction:
        verb = self.verbs.get(words[0], Verb())
        return PlanAction(words[0], verb.moves, verb.after, self._words(words))

    def _take_part(self, attack: PlanAction, deed: PlanAction) -> None:
        """Add a unit, a marker or the fire to an attack."""
        if deed.verb == "with":
            attack.units.append(deed.words["unit"])
        elif deed.verb in self.book.markers:
            attack.markers.append(self.book.markers[deed.verb].format(**deed.words))
        else:
            attack.odds = self._odds()
            attack.units = self._attackers() or attack.units

    def _push(self, text: str) -> None:
        if self.lost:
            return
        if self._watch is not None:
            self._watch(self.trial, text)
        try:
            self.trial.push(text)
        except BridgeheadError:
            self.lost = True

    def _attackers(self) -> list[str]:
        """Return the attackers, including those that need not be named."""
        combat = {} if self.lost else self.trial.to_dict().get("combat", {})
        return [self.names[unit] for unit in combat.get("attackers", ())]

    def _odds(self) -> str:
        odds = None if self.lost else self.trial.pending_odds()
        return f"{odds.attack} against {odds.defense}" if odds is not None else ""

    def _aim(self) -> str:
        """Return the target of the present attack: " on 16/4 on 0910"."""
        combat = {} if self.lost else self.trial.to_dict().get("combat", {})
        targets = [self._target(hex_) for hex_ in combat.get("aims", [combat.get("hex")]) if hex_]
        return f" on {row(targets)}" if targets else ""

    def _words(self, words: Sequence[str]) -> dict[str, str]:
        """Return the objects of an action, by the names in phrases."""
        verb, *rest = words
        found = {"phase": self._phase(), "s": "s"}
        known = self.game.grammar.verbs.get(verb, (0, ""))[1].split()
        for kind, word in zip(known, rest, strict=False):
            if kind in ("unit", "helper"):
                found[kind] = self.names.get(word, word)
            elif kind in ("hex", "place", "walk"):
                last = rest[-1] if kind == "walk" else word
                found["place"], found["target"] = self._place(last), self._target(last)
            elif kind in ("number", "face"):
                found["number"] = word
                found["s"] = "" if word == "1" else "s"
        return {**found, **self.book.object_words(verb, known, rest)}

    def _phase(self) -> str:
        phase = str(self.trial.phase)
        return (PHASES | {**self.book.phases}).get(phase, f"the {phase} phase")

    def _place(self, word: str) -> str:
        return self.book.place_name(self.game, word)

    def _target(self, hex_: str) -> str:
        """Return the units on a hex and its number: "16/4 on 0910"."""
        if self.lost or not self.declares:
            return self._place(hex_)
        there = [self.names[unit] for unit, at in self.trial.units.items() if at == hex_]
        return f"{row(there)} on {hex_}" if there else hex_


# Telling


def gathered(deeds: list[PlanAction]) -> list[PlanAction]:
    """Return deeds in the order of the sentence, with similar moves of a phase together.

    A unit that moves on from hex to hex is named once, with its final place.
    """
    kept: list[PlanAction] = []
    for deed in deeds:
        before = kept[-1] if kept else None
        if (
            before is not None
            and before.verb == deed.after
            and before.words.get("unit") == deed.words.get("unit", "")
        ):
            before.words["place"] = deed.words["place"]
        else:
            kept.append(deed)
    told: list[PlanAction] = []
    for coming, run in groupby(kept, key=lambda deed: deed.moves in COMING):
        together = list(run)
        verbs = list(dict.fromkeys(deed.verb for deed in together))
        told += sorted(together, key=lambda d: verbs.index(d.verb)) if coming else together
    return told


def _clauses(deeds: list[PlanAction], phrases: Mapping[str, Phrase]) -> list[str]:
    """Return the clauses of a sentence: similar deeds together, an attack with its approach.

    The approach on the ground is one clause, at the place of its first move, because a plan's first
    action comes first. Attackers are not named again if the approach comes just before.
    """
    attack = next((deed for deed in deeds if deed.places), None)
    brought = _brought(deeds, attack) if attack is not None else []
    left = [deed for deed in deeds if deed in brought[:1] or not _moot(deed, deeds, brought)]
    clauses = []
    just = ""  # what the clause before this one is about
    for kind, run in groupby(left, key=lambda deed: _kind(deed, attack, brought)):
        together = list(run)
        if kind == "approach":
            clauses.append(_bringing(brought))
        elif kind == "attack":
            clauses.append(_attacking(together[0], brought if just == "approach" else []))
        else:
            clauses.append(_clause(together, phrases.get(together[0].verb, RESIGN)))
        just = kind
    return clauses


def _brought(deeds: list[PlanAction], attack: PlanAction) -> list[PlanAction]:
    """Return the final places of the attackers that move on the ground to the attack."""
    before = deeds[: deeds.index(attack)]
    last = {deed.words["unit"]: deed for deed in before if deed.moves in COMING}
    return [d for unit, d in last.items() if unit in attack.units and d.moves == ON_GROUND]


def _kind(deed: PlanAction, attack: PlanAction | None, brought: list[PlanAction]) -> str:
    """Return the key that deeds of one clause share."""
    if deed is attack:
        return "attack"
    return "approach" if deed in brought else deed.verb + " of its own"


def _moot(deed: PlanAction, deeds: list[PlanAction], brought: list[PlanAction]) -> bool:
    """Whether a sentence about the plan can leave out a deed.

    It leaves out the end of a phase that does not end the plan, and further moves of units whose
    approach to an attack (`brought`) is told anyway.
    """
    if deed.verb == "end":
        return deed is not deeds[-1]
    return deed.moves in COMING and deed.words.get("unit") in {d.words["unit"] for d in brought}


def _bringing(brought: list[PlanAction]) -> str:
    return f"bring {row(['{unit} to {place}'.format(**deed.words) for deed in brought])}"


def _attacking(attack: PlanAction, brought: list[PlanAction]) -> str:
    """Return an attack as a clause; units that were just moved up are not named again."""
    moved = {deed.words["unit"] for deed in brought}
    count = len(attack.units)
    if moved and moved == set(attack.units) and count < len(COUNTS):
        who = COUNTS[count] if count > 1 else "it"
        names = [who, *attack.markers]
    else:
        names = [*attack.units, *attack.markers]
    odds = f", {attack.odds}" if attack.odds else ""
    force = f" with {row(names)}" if names else ""
    return f"attack {row(attack.targets)}{force}{odds}"


def _clause(deeds: list[PlanAction], phrase: Phrase) -> str:
    """Return deeds of one verb as a clause; units that go to one place are named together."""
    head = phrase.head.format(**deeds[0].words)
    odds = f", {deeds[-1].odds}" if deeds[-1].odds else ""
    if not phrase.item:
        return f"{head}{odds}"
    by_rest: dict[str, list[str]] = {}
    for deed in deeds:
        words = {"unit": "", **deed.words}
        by_rest.setdefault(phrase.item.format(**{**words, "unit": "\0"}), []).append(words["unit"])
    items = [rest.replace("\0", row(units)) for rest, units in by_rest.items()]
    if len(items) > MOST_ITEMS:
        items = [*items[: MOST_ITEMS - 1], f"{len(items) - MOST_ITEMS + 1} more"]
    return " ".join(part for part in (head, row(items), phrase.tail) if part) + odds
