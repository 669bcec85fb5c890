"""PNG from SVG, with the fonts that the package brings."""

from __future__ import annotations

import re
import sys
from functools import cache
from importlib.resources import files
from typing import Any

import resvg_py


@cache
def font_files() -> tuple[str, ...]:
    """Return the paths of the package's fonts."""
    folder = files("bridgehead.render").joinpath("fonts")
    names = ("RobotoCondensed-Regular.ttf", "RobotoCondensed-Bold.ttf")
    return tuple(str(folder.joinpath(name)) for name in names)


# The same in a process of its own: it reads the arguments from standard input as JSON. Drawing
# holds Python's lock from beginning to end, so that in a thread it would hold up all the others.
COMMAND = (
    sys.executable,
    "-c",
    "import json, sys, resvg_py; "
    "sys.stdout.buffer.write(resvg_py.svg_to_bytes(**json.load(sys.stdin)))",
)


def png(svg: str, width: int = 1600) -> bytes:
    """Return a PNG `width` pixels wide, its height in proportion.

    ValueError for a width that is not 16 to 10000 pixels, or a text that is no SVG.
    """
    return resvg_py.svg_to_bytes(**png_arguments(svg, width))


def png_arguments(svg: str, width: int) -> dict[str, Any]:
    """Return what is told to the program that draws. ValueError as for `png`."""
    if not 16 <= width <= 10_000:
        raise ValueError(f"a picture is 16 to 10000 pixels wide, not {width}")
    if not re.search(r"<svg[\s>]", svg[:2000]):
        raise ValueError("this is no SVG")
    return {
        "svg_string": svg,
        "width": width,
        "skip_system_fonts": True,
        "font_files": list(font_files()),
        "font_family": "Roboto Condensed",
        "sans_serif_family": "Roboto Condensed",
    }
