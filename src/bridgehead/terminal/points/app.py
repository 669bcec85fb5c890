"""The full-screen game of a title of points."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from rich.segment import Segment
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.events import Click, MouseScrollDown, MouseScrollUp
from textual.message import Message
from textual.screen import Screen
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import Static

from bridgehead.core.errors import BridgeheadError
from bridgehead.terminal.app import GameApp
from bridgehead.terminal.dialogs import InputWindow, ListWindow, TextWindow
from bridgehead.terminal.hexes import words
from bridgehead.terminal.hexes.aim import Notice
from bridgehead.terminal.hexes.panels import _CONSOLE, BARE, CASE_INK, Pane
from bridgehead.terminal.points import lines as told
from bridgehead.terminal.points import words as said
from bridgehead.terminal.points.aim import PointAim
from bridgehead.terminal.points.atlas import NORMAL, ZOOMS, Zoom
from bridgehead.terminal.points.chart import CLOSES, SIGNS, Chart, PointScene
from bridgehead.terminal.points.help import keys_text
from bridgehead.terminal.points.look import courses, label, point_style, side_ink
from bridgehead.terminal.points.session import PointSession
from bridgehead.terminal.session import HUMAN, Line

_KEYS = (
    ("up,k", "go(0,-1)"), ("down,j", "go(0,1)"), ("left,h", "go(-1,0)"), ("right,l", "go(1,0)"),
    ("enter", "enter"), ("escape", "drop"), ("tab", "next(1)"), ("shift+tab", "next(-1)"),
    ("m", "menu"), ("colon", "type"), ("e", "end"), ("d", "deploy"), ("u", "undo"), ("c", "hint"),
    ("x", "theater"), ("z", "zoom"), ("i", "stacks"), ("b", "boxes"), ("f", "battle"),
    ("p", "points"), ("g", "log"), ("w", "save"), ("o", "open"), ("question_mark", "help"),
    ("r", "rules"), ("t", "pace"), ("R", "resign"), ("q", "quit_game"),
)  # fmt: skip


class PointMapView(Widget, can_focus=True):
    """The map of one theater: scrolls with the cursor, tells of clicks, takes the game's keys."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(key, f"app.{action}", show=False) for key, action in _KEYS
    ]

    class Clicked(Message):
        """A place was clicked."""

        def __init__(self, place: str) -> None:
            super().__init__()
            self.place = place

    def __init__(self) -> None:
        super().__init__(id="map")
        self.zoom: Zoom = NORMAL
        self.chart: Chart | None = None
        self.origin = (0, 0)

    def show(self, chart: Chart | None, look_at: str) -> None:
        """Paint a theater, and scroll so that a place is seen."""
        self.chart = chart
        if chart is not None and look_at in chart.atlas.cells:
            self._look_at(chart, look_at)
        self.refresh()

    def _look_at(self, chart: Chart, place: str) -> None:
        x, y = chart.atlas.cells[place]
        wide = chart.zoom.cell
        left, top = self.origin
        left = min(max(left, x + 2 * wide - self.size.width), x - wide)
        top = min(max(top, y + 6 - self.size.height), y - 4)
        self._scroll_map(left, top)

    def _scroll_map(self, left: int, top: int) -> None:
        if self.chart is None:
            return
        most = self.chart.width - self.size.width, self.chart.height - self.size.height
        self.origin = (min(max(0, left), max(0, most[0])), min(max(0, top), max(0, most[1])))

    def render_line(self, y: int) -> Strip:
        """Return one line of the map."""
        width, row, left = self.size.width, y + self.origin[1], self.origin[0]
        if self.chart is None or row >= self.chart.height:
            return Strip([Segment(" " * width, BARE)], width)
        chars, styles = self.chart.chars[row], self.chart.styles[row]
        segments: list[Segment] = []
        at, stop = left, min(left + width, len(chars))
        while at < stop:
            end = at
            while end < stop and styles[end] is styles[at]:
                end += 1
            segments.append(Segment("".join(chars[at:end]), styles[at]))
            at = end
        return Strip(segments).adjust_cell_length(width, BARE)

    def on_click(self, event: Click) -> None:
        """Tell which place was clicked."""
        if self.chart is None:
            return
        place = self.chart.atlas.place_at(event.x + self.origin[0], event.y + self.origin[1])
        if place is not None:
            self.post_message(self.Clicked(place))

    def on_mouse_scroll_down(self, event: MouseScrollDown) -> None:
        """Scroll down."""
        self._scroll_map(self.origin[0], self.origin[1] + 2)
        self.refresh()

    def on_mouse_scroll_up(self, event: MouseScrollUp) -> None:
        """Scroll up."""
        self._scroll_map(self.origin[0], self.origin[1] - 2)
        self.refresh()


class Curtain(Screen[None]):
    """Hides everything until the one who is to decide looks alone."""

    BINDINGS: ClassVar[list[BindingType]] = [("enter", "dismiss", "look")]

    def __init__(self, text: Text) -> None:
        super().__init__()
        self._text = text

    def compose(self) -> ComposeResult:
        """Build the curtain."""
        with Vertical(id="curtain"):
            yield Static(self._text, markup=False)


class PointApp(GameApp):
    """One game of points, played at one screen."""

    CSS_PATH = "../terminal.tcss"
    session: PointSession
    aim: PointAim

    _veiled = False

    def _new_aim(self) -> PointAim:
        return PointAim(self.session)

    def compose(self) -> ComposeResult:
        """Build the screen."""
        yield Static(id="headline", markup=False)
        yield from self._warming_line()
        with Horizontal(id="middle"):
            yield PointMapView()
            yield Static(id="strip", markup=False)
        with Horizontal(id="panel"):
            yield Pane("Point", "details")
            yield Pane("Decision", "decision")
            yield Pane("Log", "log")
        yield Static(id="notice", markup=False)
        yield Static(id="hints", markup=False)

    def _fit(self, screen: Screen[Any], width: int, height: int) -> None:
        screen.add_class("points")
        screen.set_class(width < 112, "narrow")
        screen.set_class(height < 34, "low")
        screen.set_class(width >= 150, "wide")

    def _show_board(self) -> None:
        self.screen_stack[0].query_one(PointMapView).origin = (0, 0)

    # What is shown

    def update(self) -> None:
        """Show the state of things to the one who looks, nothing while a curtain is due."""
        if not self.is_running or self.session.needs_curtain:
            return
        root, session, aim = self.screen_stack[0], self.session, self.aim
        view = root.query_one(PointMapView)
        marks = aim.marks()
        if not session.waits_for_person and marks:
            aim.look_at(list(marks)[-1])
        battle = str(session.view.get("battle", ""))
        scene = PointScene.of(session.game.map, session.seen, marks, aim.cursor, battle)
        chart = Chart(session.game.map, aim.theater, scene, view.zoom, courses(session.game.id))
        view.show(chart, aim.cursor)
        pane = root.query_one("#decision", Pane).content_size
        room, width = max(1, pane.height), max(20, pane.width)
        for name, text in (
            ("headline", headline(session)),
            ("strip", strip_text(session)),
            ("details", Text("\n".join(told.place_lines(session.game, session.seen, aim.cursor)))),
            ("decision", decision_text(aim, room, width)),
            ("notice", self._notice_text()),
            ("hints", Text(hints(aim))),
        ):
            root.query_one(f"#{name}", Static).update(text)
        log = root.query_one("#log", Pane)
        room = max(1, log.content_size.height)
        log.update(log_text(session.log, room, max(10, log.content_size.width)))

    def _blank(self) -> None:
        """Show nothing: the next one to look is somebody else."""
        root = self.screen_stack[0]
        root.query_one(PointMapView).show(None, "")
        for name in ("headline", "strip", "details", "decision", "log", "notice", "hints"):
            root.query_one(f"#{name}", Static).update("")

    def proceed(self) -> None:
        """Let the others go on; before another person decides the screen is hidden."""
        if self.session.needs_curtain:
            if not self._veiled:
                self._veiled = True
                self._blank()
                self.push_screen(Curtain(self._curtain_text()), lambda _: self._lift())
            return
        super().proceed()

    def _curtain_text(self) -> Text:
        side = str(self.session.to_move)
        text = Text(justify="center")
        text.append(f"{label(self.session.game, side)}: your decision\n\n",
                    style=f"bold {side_ink(side)}")  # fmt: skip
        return text.append("The other side looks away.\n\nEnter shows the board.")

    def _lift(self) -> None:
        self._veiled = False
        self.session.open_curtain()
        self.aim.clear()
        self.notice = Notice("")
        self.proceed()

    def _result(self) -> list[str]:
        return said.result_lines(self.session.position)

    def _ink(self, side: str | None) -> str:
        return side_ink(side)

    def _label(self, side: str) -> str:
        return label(self.session.game, side)

    def _introduction(self) -> Text:
        return intro_text(self.session)

    def _whole_log(self) -> Text:
        return log_by_turn(self.session.log)

    # Keys

    def action_go(self, across: int, down: int) -> None:
        """Move the cursor to the next point in a direction."""
        chart = self.screen_stack[0].query_one(PointMapView).chart
        if chart is not None:
            place = chart.atlas.beside(self.aim.cursor, across, down)
            if place is not None:
                self.aim.go(place)
            self.tell(Notice(""))

    def on_point_map_view_clicked(self, message: PointMapView.Clicked) -> None:
        """Move the cursor to a clicked place and act there."""
        self.aim.go(message.place)
        if self.session.waits_for_person and self.aim.there(message.place):
            self.action_enter()
        else:
            self.tell(Notice(""))

    def action_drop(self) -> None:
        """Go one menu up."""
        self.aim.up()
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

        title = self.aim.levels[-1][0] if self.aim.levels else said.prompt(self.session.position)
        items = [_counted(entry.label, len(entry.below)) for entry in self.aim.entries]
        self.push_screen(ListWindow(title, items), chosen)

    def action_type(self) -> None:
        """Ask for an action to be typed."""
        if self._mine():

            def typed(text: str | None) -> None:
                if text:
                    self._act(self.aim.do(" ".join(text.split())))

            self.push_screen(InputWindow("Action, as in  move 14-armor tasa"), typed)

    def action_theater(self) -> None:
        """Show the other theater."""
        self.aim.other_theater()
        self.tell(Notice(""))

    def action_zoom(self) -> None:
        """Change between the map and a large one."""
        view = self.screen_stack[0].query_one(PointMapView)
        view.zoom = ZOOMS[(ZOOMS.index(view.zoom) + 1) % len(ZOOMS)]
        self.tell(Notice("a large map" if view.zoom is not NORMAL else "the map"))

    def _window(self, title: str, lines: Sequence[str]) -> None:
        self.push_screen(TextWindow(title, "\n".join(lines)))

    def action_stacks(self) -> None:
        """Show all stacks."""
        self._window("Stacks", told.stack_lines(self.session.game, self.session.seen))

    def action_boxes(self) -> None:
        """Show what lies off the map."""
        self._window("Displays", told.display_lines(self.session.game, self.session.seen))

    def action_battle(self) -> None:
        """Show the battle that is fought now."""
        lines = told.pending_lines(self.session.position, self.session.viewer)
        self._window("Battle", lines or ["no battle is fought now"])

    def action_points(self) -> None:
        """Show the victory points."""
        found = said.ledger(self.session.position)
        lines = [f"{self._label(side)}: {points}" for side, points in found.items()]
        self._window("Victory points, as things stand", lines)

    def action_help(self) -> None:
        """Show the keys."""
        self.push_screen(TextWindow("Keys", keys_text()))

    def action_rules(self) -> None:
        """Show the rules by case, where they are written down."""
        try:
            super().action_rules()
        except BridgeheadError as error:
            self.tell(Notice(str(error), good=False))


def _counted(text: str, below: int) -> str:
    return f"{text}  …{below}" if below else text


def headline(session: PointSession) -> Text:
    """Return the top line: the game, turn, phase, whose decision."""
    position = session.position
    text = Text(f" {session.game.name.partition(' (')[0]} ", style="bold", no_wrap=True)
    if position.result is not None:
        return text.append(f" {said.winner(position)}", style="bold #7dff9b")
    text.append(f" {said.turn_line(position)} ", style="bold #3a2a00 on #ffd75f")
    shared = position.phase in said.SHARED
    ink = "bold" if shared else f"bold {side_ink(position.side)}"
    text.append(f" {said.phase_line(position)} ", style=ink)
    if session.to_move not in (None, "dice"):
        side = str(session.to_move)
        text.append(f" {label(session.game, side)} to decide ", style=f"bold {side_ink(side)}")
    return text


def strip_text(session: PointSession) -> Text:
    """Return what stands beside the map: points, casualties, the sky, the signs."""
    text, view = Text(no_wrap=True), session.view
    style = point_style(session.game)
    text.append("POINTS (p)", style="bold")
    for side, total in said.ledger(session.position).items():
        text.append(f"\n{label(session.game, side)[:9]:<9}", style=f"bold {side_ink(side)}")
        text.append(f"{total:>4}")
    text.append("\n\nLOSSES", style="bold")
    for stock, name in style.displays.stocks.items():
        lost, limit = view.get("casualties", {}).get(stock, 0), style.casualty_limit.get(stock)
        text.append(f"\n{name:<7}{lost:>3}/{limit}")
    text.append("\n\nMP   EW  (b)", style="bold")
    for stock, name in style.displays.stocks.items():
        points, ew = (view.get(key, {}).get(stock, 0) for key in ("points", "ew"))
        text.append(f"\n{name[:3]} {points:>4}{ew:>4}")
    text.append("\n\nAIR", style="bold")
    for theater, name in style.displays.theaters.items():
        master = view.get("air_master", {}).get(theater)
        text.append(f"\n{name:<6}")
        text.append((label(session.game, master) if master else "open")[:7], side_ink(master))
    text.append("\n")
    there = {point.terrain for point in session.game.map.points}
    for kind, terrain in style.style.terrain.items():
        if kind in there:
            text.append(f"\n {SIGNS.get(kind, '?')} {terrain.label.lower()[:11]}", "#8a8f98")
    for side in session.game.sides:
        text.append(f"\n9/3{CLOSES[side]} {label(session.game, side)[:6]}", side_ink(side))
    return text.append("\n?2 hidden\n╬ bridge", "#8a8f98")


def decision_text(aim: PointAim, room: int, width: int) -> Text:
    """Return the pending decision: what is asked, the battle, the lines of the menu.

    `room` and `width` are the lines and characters there are.
    """
    session = aim.session
    position = session.position
    if session.is_over:
        return Text("\n".join(said.result_lines(position)))
    side = str(session.to_move)
    title = aim.levels[-1][0] if aim.levels else said.prompt(position)
    text = Text().append(title, style=f"bold {side_ink(side)}")
    pending = told.pending_lines(position, session.viewer)
    if not session.waits_for_person:
        player = session.players.get(side)
        if player not in (None, HUMAN):
            text.append(f"\n{player} is playing; t changes the pace", style="#8a8f98")
        return text.append("\n" + "\n".join(pending), "#8a8f98") if pending else text
    entries = aim.entries
    used = [text.plain]
    if pending and len(pending) + len(entries) < room:
        used.append("\n".join(pending))
        text.append("\n" + "\n".join(pending), style="#8a8f98")
    elif pending:
        used.append(f"{pending[0]} (f: all of it)")
        text.append(f"\n{used[1]}", style="#8a8f98")
    firing = told.firing_line(position, session.viewer, aim.entry.unit) if aim.entry else ""
    used += [firing] if firing else []
    lines = sum(len(Text(part).wrap(_CONSOLE, width)) for part in used)
    space = max(2, room - lines - (1 if len(entries) > room - lines else 0))
    first = max(0, min(aim.choice - space // 2, len(entries) - space))
    for n, entry in enumerate(entries[first : first + space], start=first):
        line = _cut(_counted(entry.label, len(entry.below)), width - 2)
        sign = "►" if n == aim.choice else " "
        text.append(f"\n{sign} {line}", style="bold" if n == aim.choice else "")
    if firing:
        text.append(f"\n{firing}", style="#7dff9b")
    if len(entries) > space:
        text.append(f"\n  {aim.choice + 1} of {len(entries)} · m: all", style="#8a8f98")
    return text


def _cut(text: str, width: int) -> str:
    """Return a line that is no longer than a pane; the middle of a long one is left out."""
    if len(text) <= width:
        return text
    end = width // 3
    return f"{text[: width - end - 1]}…{text[-end:]}"


def hints(aim: PointAim) -> str:
    """Return the keys that matter now."""
    if aim.session.is_over:
        return " g log · w save · ? keys · q quit"
    if not aim.session.waits_for_person:
        return " x other theater · t pace · g log · ? keys · q quit"
    keys = "Tab next · Enter take" + (" · Esc up" if aim.levels else "")
    if "deploy" in aim.decision.plain:
        keys += " · d set up the rest"
    ends = next((w for w in ("end", "pass", "stay", "hold") if w in aim.decision.plain), "")
    keys += f" · e {ends}" if ends else ""
    return f" {keys} · m menu · : type · x theater · i stacks · c hint · u undo · ? keys"


def _log_line(line: Line) -> Text:
    text = Text().append(line.event.text, style=side_ink(line.side))
    return text.append(f" [{line.event.case}]", CASE_INK) if line.event.case else text


def log_text(lines: Sequence[Line], height: int, width: int) -> Text:
    """Return the last lines of the log, as many as fit into a box."""
    shown: list[Text] = []
    room = height
    for line in reversed(lines):
        text = _log_line(line)
        room -= len(text.wrap(_CONSOLE, width))
        if room < 0 and shown:
            break
        shown.insert(0, text)
    return Text("\n").join(shown)


def log_by_turn(lines: Sequence[Line]) -> Text:
    """Return the whole log, turn by turn."""
    text, turn = Text(), 0
    for line in lines:
        if line.turn != turn:
            turn = line.turn
            text.append(f"{'' if not text else chr(10)}Turn {turn}\n", style="bold")
        text.append_text(_log_line(line)).append("\n")
    return text if text else Text("nothing has happened yet")


def intro_text(session: PointSession) -> Text:
    """Return what is said once at the start."""
    text = Text()
    for side, player in session.players.items():
        who = "a person at this screen" if player == HUMAN else f"the computer, {player}"
        text.append(f"{label(session.game, side):<12}", style=f"bold {side_ink(side)}")
        text.append(f"{who}\n")
    text.append(f"\nDice: {session.record.dice.kind}.\n")
    if len(session.people) > 1:
        text.append("Two at one screen: where something is hidden, a curtain comes between.\n")
    reconstructed = words.reconstructed(session.game)
    if reconstructed:
        text.append("\nReconstructed, not printed values\n", style="bold")
        text.append("\n".join(reconstructed) + "\n")
    return text.append("\n? shows the keys.")
