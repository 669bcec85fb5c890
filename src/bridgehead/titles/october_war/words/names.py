"""Names of counters, places, boxes and sides in sentences."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

ADJECTIVES = {
    "israel": "Israeli", "egypt": "Egyptian", "syria": "Syrian", "libya": "Libyan",
    "algeria": "Algerian", "iraq": "Iraqi", "morocco": "Moroccan", "pla": "Palestinian",
    "jordan": "Jordanian", "saudi": "Saudi", "kuwait": "Kuwaiti", "tunisia": "Tunisian",
    "sudan": "Sudanese",
}  # fmt: skip
NATION_NAMES = {
    "israel": "Israel", "egypt": "Egypt", "syria": "Syria", "libya": "Libya", "iraq": "Iraq",
    "algeria": "Algeria", "morocco": "Morocco", "pla": "the PLA", "jordan": "Jordan",
    "saudi": "Saudi Arabia", "kuwait": "Kuwait", "tunisia": "Tunisia", "sudan": "Sudan",
}  # fmt: skip
SIDE_NAMES = {"israel": "Israel", "arab": "the Arab side"}
KINDS = {
    "tac": "TAC", "wild-weasel": "Wild Weasel", "ssm": "SSM", "hq-front": "HQ",
    "hq-division": "HQ", "hq": "HQ", "hq-7": "HQ", "armor-tf": "armor task force",
    "mech-tf": "mechanized task force", "para-battalion": "paratroop battalion",
    "para-brigade": "paratroop brigade", "202-battalion": "battalion of the 202nd",
    "202-brigade": "paratroop brigade", "golani-brigade": "brigade", "mobile-sam": "mobile SAM",
    "static-sam": "SAM site", "air-defense": "air defense battalion", "antitank": "antitank unit",
    "rocket": "rocket brigade", "guard-brigade": "guards", "sigint": "signals unit",
    "city-brigade": "brigade", "depot": "mobilization depot", "recon": "recon battalion",
    "engineer": "engineer unit", "commando": "commando unit", "commando-group": "commando group",
    "airmobile": "airmobile battalion", "garrison": "garrison", "amphibious": "amphibious brigade",
    "paratroop": "paratroop brigade", "mech-battalion": "mechanized battalion",
    "mech-brigade": "mechanized brigade", "mech-division": "mechanized division",
    "golani-battalion": "battalion of Golani",
}  # fmt: skip

STRIKES = {  # one, several
    "tac": ("TAC strike", "TAC strikes"),
    "wild-weasel": ("Wild Weasel", "Wild Weasels"),
    "ssm": ("SSM", "SSMs"),
    "": ("strike", "strikes"),
}


def strikes(number: int | str, kind: str = "") -> str:
    """Return a number of strikes of one kind or of any, in words: "1 TAC strike", "3 SSMs"."""
    return f"{number} {STRIKES[kind][int(number) != 1]}"


def unit_names(counters: Iterable[dict[str, Any]]) -> dict[str, str]:
    """Return the name of each counter: "217 armor brigade", "Egyptian infantry brigade 3"."""
    return {unit["id"]: _name(unit) for unit in counters}


def _name(unit: dict[str, Any]) -> str:
    if unit["name"] != unit["id"]:
        return str(unit["name"])
    key = unit["key"].partition(".")[2]
    kind = KINDS.get(key, key.replace("-", " "))
    adjective = ADJECTIVES[unit["nation"]]
    id_ = str(unit["id"])
    leading = re.match(r"(\d+)-", id_)
    trailing = re.search(r"-(\d+|[a-c])$", id_)
    if key == "202-battalion":
        return f"202 paratroop battalion {id_[-1].upper()}"
    if key == "guard-brigade":
        return f"{adjective} {kind}"
    if key == "city-brigade":
        return f"{id_.removesuffix('-bde').replace('-', ' ').title()} {kind}"
    if key.startswith("hq"):
        return f"{adjective} {id_.upper().replace('-', ' ')}"
    if id_ in ("golani", "202-para") or (leading and unit["nation"] != "iraq"):
        number = "Golani" if id_ == "golani" else leading.group(1) if leading else ""
        return f"{number} {kind}" if unit["nation"] == "israel" else f"{adjective} {number} {kind}"
    number = trailing.group(1).upper() if trailing else ""
    return f"{adjective} {kind} {number}".strip()


def place_name(game: Any, id_: str) -> str:
    """Return the name of a point or reserve area."""
    return place_names(game.map).get(id_, id_.replace("-", " "))


_names: dict[str, dict[str, str]] = {}  # by the text of the map: maps are no keys


def place_names(pointmap: Any) -> dict[str, str]:
    """Return the names of all points and reserve areas."""
    known = _names.get(pointmap.text)
    if known is None:
        known = _names[pointmap.text] = _read_names(pointmap)
    return known


def _read_names(pointmap: Any) -> dict[str, str]:
    # the map says "To Damascus (Kiswe)"; a sentence "goes to Damascus (Kiswe)"
    found = {point.id: point.name.removeprefix("To ") for point in pointmap.points}
    found["south-of-el-hara"] = "the point south of El Hara"
    return found | {area.id: f"the {area.name}" for area in pointmap.reserves}
