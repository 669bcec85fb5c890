"""Displays off the map in one column: turns, stocks, air units, events, boxes of counters."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from bridgehead.render.hexes.geometry import COUNTER
from bridgehead.render.markup import Point, attrs, num, width_of, words, wrapped, xy
from bridgehead.render.points import pieces as art
from bridgehead.render.points.look import PointStyle
from bridgehead.render.points.scene import Piece

WIDTH = 420.0
_SMALL = 0.62
_COLUMNS = (130.0, 188.0, 236.0)  # of what is counted for each stock
_STEP = COUNTER * _SMALL + 7


class Displays:
    """The column, filled from the top; `y` is the top of the next section."""

    def __init__(
        self, look: PointStyle, pieces: Iterable[Piece], view: Mapping[str, Any], at: Point,
        interactive: bool = False,
    ) -> None:  # fmt: skip
        self.look, self.view, self.page = look, view, interactive
        self.words = look.displays
        self.pieces = tuple(pieces)
        self.x, self.y = at
        self.out: list[str] = []
        self.there: dict[str, list[Piece]] = {}
        for unit in self.pieces:
            self.there.setdefault(unit.place, []).append(unit)

    def fill(self) -> None:
        """Draw every section."""
        self._turns()
        self._stocks()
        self._sky()
        self._events()
        self._boxes()

    # Lettering

    def _words(
        self, x: float, y: float, text: str, size: float, *, kind: str = "ink", bold: bool = False,
        anchor: str = "start", fit: float | None = None,
    ) -> None:  # fmt: skip
        self.out.append(
            words((x, y), text, size, bold=bold, anchor=anchor, fit=fit,
                  extra=attrs(class_=kind))
        )  # fmt: skip

    def _heading(self, text: str) -> None:
        self._words(self.x, self.y + 17, text.upper(), 17, kind="red", bold=True)
        self.out.append(
            f'<path d="M{xy((self.x, self.y + 23))}h{num(WIDTH)}" class="rule" stroke-width="2"/>'
        )
        self.y += 32

    def _box(
        self, x: float, y: float, wide: float, high: float, kind: str = "box", **given: object
    ) -> None:
        at = attrs(x=x, y=y, width=wide, height=high, rx=4, stroke_width=1.3, class_=kind)
        self.out.append(f"<rect{at}{attrs(**given)}/>")

    def _piece(self, unit: Piece, at: Point, scale: float, where: str) -> None:
        self.out.append(art.piece(unit, self.look, at, scale, where, self.page, on_map=False))

    # Turns

    def _turns(self) -> None:
        style = self.look.style
        now = int(self.view.get("turn", 1))
        self._heading("Turns and arrivals")
        for turn, label in enumerate(style.turns, start=1):
            due = self._grouped(self.there.get(f"turn-track:{turn}", []))
            step = COUNTER * _SMALL + 6
            a_row = int((WIDTH - 128) / step)
            rows = -(-len(due) // a_row)
            high = 27.0 if not due else max(27.0, rows * step + 4)
            begun = len(self.out)
            self._box(self.x, self.y, WIDTH, high, "now" if turn == now else "box",
                      data_box=f"turn-track:{turn}")  # fmt: skip
            self._words(self.x + 17, self.y + 20, str(turn), 18, bold=True, anchor="middle")
            self._words(self.x + 34, self.y + 19.5, label, 15, bold=turn == now, fit=84)
            if turn == now:
                told = f"{self._side()} · {self.view.get('phase', '')}"
                if not due:
                    self._words(self.x + WIDTH - 8, self.y + 19.5, told, 15, bold=True,
                                anchor="end", kind="red", fit=WIDTH - 130)  # fmt: skip
            elif not due:
                self._income(turn)
            for k, (unit, count) in enumerate(due):
                at = (
                    self.x + 122 + step * (k % a_row + 0.5),
                    self.y + 2 + step * (k // a_row + 0.5),
                )
                self._counted(unit, count, at, f"arrives on turn {turn}")
            self.out[begun:] = [f'<g data-turn="{turn}">{"".join(self.out[begun:])}</g>']
            self.y += high + 3
        self.y += 10

    def _side(self) -> str:
        side = self.look.style.sides.get(str(self.view.get("side", "")))
        return side.label if side else str(self.view.get("side", ""))

    def _income(self, turn: int) -> None:
        """Draw the mobilization points that a turn brings."""
        rows = self.look.income
        if not all(stock in rows and turn <= len(rows[stock]) for stock in self.words.stocks):
            return
        text = " · ".join(
            f"{self.words.stocks[stock]} +{rows[stock][turn - 1]}"
            for stock in self.words.stocks
            if rows[stock][turn - 1]
        )
        self._words(self.x + WIDTH - 8, self.y + 19, text, 13.5, anchor="end", kind="muted")

    # Stocks

    def _stocks(self) -> None:
        self._heading("Points, markers, casualties")
        columns = [*zip(self.words.counted, _COLUMNS, strict=False)]
        for text, x in [*((one.label, x) for one, x in columns), ("Casualties", 340.0)]:
            self._words(self.x + x, self.y + 10, text, 13.5, anchor="middle", kind="muted")
        self.y += 16
        for stock in self.words.stocks:
            colors = self.look.style.groups[stock]
            begun = len(self.out)
            self._box(self.x, self.y, WIDTH, 30)
            at = attrs(x=self.x + 4, y=self.y + 4, width=84.0, height=22.0, rx=3)
            self.out.append(
                f'<rect{at} fill="{colors.fill}" stroke="{colors.rim}" stroke-width="1.500"/>'
            )
            self.out.append(
                words((self.x + 46, self.y + 20.5), colors.label, 15, bold=True, fill=colors.ink)
            )
            for one, x in columns:
                value = self._stock(one.field, stock)
                self._words(self.x + x, self.y + 22, value, 20, bold=True, anchor="middle")
            self._casualties(stock, colors.band or colors.fill)
            self.out[begun:] = [f'<g data-stock="{stock}">{"".join(self.out[begun:])}</g>']
            self.y += 33
        self.y += 10

    def _stock(self, key: str, stock: str) -> str:
        value = self.view.get(key, {})
        found = value.get(stock, 0) if isinstance(value, Mapping) else 0
        return f"{found:g}" if isinstance(found, (int, float)) else str(found)

    def _casualties(self, stock: str, color: str) -> None:
        """Draw a casualty track; it is full when one more point loses the game."""
        limit = self.look.casualty_limit.get(stock, 60)
        value = float(self._stock("casualties", stock))
        x, wide = self.x + 266, 94.0
        at = attrs(x=x, y=self.y + 9, width=wide, height=12.0, rx=3)
        self.out.append(f'<rect{at} class="trough"/>')
        full = wide * min(value / limit, 1.0)
        at = attrs(x=x, y=self.y + 9, width=full, height=12.0, rx=3, fill=color)
        self.out.append(f"<rect{at}/>")
        self._words(x + wide + 30, self.y + 21, f"{value:g}", 18, bold=True, anchor="end")
        self._words(x + wide + 33, self.y + 21, f"/ {limit}", 12, kind="muted")

    # The sky

    def _sky(self) -> None:
        self._heading("The sky")
        cell = (WIDTH - 84) / len(self.words.missions)
        for theater, name in self.words.theaters.items():
            master = self.look.style.sides.get(self._master(theater))
            told = f"{name}: air superiority {master.label if master else 'open'}"
            self._words(self.x, self.y + 13, told, 15, bold=True)
            self.y += 19
            for k, label in enumerate(self.words.missions.values()):
                x = self.x + 84 + cell * (k + 0.5)
                self._words(x, self.y + 10, label, 12.5, anchor="middle", kind="muted")
            self.y += 14
            for side in self.look.style.side_order:
                colors = self.look.style.sides[side]
                self._words(self.x, self.y + 23, colors.label, 14, bold=True, fit=80)
                for k, mission in enumerate(self.words.missions):
                    place = f"{theater}:{mission}"
                    x = self.x + 84 + cell * k
                    self._box(x + 2, self.y, cell - 4, 36, data_box=f"{place}-{side}")
                    units = [u for u in self.there.get(place, []) if u.side == side]
                    self._strikes(units, (x + cell / 2, self.y + 18), cell - 10)
                self.y += 40
            self.y += 6
        self._ready()
        self.y += 10

    def _master(self, theater: str) -> str:
        return str(self.view.get("air_master", {}).get(theater, ""))

    def _strikes(self, units: list[Piece], at: Point, room: float) -> None:
        """Draw the number of strikes of each kind."""
        counts: dict[str, list[Piece]] = {}
        for unit in units:
            counts.setdefault(unit.type, []).append(unit)
        if not counts:
            self._words(at[0], at[1] + 5, "·", 16, anchor="middle", kind="muted")
            return
        wide = min(46.0, room / len(counts))
        x = at[0] - wide * (len(counts) - 1) / 2
        for kind, found in counts.items():
            colors = self.look.style.groups[found[0].group]
            given = attrs(class_="strikes", data_kind=kind, data_count=len(found),
                          data_units=" ".join(unit.id for unit in found))  # fmt: skip
            w = wide - 3
            rect = attrs(x=x - w / 2, y=at[1] - 14, width=w, height=28.0, rx=4, fill=colors.fill,
                         stroke=colors.rim, stroke_width=1.4)  # fmt: skip
            label = self.words.strikes.get(kind, kind)
            self.out.append(
                f"<g{given}><rect{rect}/>"
                f"{words((x, at[1] - 3), label, 9.5, bold=True, fill=colors.ink)}"
                f"{words((x, at[1] + 11), str(len(found)), 15, bold=True, fill=colors.ink)}</g>"
            )
            x += wide

    def _ready(self) -> None:
        """Draw the Ready and Used boxes of each stock."""
        for stock in self.words.stocks:
            colors = self.look.style.groups[stock]
            self._words(self.x, self.y + 22, colors.label, 14, bold=True)
            x = self.x + 84
            for box, label in self.words.air_boxes.items():
                wide = (WIDTH - 84) / 2
                self._box(x + 2, self.y, wide - 4, 34, data_box=f"{box}-{stock}")
                self._words(x + 9, self.y + 21, label, 13, kind="muted")
                units = [
                    u
                    for u in self.there.get(box, [])
                    if u.air and self._stock_of(u, self.words.guests) == stock
                ]
                self._strikes(units, (x + wide * 0.62, self.y + 17), wide * 0.7)
                x += wide
            self.y += 38

    # Events

    def _events(self) -> None:
        lines = [*event_lines(self.look, self.view)]
        if not lines:
            return
        self._heading("Events")
        for text in lines:
            for line in wrapped(text, 15, WIDTH):
                self._words(self.x, self.y + 12, line, 15)
                self.y += 19
        self.y += 12

    # Boxes of counters

    def _boxes(self) -> None:
        """Draw every box that holds a counter; small boxes share a line."""
        x, high, begun = 0.0, 0.0, False
        for box, label, stock, units in self._filled():
            if not begun:
                self._heading("Counters off the map")
                begun = True
            found = self._grouped(units)
            need = max(len(found) * _STEP + 10, width_of(label, 13, True) + 18)
            wide = min(need, WIDTH)
            if x and x + wide > WIDTH:
                self.y += high + 5
                x, high = 0.0, 0.0
            high = max(high, self._counters(f"{box}-{stock}", label, found, x, wide))
            x += wide + 5
        self.y += high + 8

    def _filled(self) -> list[tuple[str, str, str, list[Piece]]]:
        """Return the boxes with counters: box, label, owner, counters."""
        out = []
        for stock in (*self.words.stocks, "ally"):
            owner = self.look.style.groups.get(stock)
            name = owner.label if owner else self.words.others
            for box, label in self.words.boxes.items():
                units = [u for u in self.there.get(box, ()) if self._stock_of(u, "ally") == stock]
                if units:
                    out.append((box, f"{name}: {label}", stock, units))
        return out

    def _counters(
        self, box: str, label: str, found: list[tuple[Piece, int]], x: float, wide: float
    ) -> float:
        """Draw one box at an x coordinate and return its height."""
        a_row = max(int((wide - 8) / _STEP), 1)
        rows = -(-len(found) // a_row)
        high = 22 + rows * _STEP + 3
        begun = len(self.out)
        self._box(self.x + x, self.y, wide, high, data_box=box)
        self._words(self.x + x + 8, self.y + 15.5, label, 13, bold=True)
        for k, (unit, count) in enumerate(found):
            at = (
                self.x + x + 5 + _STEP * (k % a_row + 0.5),
                self.y + 22 + _STEP * (k // a_row + 0.5),
            )
            self._counted(unit, count, at, label)
        self.out[begun:] = [f'<g data-of-box="{box}">{"".join(self.out[begun:])}</g>']
        return high

    def _stock_of(self, unit: Piece, else_: str) -> str:
        """Return the stock that a counter belongs to."""
        return unit.nation if unit.nation in self.words.stocks else else_

    def _grouped(self, units: list[Piece]) -> list[tuple[Piece, int]]:
        """Return the first counter of each group of equal ones, and the group's size."""
        found: dict[tuple[str, bool], list[Piece]] = {}
        for unit in units:
            found.setdefault((unit.key, unit.back), []).append(unit)
        return [(group[0], len(group)) for group in found.values()]

    def _counted(self, unit: Piece, count: int, at: Point, where: str) -> None:
        self._piece(unit, at, _SMALL, where)
        if count > 1:
            colors = self.look.style.groups[unit.group]
            h = COUNTER * _SMALL / 2
            badge = art.count_badge(count, colors.rim, (at[0] + h + 1, at[1] - h + 1), 7.5)
            self.out.append(f'<g data-count="{count}">{badge}</g>')


def event_lines(look: PointStyle, view: Mapping[str, Any]) -> list[str]:
    """Return lines about the present events."""
    event = str(view.get("event", ""))
    lines = [f"Drawn: {look.events[event]}"] if event in look.events else []
    for field, text in look.displays.told.items():
        if view.get(field):
            lines.append(text.format(value=view[field]))
    left = view.get("pool")
    for side, pool in look.pools.items():
        ids = pool if left is None else [e for e in left if look.event_sides.get(e) == side]
        names = ", ".join(look.events[event] for event in ids) or "none"
        lines.append(f"{look.style.sides[side].label}, still to be drawn: {names}")
    return lines
