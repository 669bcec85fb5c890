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
    """

    own: str
    other: str = ""
    is_lead: bool = False


def _as_written(game: Any, place: str) -> str:
    del game
    return place


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
