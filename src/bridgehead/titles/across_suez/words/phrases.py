"""How plans of Across Suez are told."""

from __future__ import annotations

from bridgehead.core.phrases import Phrase, Phrasebook

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
    "fire": Phrase("fire the attack"),
    "stay": Phrase("do not advance"),
    "end": Phrase("end {phase}"),
}
PHRASEBOOK = Phrasebook(PHRASES, markers={"support": "artillery support"})
