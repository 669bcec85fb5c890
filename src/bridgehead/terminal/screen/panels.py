"""Parts of the screen for all titles: the map, the panes, the log."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from rich.text import Text
from textual.binding import Binding, BindingType
from textual.events import Click, MouseScrollDown, MouseScrollUp
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import Static

from bridgehead.core.kernels.warming import Warming
from bridgehead.core.positions.position import Game
from bridgehead.core.titles.lesson import PLAYER
from bridgehead.terminal.screen import sides
from bridgehead.terminal.screen.canvas import Canvas
from bridgehead.terminal.session import HUMAN, Line, Session
from bridgehead.terminal.texts.common import reconstructed

CASE_INK = "#8a8f98"
CONSOLE = Console(width=200)
BARE = Style(color="#8a8f98", bgcolor="#1b1d22")


def bindings(keys: Iterable[tuple[str, str]]) -> list[BindingType]:
    """Return the key bindings for actions of the screen."""
    return [Binding(key, f"app.{action}", show=False) for key, action in keys]


class WarmingLine(Static):
    """The progress of compiling the rules; hidden once the computer plays at full speed."""

    EVERY = 0.5  # seconds
    WIDTH = 20

    def __init__(self, warming: Warming, session: Session) -> None:
        super().__init__(id="warming", markup=False)
        self._warming = warming
        self._session = session
        self.display = False

    def on_mount(self) -> None:
        """Start checking the progress."""
        self.set_interval(self.EVERY, self._look)
        self._look()

    def _look(self) -> None:
        game = self._session.game.id  # another one after a record was opened
        self._warming.want(game)
        self.display = not self._warming.is_ready(game)
        found = self._warming.progress(game)
        done = round(self.WIDTH * found.done / found.known) if found.known else 0
        bar = "━" * done + "─" * (self.WIDTH - done)
        self.update(f" {bar} compiling: until it is done, {self._session.until_compiled}")


class MapView(Widget, can_focus=True):
    """The map: it scrolls with the cursor, reports clicks, and handles the keys of the game."""

    BINDINGS: ClassVar[list[BindingType]] = bindings((
        ("enter", "enter"), ("escape", "drop"), ("tab,n", "aim('next', 1)"),
        ("shift+tab,N", "aim('next', -1)"),
        ("e,E", "end"), ("d", "deploy"), ("u", "undo"), ("c", "hint"), ("p", "points"),
        ("b", "briefing"), ("z", "zoom"), ("g", "log"), ("w", "save"), ("o", "open"),
        ("question_mark", "help"), ("r", "rules"), ("t", "pace"), ("R", "resign"),
        ("q", "quit_game"), ("full_stop", "next_step"), ("L", "leave_lesson"),
    ))  # fmt: skip

    class Clicked(Message):
        """A place was clicked."""

        def __init__(self, place: str) -> None:
            super().__init__()
            self.place = place

    def __init__(self, zoom: Any) -> None:
        super().__init__(id="map")
        self.zoom = zoom
        self.picture: Any = None  # a Canvas, None while nothing may be seen
        self.origin = (0, 0)  # the first column and row of the map that are seen

    def show(self, picture: Canvas | None, look_at: str) -> None:
        """Show a map, scrolled so that a place is visible."""
        self.picture = picture
        frame = picture.frame(look_at) if picture is not None else None
        if picture is not None and frame is not None:
            left, top, right, bottom = frame
            self._scroll_map(
                _keep(self.origin[0], left, right, self.size.width),
                _keep(self.origin[1], top, bottom, self.size.height - picture.RULER),
            )
        self.refresh()

    def _scroll_map(self, left: int, top: int) -> None:
        if self.picture is not None:
            most_left = max(0, self.picture.width - self.size.width)
            most_top = max(0, self.picture.height - self.size.height)
            self.origin = (min(max(0, left), most_left), min(max(0, top), most_top))

    def _row(self, y: int) -> int:
        return y if y < self.picture.RULER else y + self.origin[1]

    def render_line(self, y: int) -> Strip:
        """Return one line: a ruler stays at the top, the map moves below it."""
        width = self.size.width
        if self.picture is None or self._row(y) >= self.picture.height:
            return Strip([Segment(" " * width, BARE)], width)
        chars, styles = self.picture.chars[self._row(y)], self.picture.styles[self._row(y)]
        segments: list[Segment] = []
        at, stop = self.origin[0], min(self.origin[0] + width, len(chars))
        while at < stop:
            end = at
            while end < stop and styles[end] is styles[at]:
                end += 1
            segments.append(Segment("".join(chars[at:end]), styles[at]))
            at = end
        return Strip(segments).adjust_cell_length(width, BARE)

    def on_click(self, event: Click) -> None:
        """Report the place that was clicked."""
        if self.picture is not None:
            place = self.picture.place_at(event.x + self.origin[0], self._row(event.y))
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


def _keep(origin: int, first: int, last: int, size: int) -> int:
    """Return the origin, moved as little as possible to show `first` to `last`."""
    return min(max(origin, last - size), first)


class Pane(Static):
    """A titled box of text."""

    def __init__(self, title: str, name: str) -> None:
        super().__init__(id=name, classes="pane", markup=False)
        self.border_title = title


def _log_line(line: Line, game: Game) -> Text:
    text = Text().append(line.event.text, style=sides.ink(game, line.side))
    return text.append(f" [{line.event.case}]", CASE_INK) if line.event.case else text


def log_text(session: Session, height: int, width: int) -> Text:
    """Return the last lines of the log that fit into a box."""
    shown: list[Text] = []
    room = height
    for line in reversed(session.log):
        text = _log_line(line, session.game)
        room -= len(text.wrap(CONSOLE, width))
        if room < 0 and shown:
            break
        shown.insert(0, text)
    return Text("\n").join(shown)


def whole_log(session: Session) -> Text:
    """Return the whole log, turn by turn."""
    text, turn = Text(), 0
    for line in session.log:
        if line.turn != turn:
            turn = line.turn
            text.append(f"{chr(10) if text else ''}Turn {turn}\n", style="bold")
        text.append_text(_log_line(line, session.game)).append("\n")
    return text if text else Text("nothing has happened yet")


def intro_text(session: Session) -> Text:
    """Return the text at the start: the players, what is reconstructed, how to get help."""
    text, game = Text(), session.game
    widest = max(7, *(len(sides.label(game, side)) for side in session.players))
    for side, player in session.players.items():
        who = "a person at this screen" if player == HUMAN else f"the computer, {player}"
        who = "the lesson" if player == PLAYER else who
        name = f"{sides.label(game, side):<{widest}} "
        text.append(name, style=f"bold {sides.ink(game, side)}").append(f"{who}\n")
    text.append(f"\nDice: {session.record.dice.kind}.\n")
    if session.veils and len(session.people) > 1:
        text.append("Two players at one screen: a curtain hides what the other side may not see.\n")
    said = reconstructed(game)
    if said:
        text.append("\nReconstructed, not printed values\n", style="bold")
        text.append("\n".join(said) + "\n")
    rules = "" if session.veils else ", r the rules by case"
    return text.append(f"\nb shows how the game is won, ? the keys{rules}.")
