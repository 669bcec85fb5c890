"""What the verbs of a title are called in a sentence that gives advice.

A phrase is what one says once, and what one says of each object: "move" and "{unit} to {place}"
give "move Matt 1 to 0910 and Matt 3 to 0911". A phrase without the second is whole in itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Phrase:
    """How a verb is said: `head` once, `item` for each of its objects, `tail` after them."""

    head: str
    item: str = ""
    tail: str = ""


@dataclass(frozen=True)
class GoalPhrase:
    """What a plan does about a victory condition, as the reason for it.

    `own` where the side needs the condition itself, `other` where the enemy does. `is_lead`: it is
    not counted up to what is needed, but how far one is ahead.

    The others say what a plan is for, in the headline of a hint: `reach` where the side comes
    nearer to its condition, `leave` where it gives up some of it, `guard` where it moves units to
    the places of one that holds, `deny` where the enemy's condition gets worse. They can name
    "{places}", those that changed, and "{units}", how many units more or who moved. `hold` and
    `bar` say what one unit does alone that keeps the condition, or keeps the enemy from it.
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
    """What actions of one verb are for, said once: "drop {units} at {places}".

    The heavier `weight` is, the earlier it is told. An arrival (`is_arrival`) that is possible when
    the phase ends, and is not made, is a unit that is held back. With `scores` the victory points
    are told that the actions bring.
    """

    text: str
    weight: float
    is_arrival: bool = False
    scores: bool = False


def _as_written(game: Any, place: str) -> str:
    del game
    return place


def on_the_map(game: Any, place: str) -> str:
    """Return what the map calls a hex: "Rafiah (4620)"; its number where it has no name."""
    name = {**game.map.names, **game.map.objectives}.get(place)
    return f"{name} ({place})" if name else place


def _no_more_words(verb: str, kinds: Sequence[str], objects: Sequence[str]) -> Mapping[str, str]:
    del verb, kinds, objects
    return {}


@dataclass(frozen=True)
class Phrasebook:
    """How a title's plans are told: `words/phrases.py` of a title makes one."""

    phrases: Mapping[str, Phrase]  # by verb
    # what markers are called in an attack that is told in one clause, by verb
    markers: Mapping[str, str] = field(default_factory=dict)
    # what a phase is called where it is ended, if not "the NAME phase"
    phases: Mapping[str, str] = field(default_factory=dict)
    place_name: Callable[[Any, str], str] = _as_written  # of a game and a place
    # what objects are called that are neither units nor places nor numbers: from the verb, the
    # kinds of its objects and the objects, by the names that stand in the phrases
    object_words: Callable[[str, Sequence[str], Sequence[str]], Mapping[str, str]] = _no_more_words
    # what plans do about victory conditions, by how the text of the `Goal` begins; a condition that
    # is not here is no reason
    goals: Mapping[str, GoalPhrase] = field(default_factory=dict)
    # what plans are for, by verb; attacks on hexes are told with their targets and odds anyway
    intents: Mapping[str, IntentPhrase] = field(default_factory=dict)
    place_title: Callable[[Any, str], str] = on_the_map  # a place in a headline: with its name

    def goal(self, text: str) -> GoalPhrase | None:
        """Return the phrase of the condition whose text this is, None where there is none."""
        return next((self.goals[one] for one in self.goals if text.startswith(one)), None)
