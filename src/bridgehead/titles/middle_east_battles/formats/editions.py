"""The two games of Middle East Battles: an edition is one of them, with its own constants."""

from __future__ import annotations

from dataclasses import dataclass

from bridgehead.core.titles.bids import ANY_LEAD, SENTENCES


@dataclass(frozen=True)
class Edition:
    """One of the two games. Its chart values are in data/tables.toml, under the name `data`."""

    id: str
    name: str
    data: str  # its folder under data/, and its key in data/tables.toml
    sides: tuple[str, str]  # West, Egypt
    about: str
    publisher: str = "Decision Games"
    year: str = "2004"
    options: tuple[str, ...] = ()
    suez: bool = False
    divisions: bool = False  # Israeli divisions do not attack together [7.18]
    # landings: numbers of units, and the first game turn [9.11, 9.13, 10.10]
    first_drops: int = 1
    later_drops: int = 1
    amphibious_from: int = 0
    amphibious_first: int = 0
    amphibious_later: int = 0
    militia_from: int = 0  # game turn [9.4]


OPTIONS = {
    **SENTENCES,
    "what_if": "the Egyptian 2nd Division and three armored brigades join the defense, and Egypt "
    "starts with no points instead of 8 (9.5); the force is reconstructed",
}

SUEZ = Edition(
    "suez-56",
    "Suez '56",
    "suez56",
    ("anglo_french", "egypt"),
    "British and French landings at Port Said, November 1956; six turns or up to twelve.",
    options=("what_if", ANY_LEAD),
    suez=True,
    first_drops=2,
    amphibious_from=4,
    amphibious_first=6,
    amphibious_later=3,
    militia_from=2,
)

EL_ARISH = Edition(
    "el-arish-67",
    "El Arish '67",
    "el_arish67",
    ("israel", "egypt"),
    "Israel breaks through the northern Sinai, 5 to 7 June 1967; eleven turns.",
    options=(ANY_LEAD,),
    divisions=True,
)

# [9.2] What one side alone may know until the game is over: what is chosen by a verb
SECRET_VERBS = {"continue": SUEZ.sides[0]}

EDITIONS = {edition.id: edition for edition in (SUEZ, EL_ARISH)}
