"""How a player's name is spelled: NAME:style=STYLE:units=N@SECONDS%SHARE, all but NAME optional.

>>> from bridgehead.players.ranks.spelling import spelled, style_of
>>> style_of("general:style=bold@3%10"), style_of("general@3")
('bold', '')
>>> spelled("corporal:units=3")
Spelled(rank='corporal', style='', units=3)
"""

from __future__ import annotations

import difflib
import re
from typing import NamedTuple

from bridgehead.core.errors import UnknownPlayer
from bridgehead.players.learned.heuristic_weights import styles

MOST_UNITS = 99


class Spelled(NamedTuple):
    """The parts of a name without time and share of random decisions."""

    rank: str
    style: str  # "" if none is named
    units: int  # that it moves at most in a turn, 0 if none is named


def spelled(name: str) -> Spelled:
    """Return the parts of a name without time and share of random decisions.

    UnknownPlayer if what stands after a colon is neither a style nor a number of units.
    """
    rank, *options = name.split(":")
    found: dict[str, str] = {}
    for option in options:
        key, _, value = option.partition("=")
        if key not in ("style", "units") or not value or key in found:
            raise UnknownPlayer(
                f"{name}: after a colon write a style ({rank}:style=cautious) or a number of units "
                f"({rank}:units=5), each once"
            )
        found[key] = value
    units = found.get("units", "0")
    if "units" in found and not re.fullmatch(r"[1-9]\d?", units):
        raise UnknownPlayer(f"{name}: units is a number from 1 to {MOST_UNITS} ({rank}:units=5)")
    return Spelled(rank, found.get("style", ""), int(units))


def style_of(name: str) -> str:
    """Return the style in a player's name, "" if it has none."""
    return spelled(name.partition("%")[0].partition("@")[0]).style


def check_style(game_id: str, rank: str, style: str) -> None:
    """Raise UnknownPlayer if a player cannot have a style."""
    if not style:
        return
    if rank == "recruit":
        raise UnknownPlayer("recruit plays at random, so it has no style")
    known = styles(game_id)
    if style not in known:
        near = difflib.get_close_matches(style, known, n=1)
        hint = f" (did you mean {near[0]}?)" if near else ""
        said = f"{game_id} has no style {style!r}{hint}; there are {', '.join(known)}"
        raise UnknownPlayer(f"{said} ({rank}:style={known[0]})")
