"""Positions of counters: piles on points, rows in reserve areas, one stack spread out."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from bridgehead.render.hexes.geometry import COUNTER, Box
from bridgehead.render.markup import Point, attrs, path, words, xy
from bridgehead.render.points import pieces as art
from bridgehead.render.points.ground import BAND_HEAD, Ground
from bridgehead.render.points.scene import Piece, PointScene

ONE = 0.93  # a counter on its own point: 50 units
STEP = 4.2  # from a counter of a pile to the next
SEEN = 3  # so many of a pile are seen


@dataclass
class Layers:
    """The drawn layers of the counters, of their marks, and of the opened place."""

    units: list[str] = field(default_factory=list)
    marks: list[str] = field(default_factory=list)
    opened: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Pile:
    """Counters of one side in a place that are in one pile, or face down."""

    side: str
    pieces: tuple[Piece, ...] = ()
    hidden: int = 0


def piles_at(scene: PointScene) -> dict[str, list[Pile]]:
    """Return the piles of each occupied place, with the sides in the style's order."""
    there: dict[str, dict[str, list[Piece]]] = {}
    for unit in scene.pieces:
        there.setdefault(unit.place, {}).setdefault(unit.side, []).append(unit)
    found: dict[str, list[Pile]] = {}
    for place in {**there, **scene.hidden}:
        for side in scene.look.style.side_order:
            units = there.get(place, {}).get(side, [])
            if units:
                units.sort(key=lambda unit: (unit.strength, unit.hq is None))
                found.setdefault(place, []).append(Pile(side, tuple(units)))
            count = scene.hidden.get(place, {}).get(side, 0)
            if count:
                found.setdefault(place, []).append(Pile(side, hidden=count))
    return found


def draw(scene: PointScene, ground: Ground, interactive: bool) -> Layers:
    """Return all counters on the map."""
    out = Layers()
    piles = piles_at(scene)
    points = {p.id: p for p in ground.points}
    for place, found in piles.items():
        if place == scene.open_at:
            continue
        if place in points:
            _on_point(scene, ground, place, found, out, interactive)
        elif place in ground.home:
            _in_reserve(scene, ground, place, found, out, interactive)
    if scene.open_at in piles and scene.open_at in ground.centers:
        _opened(scene, ground, scene.open_at, piles[scene.open_at], out, interactive)
    return out


def _on_point(
    scene: PointScene, ground: Ground, place: str, piles: list[Pile], out: Layers, page: bool
) -> None:
    x, y = ground.centers[place]
    scale = (ONE, 0.7, 0.56)[min(len(piles), 3) - 1]
    step = COUNTER * scale + 3
    for k, pile in enumerate(piles):
        at = (x + step * (k - (len(piles) - 1) / 2), y)
        _pile(scene, ground, place, pile, at, scale, out, page)


def _pile(
    scene: PointScene, ground: Ground, place: str, pile: Pile, at: Point, scale: float,
    out: Layers, page: bool,
) -> None:  # fmt: skip
    look, where = scene.look, f"in {ground.names[place]}"
    colors = look.style.sides[pile.side]
    if pile.hidden:
        out.units.append(art.hidden(pile.side, pile.hidden, look, place, where, at, scale, page))
        return
    total = len(pile.pieces)
    seen = min(total, SEEN)
    for k, unit in enumerate(pile.pieces):
        up = STEP * (max(k - (total - seen), 0) - (seen - 1) / 2)
        here = (at[0] - up, at[1] + up)
        out.units.append(art.piece(unit, look, here, scale, where, page))
        if k == total - 1:
            out.marks.append(art.marks(unit, here, scale))
    if total > 1:
        h = COUNTER * scale / 2
        corner = (at[0] + h + 3, at[1] - h - 3)
        given = attrs(class_="count", data_hex=place, data_count=total, data_side=pile.side)
        out.units.append(f"<g{given}>{art.count_badge(total, colors.rim, corner)}</g>")


def _in_reserve(
    scene: PointScene, ground: Ground, place: str, piles: list[Pile], out: Layers, page: bool
) -> None:
    band = ground.home[place]
    room = Box(band.x + 5, band.y + BAND_HEAD, band.width - 10, band.height - BAND_HEAD - 6)
    if band.width > band.height:
        room = Box(band.x + 92, band.y + 4, band.width - 98, band.height - 8)
    items: list[Piece | Pile] = []
    for pile in piles:
        items.extend(pile.pieces[::-1])
        if pile.hidden:
            items.append(pile)
    where = f"in the {ground.names[place]}"
    for item, at, scale in _gridded(items, room):
        if isinstance(item, Pile):
            out.units.append(
                art.hidden(item.side, item.hidden, scene.look, place, where, at, scale, page)
            )
        else:
            out.units.append(art.piece(item, scene.look, at, scale, where, page))
            out.marks.append(art.marks(item, at, scale))


def _gridded(items: list[Piece | Pile], room: Box) -> list[tuple[Piece | Pile, Point, float]]:
    """Return positions for counters in a rectangle, at the largest scale at which all fit."""
    scale, columns = ONE, 1
    while scale > 0.2:
        step = COUNTER * scale + 4
        columns = max(int((room.width + 3) / step), 1)
        if columns * int((room.height + 3) / step) >= len(items):
            break
        scale *= 0.94
    step = COUNTER * scale + 4
    across = min(columns, len(items)) if room.width > room.height else columns
    left = room.x if room.width > room.height else room.x + (room.width - step * columns) / 2
    return [
        (item, (left + step * (k % across + 0.5), room.y + step * (k // across + 0.5)), scale)
        for k, item in enumerate(items)
    ]


def _opened(
    scene: PointScene, ground: Ground, place: str, piles: list[Pile], out: Layers, page: bool
) -> None:
    """Draw a place's counters spread out in a box beside it, one row for each pile."""
    step, head, edge = COUNTER + 7, 30.0, 9.0
    most = max(max(len(pile.pieces), 1) for pile in piles)
    columns = min(most, max(3, math.ceil(math.sqrt(sum(len(p.pieces) + 1 for p in piles) * 1.4))))
    rows = sum(max(-(-len(pile.pieces) // columns), 1) for pile in piles)
    title = ground.names[place]
    wide = max(columns * step + 2 * edge, 130.0)
    high = head + rows * step + edge
    x, y = ground.centers[place]
    sheet = ground.sheet_of(place)
    right = x + 62 + wide <= sheet.right
    left = x + 58 if right else x - 58 - wide
    top = min(max(y - high / 2, sheet.y + 6), sheet.bottom - high - 6)
    near = left if right else left + wide
    leader = path(f"M{xy((x, y))}L{xy((near, top + head))}L{xy((near, top + high - 12))}Z",
                  class_="sheet", stroke_width=1.4)  # fmt: skip
    at = attrs(x=float(left), y=float(top), width=float(wide), height=float(high), rx=8)
    body = f'{leader}<rect{at} class="sheet" stroke-width="2.400"/>'
    body += words((left + edge + 3, top + 21), title, 17, bold=True, anchor="start",
                  fit=wide - 20, extra=' class="ink"')  # fmt: skip
    out.opened.append(f'<g class="opened" data-open="{place}" data-hex="{place}">{body}</g>')
    row = 0
    for pile in piles:
        if pile.hidden:
            spot = (left + edge + step / 2, top + head + step * (row + 0.5))
            where = f"in {title}"
            out.opened.append(
                art.hidden(pile.side, pile.hidden, scene.look, place, where, spot, 1.0, page)
            )
            row += 1
            continue
        for k, unit in enumerate(pile.pieces[::-1]):
            across, down = k % columns, k // columns
            spot = (left + edge + step * (across + 0.5), top + head + step * (row + down + 0.5))
            out.opened.append(art.piece(unit, scene.look, spot, 1.0, f"in {title}", page))
            out.opened.append(art.marks(unit, spot, 1.0))
        row += -(-len(pile.pieces) // columns)
