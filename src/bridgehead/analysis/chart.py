"""The win probability over a game as a text graph for terminals."""

from __future__ import annotations

import string
from collections.abc import Sequence

from bridgehead.analysis.report import Analysis
from bridgehead.players.advice.hints import side_name

AXIS = 6  # columns left of the graph: "100 % "
BLANK = 0x2800  # the braille sign without a dot
DOTS = ((0x01, 0x02, 0x04, 0x40), (0x08, 0x10, 0x20, 0x80))  # by column, then row from above


def letter(number: int) -> str:
    """Return the letter of a turning point; `number` counts from 0."""
    return string.ascii_lowercase[number % 26]


def chart(
    analysis: Analysis, width: int = 80, height: int = 11, *, plain: bool = False
) -> list[str]:
    """Return the lines of a graph of the first side's win probability, action by action.

    Below the graph are the letters of the turning points and the beginning of each turn. `plain`
    uses ASCII only. `width` counts all columns, `height` the rows of the graph.
    """
    room = max(10, width - AXIS - 1)
    values = _columns(analysis, room if plain else 2 * room)
    rows = _stars(values, height) if plain else _braille(values, height)
    bar, corner, line = ("|", "+", "-") if plain else ("│", "└", "─")
    lines = [f"{'':{AXIS}} the chance of {side_name(analysis.game, analysis.game.sides[0])}"]
    for number, row in enumerate(rows):
        label = {0: "100 %", height // 2: "50 %", height - 1: "0 %"}.get(number, "")
        lines.append(f"{label:>{AXIS - 1}} {bar}{row.rstrip()}".rstrip())
    lines.append(f"{'':{AXIS}}{corner}{line * room}")
    marks = _row(
        room, [(_at(analysis, point.weighed.step.last, room), letter(number))
               for number, point in enumerate(analysis.turning_points)]
    )  # fmt: skip
    if marks:
        lines.append(f"{'':{AXIS + 1}}{marks}")
    lines.append(f"{'turn':>{AXIS - 1}}  {_row(room, _turns(analysis, room))}")
    return lines


def _at(analysis: Analysis, action: int, room: int) -> int:
    """Return the column of an action."""
    first, last = analysis.steps[0].step.first, analysis.steps[-1].step.last
    return min(room - 1, (action - first) * room // max(1, last - first + 1))


def _columns(analysis: Analysis, count: int) -> list[float]:
    """Return the probability at each of `count` columns, taken after the step at that column."""
    found = [analysis.steps[0].before.value] * count
    for weighed in analysis.steps:
        at = _at(analysis, weighed.step.last, count)
        found[at:] = [weighed.after.value] * (count - at)
    return found


def _turns(analysis: Analysis, room: int) -> list[tuple[int, str]]:
    """Return the beginning of each turn, with its number."""
    found: dict[int, int] = {}
    for weighed in analysis.steps:
        found.setdefault(weighed.step.turn, _at(analysis, weighed.step.first, room))
    return [(at, str(turn)) for turn, at in found.items()]


def _row(room: int, marks: Sequence[tuple[int, str]]) -> str:
    """Return marks in a row.

    If two collide, the later one moves right, or is left out at the end.
    """
    row: list[str] = []
    for at, mark in marks:
        free = max(at, len(row) + (1 if mark.isdigit() and row else 0))
        if free + len(mark) <= room:
            row += [" "] * (free - len(row)) + list(mark)
    return "".join(row)


def _braille(values: Sequence[float], height: int) -> list[str]:
    """Return a line through the values, two per column, and a thin line at one half."""
    levels = 4 * height
    cells = [[0] * (len(values) // 2) for _ in range(height)]
    previous: int | None = None
    for x, value in enumerate(values):
        y = min(levels - 1, round((1 - value) * (levels - 1)))
        low, high = (y, y) if previous is None else sorted((y, previous))
        for dot in range(low, high + 1):
            cells[dot // 4][x // 2] |= DOTS[x % 2][dot % 4]
        previous = y
    middle = (levels - 1) // 2
    for x in range(0, len(values), 4):
        cells[middle // 4][x // 2] |= DOTS[0][middle % 4]
    return ["".join(chr(BLANK + cell) if cell else " " for cell in row) for row in cells]


def _stars(values: Sequence[float], height: int) -> list[str]:
    """Return the graph in ASCII, one star per column."""
    cells = [[" "] * len(values) for _ in range(height)]
    for x, value in enumerate(values):
        if x % 4 == 0:
            cells[height // 2][x] = "."
        cells[min(height - 1, round((1 - value) * (height - 1)))][x] = "*"
    return ["".join(row) for row in cells]
