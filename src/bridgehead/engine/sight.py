"""The data of a position for a program that plays a side, and a position from such data."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bridgehead.core.errors import InvalidPosition
from bridgehead.core.positions.position import Game, Position
from bridgehead.core.titles.games import title_of

ASIDE = ("to_move", "legal_actions")  # of a view: said by the request itself


def sent(position: Position, side: str) -> dict[str, Any]:
    """Return the data for the side to decide: its view, and its legal actions."""
    view = position.view(side)
    legal = view.pop("legal_actions", [])
    return {"side": side, "view": view, "legal": legal}


def from_view(game: Game, view: Any) -> Position:
    """Return a position that matches a side's view; InvalidPosition if the view is invalid.

    If nothing is hidden it is the position itself. Hidden facts are filled in with one possibility
    (thinking players draw others again and again).
    """
    if not isinstance(view, Mapping):
        raise InvalidPosition("view: must be an object, as in a `choose` request")
    data = {field: value for field, value in view.items() if field not in ASIDE}
    if "hidden" in data:
        data = title_of(game.id).whole(game, data)
    return game.position(data)


def hides(view: Any) -> bool:
    """Whether a view lacks facts that its side does not know."""
    return isinstance(view, Mapping) and bool(view.get("hidden"))
