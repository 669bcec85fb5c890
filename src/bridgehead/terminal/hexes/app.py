"""The full-screen game on a map of hexes."""

from __future__ import annotations

from typing import Any

from rich.text import Text
from textual.screen import Screen

from bridgehead.core.maps.grid import parse_hex_number
from bridgehead.terminal.hexes import panels, words
from bridgehead.terminal.hexes.aim import Aim
from bridgehead.terminal.hexes.mapview import ZOOMS, MapPicture, Scene, Zoom, is_low
from bridgehead.terminal.screen.app import GameApp
from bridgehead.terminal.screen.canvas import Canvas
from bridgehead.terminal.screen.controller import Mark, Notice
from bridgehead.terminal.screen.dialogs import ListWindow, TextWindow
from bridgehead.terminal.screen.panels import MapView, Pane, bindings


class HexView(MapView):
    """The hex map, and the keys of hex titles."""

    BINDINGS = bindings((
        ("up,k", "cursor(0)"), ("down,j", "cursor(3)"), ("left,h", "cursor(-1)"),
        ("right,l", "cursor(1)"), ("a", "attack"), ("space", "aim('toggle')"),
        ("s", "aim('toggle_support')"), ("plus,equals_sign", "aim('change_markers', 1)"),
        ("minus", "aim('change_markers', -1)"), ("f", "aim('fire')"), ("x", "aim('cross')"),
        ("v", "way"), ("i", "arrivals"),
    ))  # fmt: skip


class HexApp(GameApp):
    """A game on hexes at one screen."""

    VIEW, ZOOMS, PLACE, NARROW, WIDE = HexView, ZOOMS, "Hex", 98, 140
    aim: Aim

    def _new_aim(self) -> Aim:
        return Aim(self.session)

    def _fit(self, screen: Screen[Any], width: int, height: int) -> None:
        super()._fit(screen, width, height)
        screen.set_class(words.has_ledger(self.session), "ledger")

    def _picture(self, zoom: Zoom, marks: dict[str, Mark]) -> tuple[Canvas, str]:
        look_at = cursor = self.aim.cursor
        if not self.session.waits_for_person and marks:
            look_at, cursor = list(marks)[-1], ""
        scene = Scene.of(self.session, marks, cursor)
        return MapPicture(self.session.game, scene, zoom), look_at

    def _said(self, decision: Pane) -> dict[str, Text]:
        return {
            "headline": panels.headline(self.session),
            "strip": panels.strip_text(self.session),
            "details": panels.details_text(self.aim),
            "decision": panels.decision_text(self.aim),
            "hints": self._keys(panels.hints),
        }

    def _result(self) -> list[str]:
        return words.result_lines(self.session)

    # Keys

    def action_cursor(self, way: int) -> None:
        """Move the cursor: 0 north, 3 south, 1 east, -1 west."""
        grid = self.session.game.map.grid
        number = self.aim.cursor
        if way in (0, 3):
            goal = grid.neighbor(number, way)
        else:
            low = is_low(self.session.game.map, parse_hex_number(number)[0])
            ways = {1: (1, 2), -1: (5, 4)}[way]
            found = [grid.neighbor(number, w) for w in (ways if low else ways[::-1])]
            goal = next((number for number in found if number is not None), None)
        if goal is not None:
            self.aim.cursor = goal
            self.tell(Notice(""))

    def action_attack(self) -> None:
        """Attack the hex under the cursor, or say where attacks are possible."""
        if self._mine():
            enter = self.aim.target is None and self.aim.step == "combat"
            if self.aim.draft is not None:
                self._act(self.aim.toggle())
                return
            notice = Notice("attacks are made in the combat phase: e ends this one", good=False)
            self._act(self.aim.enter() if enter else notice)

    def action_way(self) -> None:
        """Switch the unit to its next way of moving."""
        if self._mine() and self.aim.moving:
            self.tell(self.aim.next_way())

    def action_points(self) -> None:
        """Show the victory points."""
        self.push_screen(TextWindow("Victory points", panels.points_text(self.session)))

    def action_arrivals(self) -> None:
        """Choose among the units that can arrive or be placed."""
        if not self._mine():
            return
        arriving = self.aim.arriving() if self.aim.moving else []
        if not arriving:
            self.tell(Notice("nobody can arrive now", good=False))
            return

        def chosen(index: int | None) -> None:
            if index is not None and index >= 0:
                self.tell(self.aim.choose(*arriving[index]))

        items = [words.arrival(self.session.game, unit, verb) for unit, verb in arriving]
        self.push_screen(ListWindow("Arriving units", items), chosen)
