"""The signs of a hex map in a terminal, and the colors of its counters."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from bridgehead.core.titles.games import title_of
from bridgehead.terminal.screen.look import SideLook, terminal_look


@dataclass(frozen=True)
class Look:
    """The signs of a game's map."""

    terrain: tuple[str, ...]  # kinds of terrain that its maps have
    signs: Mapping[str, str]  # beside the terrain's: sign -> word
    nights: tuple[int, ...]


OPEN, CLOSED = "▐▁▌", "█▄█"  # signs of hexsides


def look(game: Any) -> Look:
    """Return the look of a game."""
    terrain = tuple(dict.fromkeys(("clear", *game.map.terrain.values())))
    return _look(game.id, tuple(game.map.hexsides), frozenset(terrain))


@lru_cache(maxsize=16)
def _look(game_id: str, hexsides: tuple[str, ...], terrain: frozenset[str]) -> Look:
    style, known = title_of(game_id).style(game_id), terminal_look(game_id)
    signs = {"═══": "road", "┄┄┄": "trail"}
    for side in (known.hexsides[kind] for kind in hexsides if kind in known.hexsides):
        signs[CLOSED if side.closed else OPEN] = side.word
    here = {known.places[kind].sign for kind in style.get("features", {}) if kind in known.places}
    if "objective" in style:
        here.add(known.places["objective"].sign)
    signs |= {place.sign: place.word for place in known.places.values() if place.sign in here}
    return Look(
        terrain=tuple(kind for kind in known.terrain if kind in {*style["terrain"], *terrain}),
        signs=signs,
        nights=tuple(style.get("night", ())),
    )


def counter_colors(game_id: str, counter: Mapping[str, Any]) -> SideLook:
    """Return the colors and brackets of a unit, by its nation or its side."""
    known = terminal_look(game_id)
    return known.nations.get(str(counter.get("nation", ""))) or known.sides[counter["side"]]
