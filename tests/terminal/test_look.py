"""The signs and colors of a title from outside: `data/terminal.toml`."""

from __future__ import annotations

from pathlib import Path

import pytest

from bridgehead.core.errors import InvalidData
from bridgehead.terminal.screen.look import Terrain, terminal_look
from tests import own_title

pytestmark = pytest.mark.plain

GOOD = '[terrain]\nclear = { sign = ".", color = "#efe2bd", word = "clear" }\n'


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("[terrain", r"terminal\.toml: is not TOML: "),
        (
            "terrain = 1\n",
            r"tiny_ford: data/terminal\.toml: \[terrain\] must be a table of at most 1000 entries",
        ),
        (
            "[ground]\n",
            r"\[ground\] is unknown; there are terrain, sides, places, hexsides, nations, types",
        ),
        ("[terrain]\nhill = 3\n", r"\[terrain\.hill\] must be a table, not 3"),
        ('[terrain]\nhill = { sign = "^" }\n', r"\[terrain\.hill\.color\] is missing"),
        (
            GOOD + 'hill = { sign = "^", color = "red" }\n',
            r"hill\.color\] must be a color such as #1d4f9e, not 'red'",
        ),
        (
            GOOD + 'hill = { sign = "^^", color = "#000000" }\n',
            r"hill\.sign\] must be one character, not '\^\^'",
        ),
        (
            GOOD + 'hill = { sign = "^", color = "#000000", colour = "#000000" }\n',
            r"hill\.colour\] is unknown; there are sign, color, word, plain",
        ),
        (GOOD + 'hill = { sign = 1, color = "#000000" }\n', r"hill\.sign\] must be one character"),
        (GOOD.replace('"clear" }', "1 }"), r"clear\.word\] must be a string"),
        (GOOD.replace(" }", ', water = "no" }'), r"clear\.water\] must be true or false"),
        ('[sides]\nblue = { text = "#8ab8ff" }\n', r"sides\.blue\.fill\] is missing"),
        (
            '[sides]\nblue = { text = "#8ab8ff", fill = "", letters = "", brackets = "(" }\n',
            r"blue\.brackets\] must be two characters such as \[\]",
        ),
        ("[mobilities]\nfoot = 2\n", r"mobilities\.foot\] must be a string"),
        ('[theaters]\nsinai = "red"\n', r"theaters\.sinai\] must be a color"),
    ],
)
def test_what_is_wrong_is_said(tmp_path: Path, text: str, reason: str) -> None:
    folder = own_title.made(tmp_path)
    (folder / "data" / "terminal.toml").write_text(text)
    with own_title.added(folder) as info:
        terminal_look.cache_clear()
        with pytest.raises(InvalidData, match=reason):
            terminal_look(info.id)


def test_what_is_not_named_follows_from_the_style(tmp_path: Path) -> None:
    folder = own_title.made(tmp_path)
    (folder / "data" / "terminal.toml").write_text(GOOD)
    with own_title.added(folder) as info:
        terminal_look.cache_clear()
        look = terminal_look(info.id)
    assert look.terrain["clear"] == Terrain(".", "#efe2bd", "clear")
    assert look.terrain["hill"].sign == "h"
    assert look.places["objective"].sign == "*"
