"""How a player's name is spelled: NAME:style=STYLE@SECONDS%SHARE, all but the name optional.

>>> from bridgehead.players.ranks.spelling import style_of
>>> style_of("general:style=bold@3%10"), style_of("general@3")
('bold', '')
"""

from __future__ import annotations

import difflib

from bridgehead.core.errors import UnknownPlayer
from bridgehead.players.learned.heuristic_weights import styles

STYLE = "style="


def rank_and_style(name: str) -> tuple[str, str]:
    """Return the parts of a name without time and handicap: the player, and its style or "".

    UnknownPlayer if the text after the colon is not a style.
    """
    rank, colon, change = name.partition(":")
    if not colon:
        return name, ""
    if not change.startswith(STYLE) or change == STYLE:
        raise UnknownPlayer(f"{name}: after the colon write a style ({rank}:style=cautious)")
    return rank, change[len(STYLE) :]


def style_of(name: str) -> str:
    """Return the style in a player's name, "" if it has none."""
    return rank_and_style(name.partition("%")[0].partition("@")[0])[1]


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
