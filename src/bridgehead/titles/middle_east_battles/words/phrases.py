"""The words for plans of the two games."""

from __future__ import annotations

from bridgehead.core.phrases import GoalPhrase, IntentPhrase, Phrase, Phrasebook

PHRASES = {
    "place": Phrase("set up", "{unit} on {place}"),
    "move": Phrase("move", "{unit} to {place}"),
    "enter": Phrase("bring on", "{unit} to {place}"),
    "exit": Phrase("take", "{unit} off the map by {place}"),
    "drop": Phrase("drop", "{unit} on {place}"),
    "land": Phrase("land", "{unit} from the sea on {place}"),
    "lift": Phrase("lift", "{unit} by helicopter to {place}"),
    "liftoff": Phrase("fly", "{unit} off the map by {place}"),
    "cross": Phrase("take", "{unit} across the water to {place} with the help of {helper}"),
    "return": Phrase("fly", "{unit}", "back to the ships"),
    "with": Phrase("attack with", "{unit}"),
    "fpf": Phrase("give protective fire with", "{unit}"),
    "lose": Phrase("give up", "{unit}"),
    "retreat": Phrase("retreat", "{unit} to {place}"),
    "displace": Phrase("displace", "{unit} to {place}"),
    "advance": Phrase("advance", "{unit} to {place}"),
    "attack": Phrase("attack", "{target}"),
    "also": Phrase("attack besides", "{target}"),
    "air": Phrase("send", "{number} airstrike{s}"),
    "british-air": Phrase("send", "{number} British airstrike{s}"),
    "french-air": Phrase("send", "{number} French airstrike{s}"),
    "british-guns": Phrase("fire the British naval guns"),
    "french-guns": Phrase("fire the French naval guns"),
    "roll": Phrase("roll", "{number}"),
    "continue": Phrase("fight on until turn", "{number}"),
    "fire": Phrase("fire the attack{on}"),
    "done": Phrase("give no more protective fire"),
    "frontal": Phrase("fight it on the frontal table"),
    "mobile": Phrase("fight it on the mobile table"),
    "stay": Phrase("stay where you are"),
    "deploy": Phrase("set up the rest as suggested"),
    "withdraw": Phrase("declare the withdrawal"),
    "stop": Phrase("let the fighting stop now"),
    "end": Phrase("end {phase}"),
}
MARKERS = {
    "air": "{number} airstrike{s}",
    "british-air": "{number} British airstrike{s}",
    "french-air": "{number} French airstrike{s}",
    "british-guns": "the British naval guns",
    "french-guns": "the French naval guns",
}

GOALS = {
    "Lead in victory points": GoalPhrase("Gains victory points", is_lead=True),
    "Objectives held": GoalPhrase(
        "Holds objectives", "Leaves the enemy fewer objectives",
        reach="occupy {places}", leave="leave {places}", hold="holds {places}",
    ),
}  # fmt: skip
INTENTS = {
    "withdraw": IntentPhrase("declare the withdrawal", 7),
    "stop": IntentPhrase("let the fighting stop", 7),
    "exit": IntentPhrase("take {units} off the map", 4.5, scores=True),
    "liftoff": IntentPhrase("fly {units} off the map", 4.5, scores=True),
    "cross": IntentPhrase("take {units} across the water", 3.5),
    "drop": IntentPhrase("drop {units} at {places}", 3, is_arrival=True),
    "land": IntentPhrase("land {units} at {places}", 3, is_arrival=True),
    "lift": IntentPhrase("lift {units} by helicopter to {places}", 2.5),
    "return": IntentPhrase("fly {units} back to the ships", 1),
    "enter": IntentPhrase("bring on {units}", 1, is_arrival=True),
    "place": IntentPhrase("set up {units}", 0.5),
}

PHRASEBOOK = Phrasebook(PHRASES, MARKERS, goals=GOALS, intents=INTENTS)
