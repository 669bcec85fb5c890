"""The words for plans of Across Suez."""

from __future__ import annotations

from bridgehead.core.phrases import GoalPhrase, IntentPhrase, Phrase, Phrasebook

PHRASES = {
    "place": Phrase("set up", "{unit} on {place}"),
    "move": Phrase("move", "{unit} to {place}"),
    "enter": Phrase("bring on", "{unit} to {place}"),
    "cross": Phrase("cross the canal with", "{unit}"),
    "land": Phrase("land", "{unit} and bring it to {place}"),
    "with": Phrase("attack with", "{unit}"),
    "lose": Phrase("give up", "{unit}"),
    "retreat": Phrase("retreat", "{unit} to {place}"),
    "advance": Phrase("advance", "{unit} to {place}"),
    "attack": Phrase("attack", "{target}"),
    "bombard": Phrase("bombard", "{target}"),
    "roll": Phrase("roll", "{number}"),
    "support": Phrase("call for artillery support"),
    "fire": Phrase("fire the attack{on}"),
    "stay": Phrase("do not advance"),
    "end": Phrase("end {phase}"),
}
GOALS = {
    "Units across": GoalPhrase(
        "Brings units across the canal", "Leaves fewer units across the canal",
        reach="cross the canal with {units}",
    ),
    "Bridge unit": GoalPhrase(
        "Puts the bridge in place", "Keeps the bridge out of place",
        reach="put the bridge in place at {places}",
    ),
    "Line": GoalPhrase(
        "Keeps the line of communication open", "Cuts the line of communication",
        reach="open the line of communication",
        guard="guard the line of communication with {units}",
        deny="cut the line of communication at {places}",
        hold="keeps the line of communication open",
        bar="keeps the line of communication cut",
    ),
}  # fmt: skip
INTENTS = {
    "bombard": IntentPhrase("bombard {places}", 4),
    "enter": IntentPhrase("bring on {units}", 1, is_arrival=True),
    "land": IntentPhrase("land {units} at {places}", 3, is_arrival=True),
    "place": IntentPhrase("set up {units}", 0.5),
}
PHRASEBOOK = Phrasebook(
    PHRASES, markers={"support": "artillery support"}, goals=GOALS, intents=INTENTS
)
