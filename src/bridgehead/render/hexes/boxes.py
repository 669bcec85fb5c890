"""Boxes beside the map for units that are in no hex: waiting, exited or eliminated."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from bridgehead.render.hexes.geometry import COUNTER, Box
from bridgehead.render.hexes.legend import INK, RULE, WIDTH, box
from bridgehead.render.hexes.scene import Counter, Scene
from bridgehead.render.markup import Point, attrs, width_of, words
from bridgehead.render.style import BoxStyle, Style

CAPTION = 13.0  # the height of a line of groups' names
HEAD = 23.0
INSET = 7.0
BETWEEN = 9.0  # two groups in one line

Placed = list[tuple[Counter, Point, float]]
Slots = dict[str, Point]  # a unit's id -> the center of its slot


@lru_cache(maxsize=256)
def empty(at: Point, h: float) -> str:
    """Return the outline of the empty slot of a unit."""
    rect = attrs(x=float(at[0] - h), y=float(at[1] - h), width=float(2 * h), height=float(2 * h))
    look = attrs(rx=5, fill="none", stroke=RULE, stroke_width=1, stroke_dasharray="3 3")
    return f"<rect{rect}{look}/>"


def draw(scene: Scene, look: BoxStyle, at: Point, scale: float) -> tuple[str, Placed, float]:
    """Draw a box and its units; return the drawing and the y of its lower end."""
    units = tuple(unit for unit in scene.counters if unit.side == look.side)
    if not units:
        return "", [], at[1]
    if look.lines:
        return _flow(scene, look, units, at, scale)
    return _slots(scene, look, units, at, scale)


def _place(look: BoxStyle, at: Point, height: float) -> str:
    name = f"{look.place}-{look.side}"
    label = (at[0] + INSET + 2, at[1] + 16.5)
    return box(Box(at[0], at[1], WIDTH, height), data_box=name) + words(
        label, look.label, 14.5, bold=True, anchor="start", fill=INK
    )


def _slots(
    scene: Scene, look: BoxStyle, units: Sequence[Counter], at: Point, scale: float
) -> tuple[str, Placed, float]:
    """Draw a box in which each unit has its own slot, below the name of its group."""
    members = tuple((unit.id, unit.group) for unit in units)
    drawn, slots, height = _laid_out(scene.style, look, members, at, scale)
    half = COUNTER * scale / 2
    out, placed = [drawn], []
    for unit in units:
        if unit.place == look.place:
            placed.append((unit, slots[unit.id], scale))
        else:
            out.append(empty(slots[unit.id], half - 1))
    return "".join(out), placed, at[1] + height


@lru_cache(maxsize=64)
def _laid_out(
    style: Style,
    look: BoxStyle,
    members: tuple[tuple[str, str], ...],
    at: Point,
    scale: float,
) -> tuple[str, Slots, float]:
    """Return the box with the names of the groups, the slots, and its height."""
    step = COUNTER * scale + 3.0
    room = WIDTH - 2 * INSET
    names = [*style.groups, ""]
    x, y = at[0] + INSET, at[1] + HEAD
    left = x
    out: list[str] = []
    slots: Slots = {}
    spilled = False
    for name in names:
        ids = [unit for unit, group in members if group == name]
        if not ids:
            continue
        label = ""
        if name:
            label = style.groups[name].caption or style.groups[name].label
        wide = max(len(ids) * step, width_of(label, 10.5) + 2)
        if x > left and (spilled or x + min(wide, room) > left + room + 1):
            x, y = left, y + CAPTION + step
        out.append(words((x + 1, y + 9.5), label, 10.5, anchor="start", fill=INK, fit=room))
        begun, first = y, x
        for unit in ids:
            if x + step > left + room + 1:
                x, y = left, y + step
            slots[unit] = (x + step / 2 - 1.5, y + CAPTION + step / 2 - 1.5)
            x += step
        spilled = y > begun
        x = max(x, first + wide) + BETWEEN
    height = y + CAPTION + step + 4 - at[1]
    return _place(look, at, height) + "".join(out), slots, height


def _flow(
    scene: Scene, look: BoxStyle, units: Sequence[Counter], at: Point, scale: float
) -> tuple[str, Placed, float]:
    """Draw a box that fills up from the left; if there is not enough room, units overlap."""
    step = COUNTER * scale + 3.0
    room = WIDTH - 2 * INSET
    order = {name: k for k, name in enumerate(scene.style.groups)}
    gone = [unit for unit in units if unit.place == look.place]
    gone.sort(key=lambda unit: order.get(unit.group, len(order)))
    a_line = max(int(room / step), -(-len(gone) // look.lines))
    close = min(step, (room - step) / max(a_line - 1, 1))
    placed = []
    for k, unit in enumerate(gone):
        x = at[0] + INSET + COUNTER * scale / 2 + close * (k % a_line)
        y = at[1] + HEAD + step * (k // a_line + 0.5)
        placed.append((unit, (x, y), scale))
    height = HEAD + look.lines * step + 4
    return _place(look, at, height), placed, at[1] + height
