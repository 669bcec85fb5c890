"""Why a plan of October War is good, and for what; `data/decisions.toml` has the verbs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bridgehead.core.titles.decisions import decisions
from bridgehead.core.words.phrases import GoalPhrase, IntentPhrase, Phrasebook
from bridgehead.titles.october_war.words.names import ADJECTIVES, NATION_NAMES, STRIKES, place_name
from bridgehead.titles.october_war.words.rolls import event_name

PHASES = {
    "movement 1": "the first movement phase",
    "movement 2": "the second movement phase",
    "combat 1": "this step of the first combat phase",
    "combat 2": "this step of the second combat phase",
}
MISSIONS = {
    "air-superiority": "air superiority",
    "strategic": "strategic attack",
    "ground-attack": "ground attack",
    "recon": "reconnaissance",
}


def _strikes(kind: str, number: str) -> str:
    """Return the word for strikes of a kind, singular or plural."""
    return STRIKES[kind][number != "1"]


def object_words(verb: str, kinds: Sequence[str], objects: Sequence[str]) -> dict[str, str]:
    """Return the words for nations, kinds of strikes, events, missions and theaters."""
    if verb == "commit":
        kind, nation, theater, mission, number = objects
        return {
            "kind": _strikes(kind, number), "theater": theater.title(), "number": number,
            "nation": ADJECTIVES[nation], "mission": MISSIONS[mission],
        }  # fmt: skip
    found = {}
    for kind, word in zip(kinds, objects, strict=False):
        if kind == "nation":
            found[kind] = NATION_NAMES[word]
        elif kind == "kind":
            found[kind] = _strikes(word, objects[-1])
        elif kind == "event":
            found[kind] = event_name(word)
    return found


def _place(game: Any, word: str) -> str:
    return "the Ready box" if word == "ready" else place_name(game, word)


GOALS = {
    "Lead in victory points": GoalPhrase("Gains victory points", is_lead=True),
    "Israeli casualties": GoalPhrase("Raises Israeli casualties", "Keeps Israeli casualties low"),
    "Egyptian casualties": GoalPhrase(
        "Raises Egyptian casualties", "Keeps Egyptian casualties low"
    ),
    "Syrian casualties": GoalPhrase("Raises Syrian casualties", "Keeps Syrian casualties low"),
    "Israeli objectives": GoalPhrase(
        "Holds Israeli objectives", "Leaves Israel fewer objectives",
        reach="occupy {places}", leave="leave {places}",
    ),
    "Arab objectives": GoalPhrase(
        "Holds Arab objectives", "Leaves the Arab states fewer objectives",
        reach="occupy {places}", leave="leave {places}",
    ),
    "Bar-Lev forts": GoalPhrase(
        "Controls Bar-Lev forts and passes", "Leaves the enemy fewer Bar-Lev forts and passes",
        reach="take {places}", deny="take back {places}",
    ),
    "Purple Line forts": GoalPhrase(
        "Controls Purple Line forts", "Leaves the enemy fewer Purple Line forts",
        reach="take {places}", deny="take back {places}",
    ),
    "Egyptian cities": GoalPhrase(
        "Occupies Egyptian cities", "Leaves Israel fewer Egyptian cities",
        reach="occupy {places}", leave="leave {places}",
    ),
    "Syrian forts": GoalPhrase(
        "Occupies Syrian forts", "Leaves Israel fewer Syrian forts",
        reach="occupy {places}", leave="leave {places}",
    ),
}  # fmt: skip
INTENTS = {
    "attack": IntentPhrase("attack at {places}", 5, theme="attack"),
    "cross": IntentPhrase("cross the canal with {units} to {places}", 4.5, theme="cross"),
    "bridge": IntentPhrase("lay a bridge to {places}", 3.5, theme="cross"),
    "raid": IntentPhrase("raid {places}", 3.5, theme="airstrikes"),
    "strike": IntentPhrase("strike the air defense", 3.5, theme="airstrikes"),
    "barrage": IntentPhrase("barrage {places}", 3.5, theme="artillery"),
    "remove-bridge": IntentPhrase("take up the bridge at {places}", 3, theme="cross"),
    "fly": IntentPhrase("fly {units} to {places}", 3, theme="helicopters"),
    "mobilize": IntentPhrase("mobilize {units}", 1.5, theme="mobilization"),
    "free": IntentPhrase("mobilize {units}", 1.5, theme="mobilization"),
    "refit": IntentPhrase("refit {units}", 1.5, theme="refit"),
    "arrive": IntentPhrase("bring on {units}", 1, is_arrival=True, theme="reinforcements"),
    "place": IntentPhrase("set up {units}", 0.5, theme="set-up"),
}
DECISIONS = decisions("bridgehead.titles.october_war")
PHRASEBOOK = Phrasebook(
    DECISIONS.plans, DECISIONS.markers, PHASES, _place, object_words, GOALS, INTENTS, _place
)
