"""Phrases: the words for a title's verbs in sentences that give advice.

A phrase has a part that is said once and a part for each object: "move" and "{unit} to {place}"
give "move Matt 1 to 0910 and Matt 3 to 0911". A phrase without the second part is complete.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Phrase:
    """The words for a verb: `head` once, `item` for each object, `tail` after them."""

    head: str
    item: str = ""
    tail: str = ""


@dataclass(frozen=True)
class GoalPhrase:
    """The reason for a plan in terms of a victory condition.

    `own` is used if the side needs the condition itself, `other` if the enemy does. `is_lead`: it
    is measured by the lead, not counted up to a number.

    The other texts are for the headline of a hint: `reach` if the side comes nearer to its
    condition, `leave` if it gives up a part of it, `guard` if it moves units to the places of a
    condition that holds, `deny` if the enemy's condition gets worse. They can use "{places}", the
    places that changed, and "{units}", the number of additional units or the units that moved.
    `hold` and `bar` say that a single unit keeps the condition, or keeps the enemy from it.
    """

    own: str
    other: str = ""
    is_lead: bool = False
    reach: str = ""
    leave: str = ""
    guard: str = ""
    deny: str = ""
    hold: str = ""
    bar: str = ""


@dataclass(frozen=True)
class IntentPhrase:
    """The purpose of all actions with one verb, in one phrase: "drop {units} at {places}".

    A higher `weight` comes earlier. If an arrival (`is_arrival`) is possible when the phase ends
    and is not made, the unit is held back. With `scores` the phrase names the victory points that
    the actions bring. `theme` is the theme of a puzzle that is solved by it.
    """

    text: str
    weight: float
    is_arrival: bool = False
    scores: bool = False
    theme: str = ""


def _as_written(game: Any, place: str) -> str:
    del game
    return place


def on_the_map(game: Any, place: str) -> str:
    """Return the name of a hex on the map: "Rafiah (4620)"; its number if it has no name."""
    name = {**game.map.names, **game.map.objectives}.get(place)
    return f"{name} ({place})" if name else place


def _no_more_words(verb: str, kinds: Sequence[str], objects: Sequence[str]) -> Mapping[str, str]:
    del verb, kinds, objects
    return {}


@dataclass(frozen=True)
class Phrasebook:
    """The words for a title's plans, defined in its `words/phrases.py`."""

    phrases: Mapping[str, Phrase]  # by verb
    # names of markers in an attack described in one clause, by verb
    markers: Mapping[str, str] = field(default_factory=dict)
    # names of phases for ending them, if not "the NAME phase"
    phases: Mapping[str, str] = field(default_factory=dict)
    place_name: Callable[[Any, str], str] = _as_written  # of a game and a place
    # names of objects other than units, places and numbers: from the verb, the kinds of its
    # objects and the objects, by the names used in the phrases
    object_words: Callable[[str, Sequence[str], Sequence[str]], Mapping[str, str]] = _no_more_words
    # reasons of plans by the beginning of the `Goal`'s text; other conditions are not used
    # as reasons
    goals: Mapping[str, GoalPhrase] = field(default_factory=dict)
    # purposes of plans, by verb; attacks on hexes are described with targets and odds
    intents: Mapping[str, IntentPhrase] = field(default_factory=dict)
    place_title: Callable[[Any, str], str] = on_the_map  # a place in a headline, with its name

    def goal(self, text: str) -> GoalPhrase | None:
        """Return the phrase of the condition with this text, None if there is none."""
        return next((self.goals[one] for one in self.goals if text.startswith(one)), None)
