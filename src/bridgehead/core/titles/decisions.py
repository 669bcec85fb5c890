"""The decisions of a title: the question at each step, and the words for each verb.

A title lists them in `data/decisions.toml`; terminal, server and page take them from there. The
server sends them with the first message of a game. Texts can contain `{name}`, or
`{name:one|many}`, which is the form for a number: "{n} {n:strike raids|strikes raid} {place}".
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import cache
from typing import Any

from bridgehead.core.titles.title_file import title_file
from bridgehead.core.words.phrases import Phrase

FORMS = re.compile(r"\{(\w+)(?::([^|{}]*)\|([^{}]*))?\}")
# fields that the page does not need
UNTOLD = (
    "who", "waiting", "result", "end_refused", "always", "pays", "declines", "opens", "moves",
    "after",
)  # fmt: skip


@dataclass(frozen=True)
class Step:
    """A step: a pending decision, or a roll or draw of the dice."""

    ask: str  # the question
    waiting: str  # what a refusal says is to be done now: "not now: WAITING (Israel to move)"
    verbs: tuple[str, ...] = ("roll",)  # of all actions that can be legal, the usual one first
    who: str = "side"  # who decides: the phasing "side", the "other", "either", the "dice"
    ask_of: str = ""  # the question with the name of its unit or place
    ask_by: Mapping[str, str] = field(default_factory=dict)  # the same, by the view's field `asked`
    note: str = ""  # a line below the question
    end: str = ""  # the label of the button that ends it, if it is not that of the verb `end`
    idle: str = ""  # instead of the question, if there is nothing to choose
    # the words for a verb at this step, if they differ from the usual ones; and as the only answer
    says: Mapping[str, str] = field(default_factory=dict)
    only: Mapping[str, str] = field(default_factory=dict)
    only_title: str = ""  # the question in that case
    where: str = ""  # how to choose a hex, if not as the verb says
    # how it is decided, if not by a list: "movement", "attack", "protection"; on points: "plan"
    part: str = ""
    places: bool = False  # units are placed: no movement points are spent
    alone: bool = False  # there is only one unit to choose
    single: bool = False  # the question names the unit if only one can be chosen
    result: bool = False  # the result of an attack is being carried out
    about: str = ""  # the view's field with the place in question; "theater", "unit" or "event"
    target: str = ""  # the verb for which a place is chosen first
    listed: bool = False  # the counters are listed with their prices, not only shown on the map
    sheet: bool = False  # what is done in it is chosen on one list, and carried out together
    spends: bool = False  # it ends with the last purchase that is possible
    end_refused: bool = False  # if it cannot be ended yet, the reason is shown before anybody tries
    retreats: bool = False  # the places in all actions are places to retreat to
    chains: bool = False  # a move of a retreat, which others may follow: they are proposed as one
    rare: bool = False  # almost nobody does anything here: it is passed over where nobody asks
    always: bool = False  # it is asked also with one answer: what was done before can be changed


@dataclass(frozen=True)
class Verb:
    """The words for a verb."""

    says: str = ""  # an action in words
    helped: str = ""  # the same, with a unit that helps
    mode: str = ""  # the verb alone, as the name of a way of moving or of a marker
    in_hand: str = ""  # an action of a unit that was named before
    alone: str = ""  # the same, for an action without a place
    where: str = ""  # how to choose the place
    can: str = ""  # what a place that can be chosen is for
    costs: str = ""  # the same, with its cost
    only: str = ""  # an action that is the only legal one
    note: str = ""  # a remark beside its button
    aim: str = ""  # the question after the place was chosen
    goes: bool = False  # a unit goes to a hex by it, without another unit that takes part
    usual: bool = False  # its costs need not be named where no other verb leads
    pays: bool = False  # the unit pays movement points for its way
    leaves: bool = False  # the unit leaves the map
    declines: bool = False  # nothing is done, or nothing more
    opens: bool = False  # it begins a fight: it is never done by itself
    amount: bool = False  # a number is chosen after the place
    further: bool = False  # it adds a place to the attack that is being declared
    # how a unit moves by it: over the "ground", "carried" to where it can attack, or "otherwise"
    moves: str = ""
    after: str = ""  # the verb that it continues: plans tell both as one, with the last place


@dataclass(frozen=True)
class Skip:
    """The answer to a question with nothing to decide, and why: "one", "idle", "rare" or "same"."""

    action: str
    why: str


@dataclass(frozen=True)
class Decisions:
    """All steps and verbs of a title, by their names."""

    steps: Mapping[str, Step]
    verbs: Mapping[str, Verb]
    plans: Mapping[str, Phrase]  # how plans tell a verb
    markers: Mapping[str, str]  # how plans name a marker in an attack

    def ask(self, step: str) -> str:
        """Return the question of a step as the rest of a sentence: "move your units"."""
        return lowered(self.steps[step].ask)

    @property
    def further(self) -> str:
        """The verb that adds a place to an attack, "" if each attack has only one place."""
        return next((name for name, verb in self.verbs.items() if verb.further), "")

    def of_dice(self) -> set[str]:
        """Return the verbs of what the dice decide."""
        return {verb for step in self.steps.values() if step.who == "dice" for verb in step.verbs}

    def declining(self, actions: Iterable[str]) -> str:
        """Return the first of some actions that does nothing, or nothing more; "" if none does."""
        return next((text for text in actions if self.is_declining(text)), "")

    def is_declining(self, action: str) -> bool:
        """Whether an action does nothing, or nothing more."""
        return action in self.verbs and self.verbs[action].declines

    def skip(self, step: str, actions: Sequence[str]) -> Skip | None:
        """Return the answer if there is nothing to decide, None if there is.

        That is so with one legal action; at a step with a target where there is none, "idle"; and
        where hardly anybody does anything, "rare".
        """
        asked = self.steps[step]
        if asked.always or not actions:
            return None
        if len(actions) == 1:
            (only,) = actions
            return None if self.verbs[only.split()[0]].opens else Skip(only, "one")
        idle = bool(asked.idle and asked.target)
        if idle and any(text.startswith(f"{asked.target} ") for text in actions):
            idle = False
        if (idle or asked.rare) and (declined := self.declining(actions)):
            return Skip(declined, "idle" if idle else "rare")
        return None

    def says(self, step: str, action: str, values: Mapping[str, object]) -> str:
        """Return an action in words; the action itself if there are none."""
        verb = action.split(maxsplit=1)[0]
        text = self.steps[step].says.get(verb) or self.verbs[verb].says
        return filled(text, values) or action

    def to_dict(self, objects: Mapping[str, str]) -> dict[str, Any]:
        """Return what the page needs, with names of one word.

        `objects` has the verbs of the game, with the objects of each: "unit hex".
        """
        return {
            "steps": {name.replace(" ", "_"): _told(step) for name, step in self.steps.items()},
            "verbs": {
                name: {**_told(verb), "objects": objects[name]}
                for name, verb in self.verbs.items()
                if name in objects
            },
        }


def lowered(text: str) -> str:
    """Return a text with its first letter in lower case."""
    return text[:1].lower() + text[1:]


def _told(one: Step | Verb) -> dict[str, Any]:
    return {name: value for name, value in asdict(one).items() if value and name not in UNTOLD}


def filled(text: str, values: Mapping[str, object]) -> str:
    """Return a text with its values; a name without a value stays."""

    def value(found: re.Match[str]) -> str:
        name, one, many = found.groups()
        if name not in values:
            return found[0]
        given = str(values[name])
        return given if one is None else one if given == "1" else many

    return FORMS.sub(value, text)


@cache
def decisions(package: str) -> Decisions:
    """Return the decisions of a title from its data/decisions.toml."""
    found = title_file(package, "decisions.toml")
    steps = {**found["steps"], **{name: {"who": "dice", **t} for name, t in found["dice"].items()}}
    return Decisions(
        {
            name: Step(**{**told, "verbs": tuple(told["verbs"])} if "verbs" in told else told)
            for name, told in steps.items()
        },
        {verb: Verb(**told) for verb, told in found["verbs"].items()},
        {verb: Phrase(*told) for verb, told in found["plans"].items()},
        found.get("markers", {}),
    )
