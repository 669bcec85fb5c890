"""Rendering in environments: a position as a picture (SVG, pixels) or text, for a viewer."""

from __future__ import annotations

import io
import textwrap
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bridgehead import render
from bridgehead.core.extras import needs
from bridgehead.core.positions.position import Position
from bridgehead.core.titles.games import title_of

MODES = ("rgb_array", "svg", "ansi", "human")
WIDTH = 800  # pixels of a picture
COLUMNS = 100  # characters of a line


def check_mode(mode: str | None) -> str | None:
    """Return a render mode; ValueError, with the possible ones, if it is unknown."""
    if mode is not None and mode not in MODES:
        raise ValueError(f"render_mode {mode!r}: there are {', '.join(MODES)}, or None")
    return mode


def check_viewer(viewer: str | None, sides: tuple[str, ...]) -> str | None:
    """Return the viewer of pictures; ValueError if it is not a side."""
    if viewer is not None and viewer not in sides:
        raise ValueError(
            f"viewer {viewer!r}: there are {', '.join(sides)}, or None for a spectator"
        )
    return viewer


def rendered(
    position: Position, mode: str | None, viewer: str | None, width: int = WIDTH
) -> NDArray[np.uint8] | str | None:
    """Return a position in a render mode as a viewer sees it; None without a mode.

    In the mode "human" its text is printed, and nothing is returned.
    """
    if mode == "rgb_array":
        return pixels(picture(position, viewer, embed_fonts=False), width)
    if mode == "svg":
        return picture(position, viewer)
    if mode == "ansi":
        return text(position, viewer)
    if mode == "human":
        print(text(position, viewer), flush=True)
    return None


def picture(position: Position, viewer: str | None, *, embed_fonts: bool = True) -> str:
    """Return a position as SVG, as a side, or a spectator (None), sees it."""
    view = position.view(viewer)
    return render.view_picture(position.game, view, viewer, embed_fonts=embed_fonts)


def pixels(svg: str, width: int) -> NDArray[np.uint8]:
    """Return an SVG as an array of rows, columns, and red, green and blue."""
    with needs("research"):
        from PIL import Image
    with Image.open(io.BytesIO(render.png(svg, width=width))) as image:
        return np.asarray(image.convert("RGB"), np.uint8).copy()


def text(position: Position, viewer: str | None) -> str:
    """Return a position as lines of text: the side to decide, and the units by place."""
    view = position.view(viewer)
    decides = f"{position.to_move} to move" if position.to_move else "over"
    head = f"{position.game.name}: turn {view['turn']}, {view['phase']}, {decides}"
    lines = [head, *_unit_lines(position.game, view), *_hidden_lines(view)]
    result = position.result
    if result is not None:
        lines.append(f"winner: {result.winner} ({result.ending})")
    return "\n".join(lines)


def _unit_lines(game: Any, view: Mapping[str, Any]) -> Iterator[str]:
    """Yield for each side the places, each with the units that the viewer knows."""
    for side in game.sides:
        places: dict[str, list[str]] = {}
        for counter in game.counters:
            place = view["units"].get(counter["id"])
            if place is not None and counter["side"] == side:
                places.setdefault(place, []).append(counter["id"])
        told = "; ".join(f"{place}: {' '.join(units)}" for place, units in places.items())
        yield from _wrapped(f"{title_of(game.id).side_name(game.id, side)}: {told}")


def _hidden_lines(view: Mapping[str, Any]) -> Iterator[str]:
    """Yield the numbers of unknown counters by place."""
    hidden = view.get("hidden")
    if hidden:
        yield from _wrapped(f"unknown: {'; '.join(f'{at}: {n}' for at, n in hidden.items())}")


def _wrapped(line: str) -> list[str]:
    return textwrap.wrap(line, COLUMNS, subsequent_indent="  ", break_on_hyphens=False)
