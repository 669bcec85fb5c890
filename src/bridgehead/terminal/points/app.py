"""The full-screen game on a map of points and routes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.text import Text
from textual.screen import Screen

from bridgehead.core.titles.games import point_title
from bridgehead.terminal.points import lines as told
from bridgehead.terminal.points import panels
from bridgehead.terminal.points import words as said
from bridgehead.terminal.points.aim import PointAim
from bridgehead.terminal.points.chart import Chart, PointScene
from bridgehead.terminal.points.theater_sheet import ZOOMS, Zoom
from bridgehead.terminal.screen import palette
from bridgehead.terminal.screen.app import GameApp
from bridgehead.terminal.screen.canvas import Canvas
from bridgehead.terminal.screen.controller import Mark, Notice
from bridgehead.terminal.screen.dialogs import InputWindow, ListWindow, TextWindow
from bridgehead.terminal.screen.panels import MapView, Pane, bindings
from bridgehead.terminal.screen.sides import label


class PointView(MapView):
    """The map of one theater, and the keys of titles of points."""

    BINDINGS = bindings((
        ("up,k", "go(0,-1)"), ("down,j", "go(0,1)"), ("left,h", "go(-1,0)"),
        ("right,l", "go(1,0)"), ("m", "menu"), ("colon", "type"), ("x", "theater"),
        ("i", "stacks"), ("B", "boxes"), ("f", "battle"),
    ))  # fmt: skip


class PointApp(GameApp):
    """A game on points and routes at one screen."""

    VIEW, ZOOMS, PLACE, NARROW, WIDE = PointView, ZOOMS, "Point", 112, 150
    DRAWN_INK, LOOKS = palette.DICE, "x other theater · "
    aim: PointAim

    def _new_aim(self) -> PointAim:
        if self.is_running:
            self.view.origin = (0, 0)
        return PointAim(self.session)

    def _fit(self, screen: Screen[Any], width: int, height: int) -> None:
        super()._fit(screen, width, height)
        screen.add_class("points")

    def _picture(self, zoom: Zoom, marks: dict[str, Mark]) -> tuple[Canvas, str]:
        session, aim = self.session, self.aim
        if not session.waits_for_person and marks:
            aim.look_at(list(marks)[-1])
        battle = str(session.view.get("battle", ""))
        scene = PointScene.of(session.game.map, session.seen, marks, aim.cursor, battle)
        chart = Chart(session.game, aim.theater, scene, zoom)
        return chart, aim.cursor

    def _said(self, decision: Pane) -> dict[str, Text]:
        session, size = self.session, decision.content_size
        details = told.place_lines(session.game, session.seen, self.aim.cursor)
        return {
            "headline": panels.headline(session),
            "strip": panels.strip_text(session),
            "details": Text("\n".join(details)),
            "decision": panels.decision_text(self.aim, max(1, size.height), max(20, size.width)),
            "hints": self._keys(panels.hints),
        }

    def _result(self) -> list[str]:
        return said.result_lines(self.session.position)

    # Keys

    def action_go(self, across: int, down: int) -> None:
        """Move the cursor to the next point in a direction."""
        chart = self.view.picture
        if chart is not None:
            place = chart.sheet.beside(self.aim.cursor, across, down)
            if place is not None:
                self.aim.go(place)
            self.tell(Notice(""))

    def action_menu(self) -> None:
        """Show the open menu as a list."""
        if not self._mine():
            return

        def chosen(index: int | None) -> None:
            if index is None or index < 0:
                return
            notice = self.aim.pick(index)
            self._act(notice)
            if self.aim.levels and self.session.waits_for_person:
                self.action_menu()

        title = self.aim.levels[-1][0] if self.aim.levels else said.asked(self.session.position)
        items = [entry.line for entry in self.aim.entries]
        self.push_screen(ListWindow(title, items), chosen)

    def action_type(self) -> None:
        """Ask for an action to be typed."""
        if self._mine():

            def typed(text: str | None) -> None:
                if text:
                    self._act(self.aim.do(" ".join(text.split())))

            self.push_screen(
                InputWindow(f"Action, as in  {point_title(self.session.game.id).terminal.EXAMPLE}"),
                typed,
            )

    def action_theater(self) -> None:
        """Show the other theater."""
        self.aim.other_theater()
        self.tell(Notice(""))

    def _window(self, title: str, lines: Sequence[str]) -> None:
        self.push_screen(TextWindow(title, "\n".join(lines)))

    def action_stacks(self) -> None:
        """Show all stacks."""
        self._window("Stacks", told.stack_lines(self.session.game, self.session.seen))

    def action_boxes(self) -> None:
        """Show the boxes and tracks off the map."""
        self._window("Displays", told.display_lines(self.session.game, self.session.seen))

    def action_battle(self) -> None:
        """Show the present battle."""
        lines = told.pending_lines(self.session.position, self.session.viewer)
        self._window("Battle", lines or ["no battle is fought now"])

    def action_points(self) -> None:
        """Show the victory points."""
        found = said.ledger(self.session.position)
        lines = [f"{label(self.session.game, side)}: {points}" for side, points in found.items()]
        self._window("Victory points, as things stand", lines)
