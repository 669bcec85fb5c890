"""The layers of a map: the list of a title's, and what one of them shows to a reader."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from bridgehead.core.cache import Recent
from bridgehead.core.errors import MalformedAction
from bridgehead.core.titles.games import title_of
from bridgehead.core.titles.layers import About
from bridgehead.server.languages.title_words import in_language
from bridgehead.server.views import positions

# asked for like a layer: what holds for a unit, by place; what follows from its move to a place
CONDITIONS, AHEAD = "conditions", "ahead"
IN_WORDS = ("text", "about", "holds", "fails")  # the fields of an answer that are told
KEPT = 128


def listed(game: Any) -> list[dict[str, Any]]:
    """Return the layers of a game as data, [] if the title has none."""
    title = title_of(game.id)
    return [] if title.layers is None else [asdict(one) for one in title.layers.layers(game)]


def answer(position: Any, viewer: str | None, name: str, about: About) -> dict[str, Any]:
    """Return a layer of a position, or the conditions of a unit, as a viewer may know them.

    MalformedAction if there is no such layer, unit or place. Answers are kept: do not change them.
    """
    key = *positions.key_of(position), position.result is None, viewer, name, about
    kept = _answers.get(key, lambda: _answer(position, viewer, name, about))
    told: dict[str, Any] = in_language(position.game.id, kept, IN_WORDS)
    return told


_answers: Recent[dict[str, Any]] = Recent(KEPT)


def _answer(position: Any, viewer: str | None, name: str, about: About) -> dict[str, Any]:
    game = position.game
    found = title_of(game.id).layers
    if about.unit:
        game.unit_index(about.unit)
    if about.place and about.place not in game.hexes:
        raise MalformedAction(f"{about.place!r} is not a place of the map")
    if found is not None and name == CONDITIONS and about.unit:
        told = found.conditions(position, viewer, about.unit)
        return {"conditions": [asdict(one) for one in told]}
    if found is not None and name == AHEAD and about.unit and about.place:
        return asdict(found.ahead(position, viewer, about.unit, about.place))
    if found is None or name not in (one.id for one in found.layers(game)):
        raise MalformedAction(f"{name!r} is no layer of this game")
    return asdict(found.layer(position, viewer, name, about))
