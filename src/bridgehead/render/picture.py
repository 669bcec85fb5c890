"""The package's fonts, and PNG from SVG."""

from __future__ import annotations

import base64
import re
import sys
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import resvg_py


@cache
def font_files() -> tuple[str, ...]:
    """Return the paths of the package's fonts."""
    folder = files("bridgehead.render").joinpath("fonts")
    names = ("RobotoCondensed-Regular.ttf", "RobotoCondensed-Bold.ttf")
    return tuple(str(folder.joinpath(name)) for name in names)


@cache
def font_faces() -> str:
    """Return the CSS rules that embed the fonts in an SVG."""
    faces = []
    for file, weight in zip(font_files(), (400, 700), strict=True):
        data = base64.b64encode(Path(file).read_bytes()).decode("ascii")
        faces.append(
            f"@font-face{{font-family:'Roboto Condensed';font-weight:{weight};"
            f"src:url(data:font/ttf;base64,{data})}}"
        )
    return "".join(faces)


# A PNG in a process of its own: it reads the arguments from standard input as JSON. Drawing
# holds Python's lock from beginning to end, so that in a thread it would hold up all the others.
COMMAND = (
    sys.executable,
    "-c",
    "import json, sys, resvg_py; "
    "sys.stdout.buffer.write(resvg_py.svg_to_bytes(**json.load(sys.stdin)))",
)


def png(svg: str, width: int = 1600) -> bytes:
    """Return a PNG `width` pixels wide; the height is proportional.

    ValueError for a width that is not 16 to 10000 pixels, or a text that is not SVG.
    """
    return resvg_py.svg_to_bytes(**png_arguments(svg, width))


def png_arguments(svg: str, width: int) -> dict[str, Any]:
    """Return the arguments for the drawing process. ValueError as for `png`."""
    if not 16 <= width <= 10_000:
        raise ValueError(f"a picture must be 16 to 10000 pixels wide, not {width}")
    if not re.search(r"<svg[\s>]", svg[:2000]):
        raise ValueError("this is not an SVG")
    return {
        "svg_string": svg,
        "width": width,
        "skip_system_fonts": True,
        "font_files": list(font_files()),
        "font_family": "Roboto Condensed",
        "sans_serif_family": "Roboto Condensed",
    }
