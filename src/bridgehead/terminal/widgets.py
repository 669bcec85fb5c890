"""The parts of the screen: the map, the strip beside it, the panes below."""

from __future__ import annotations

from typing import ClassVar

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

from bridgehead.across_suez.board import tables
from bridgehead.core.position import Game
from bridgehead.terminal import palette, words
from bridgehead.terminal.aim import Aim
from bridgehead.terminal.mapview import NORMAL, MapPicture, Scene, Zoom
from bridgehead.terminal.session import HUMAN, Line, Session

SIDE_INK = {"israel": "#8ab8ff", "egypt": "#f2c46d", "dice": "#c0c0c0"}
CASE_INK = "#8a8f98"
NEEDED = int(tables()["victory"]["units_across"])
SIGNS = {
    "clear": "clear",
    "sand": "sand",
    "elevated_sand": "high",
    "lake": "lake",
    "swamp": "swamp",
    "chinese_farm": "farm",
    "bar_lev": "fort",
}
_CONSOLE = Console(width=200)
BARE = Style(color="#8a8f98", bgcolor="#1b1d22")

_KEYS = (
    ("up,k", "cursor(0)"), ("down,j", "cursor(3)"), ("left,h", "cursor(-1)"),
    ("right,l", "cursor(1)"), ("enter", "enter"), ("escape", "drop"), ("tab", "next(1)"),
    ("shift+tab", "next(-1)"), ("e", "end"), ("a", "attack"), ("space", "toggle_attacker"),
    ("s", "support"), ("f", "fire"), ("x", "cross"), ("n", "arrivals"), ("u", "undo"),
    ("w", "save"), ("o", "open"), ("g", "log"), ("question_mark", "help"), ("r", "rules"),
    ("z", "zoom"), ("t", "pace"), ("R", "resign"), ("q", "quit_game"),
)  # fmt: skip


class MapView(Widget, can_focus=True):
    """The hex map: scrolls with the cursor, tells of clicks, and takes the keys of the game."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(key, f"app.{action}", show=False) for key, action in _KEYS
    ]

    class Clicked(Message):
        """A hex was clicked; `again` when it lies under the cursor already."""

        def __init__(self, number: str) -> None:
            super().__init__()
            self.number = number

    def __init__(self, game: Game, scene: Scene) -> None:
        super().__init__(id="map")
        self.zoom: Zoom = NORMAL
        self.game = game
        self.picture = MapPicture(game.map, scene, self.zoom)
        self.origin = (0, 0)  # the first column and row of the map that are seen

    def show(self, scene: Scene, look_at: str) -> None:
        """Paint a scene and scroll so that a hex is seen."""
        self.picture = MapPicture(self.game.map, scene, self.zoom)
        if look_at:
            self._look_at(look_at)
        self.refresh()

    def _look_at(self, number: str) -> None:
        x, y = self.picture.corner(number)
        width, height = self.size.width, self.size.height
        left = _keep(self.origin[0], x - 2 * self.zoom.width, x + 3 * self.zoom.width, width)
        top = _keep(
            self.origin[1], y - 1 - 2 * self.zoom.height, y - 1 + 3 * self.zoom.height, height - 1
        )
        self._scroll_map(left, top)

    def _scroll_map(self, left: int, top: int) -> None:
        most_left = max(0, self.picture.width - self.size.width)
        most_top = max(0, self.picture.height - self.size.height)
        self.origin = (min(max(0, left), most_left), min(max(0, top), most_top))

    def render_line(self, y: int) -> Strip:
        """Return one line: the ruler stays at the top, the map moves beneath it."""
        row = y if y == 0 else y + self.origin[1]
        width = self.size.width
        if row >= self.picture.height:
            return Strip([Segment(" " * width, BARE)], width)
        chars, styles = self.picture.chars[row], self.picture.styles[row]
        left = self.origin[0]
        segments: list[Segment] = []
        at = left
        while at < min(left + width, len(chars)):
            end = at
            while end < min(left + width, len(chars)) and styles[end] is styles[at]:
                end += 1
            segments.append(Segment("".join(chars[at:end]), styles[at]))
            at = end
        return Strip(segments).adjust_cell_length(width, BARE)

    def on_click(self, event: Click) -> None:
        """Tell which hex was clicked."""
        x, y = event.x + self.origin[0], event.y + (self.origin[1] if event.y else 0)
        number = self.picture.hex_at(x, y) if event.y else None
        if number is not None:
            self.post_message(self.Clicked(number))

    def on_mouse_scroll_down(self, event: MouseScrollDown) -> None:
        """Scroll down."""
        self._scroll_map(self.origin[0], self.origin[1] + 2)
        self.refresh()

    def on_mouse_scroll_up(self, event: MouseScrollUp) -> None:
        """Scroll up."""
        self._scroll_map(self.origin[0], self.origin[1] - 2)
        self.refresh()


def _keep(origin: int, first: int, last: int, size: int) -> int:
    """Return the origin moved as little as shows `first` to `last`."""
    if last > origin + size:
        origin = last - size
    return min(origin, first)


class Pane(Static):
    """A titled box of text."""

    def __init__(self, title: str, name: str) -> None:
        super().__init__(id=name, classes="pane", markup=False)
        self.border_title = title


def headline(session: Session) -> Text:
    """Return the top line: the game, turn, day or night, phase, whose decision."""
    position = session.position
    text = Text(f" {session.game.name} ", style="bold")
    if position.result is None:
        day = (" NIGHT ", "bold #ffffff on #26306b") if position.is_night else (
            " DAY ", "bold #3a2a00 on #ffd75f")  # fmt: skip
        text.append(f" turn {position.turn} ").append(*day)
        color = SIDE_INK[position.side]
        text.append(f" {words.SIDES[position.side]}: {position.phase} ", style=f"bold {color}")
        if session.to_move not in (position.side, None):
            side = str(session.to_move)
            text.append(f" {words.SIDES[side]} to decide ", style=f"bold {SIDE_INK[side]}")
    else:
        text.append(f" {words.SIDES[position.result.winner]} wins", style="bold #7dff9b")
    return text


def strip_text(session: Session) -> Text:
    """Return what stands beside the map: turn track, counts, arrivals, the signs."""
    text = Text(no_wrap=True)
    position = session.position
    nights = tables()["turns"]["night"]
    text.append("TURNS\n", style="bold")
    for turn in range(1, int(tables()["turns"]["count"]) + 1):
        here = turn == position.turn
        line = f"{'►' if here else ' '}{turn} {'night' if turn in nights else 'day'}"
        text.append(f"{line:<11}\n", style="bold reverse" if here else "#8a8f98")
    count = words.counts(session)
    text.append("\nACROSS", style="bold")
    text.append(f"   {count['israel']['across']}/{NEEDED}\n", style=SIDE_INK["israel"])
    text.append(f"{'':<4}")
    for side in count:
        text.append(f" {words.SIDES[side][:3].upper()}", style=f"bold {SIDE_INK[side]}")
    for row, label in (("map", "map"), ("eliminated", "lost"), ("due", "due"), ("later", "later")):
        numbers = "".join(f"{found[row]:>4}" for found in count.values())
        lit = row == "due" and any(found[row] for found in count.values())
        text.append(f"\n{label:<5}{numbers[1:]:>7}", style="bold #7dff9b" if lit else "")
    text.append("\n\n")
    for terrain, glyph in palette.GLYPHS.items():
        ground = palette.TERRAIN[terrain]
        text.append(f" {glyph} ", style=palette.ink("#000000", ground))
        text.append(f" {SIGNS[terrain]}\n")
    text.append(f"{'═══':<4}road\n{'┄┄┄':<4}trail\n{'▐▁▌':<4}ridge")
    return text


def details_text(aim: Aim) -> Text:
    """Return what there is to say of the hex under the cursor, and of going there."""
    session, number = aim.session, aim.cursor
    text = Text("\n".join(words.hex_lines(session, number)))
    if aim.unit is None:
        return text
    left = aim.left(number)
    refusal = aim.refusal(number)
    if left is not None and number in aim.goals():
        way = aim.path(number)
        spent = aim.cost(number)
        text.append(
            f"\n{aim.name(aim.unit)}: costs {words.points(spent)}, {words.points(left)} left",
            style="bold #7dff9b",
        )
        text.append(f"\nvia {' '.join(way)}", style="#8a8f98")
    elif refusal is not None:
        text.append(f"\n{refusal}", style="bold #ff8f80")
    return text


def decision_text(aim: Aim) -> Text:
    """Return the pending decision: what is asked, the odds of an attack, the choices."""
    session = aim.session
    if session.is_over:
        return Text("\n".join(words.result_lines(session)))
    side = str(session.to_move)
    text = Text().append(words.prompt(session), style=f"bold {SIDE_INK.get(side, '')}")
    if not session.waits_for_person:
        player = session.players.get(side)
        if player not in (None, HUMAN):
            text.append(f"\n{player} is playing; t changes the pace", style="#8a8f98")
        odds = session.position.pending_odds()
        return text.append("\n" + "\n".join(words.odds_lines(odds)), "") if odds else text
    if aim.target is not None:
        return _attack_text(aim)
    if aim.choices():
        for n, choice in enumerate(aim.choices()):
            sign = "►" if n == aim.choice else " "
            text.append(f"\n{sign} {aim.say(choice)}", style="bold" if n == aim.choice else "")
    elif aim.step in ("movement", "setup"):
        movers, arriving = aim.movers(), aim.arriving()
        text.append(f"\n{len(movers)} can act · Tab the next one", style="")
        if arriving:
            names = sorted({aim.name(unit) for unit, _ in arriving})
            text.append(f"\narriving (n): {', '.join(names)}", style="#7dff9b")
        if aim.unit is not None:
            line = f"\n► {aim.name(aim.unit)}: {aim.verb}, {len(aim.goals())} hexes"
            text.append(line, style="bold")
            if aim.can_cross():
                text.append("\n  x crosses the canal", style="bold #7dff9b")
    else:
        places = [place for found in aim.decision.hexes.values() for place in found]
        text.append(f"\ntargets: {' '.join(places) or 'none'}", style="")
    return text


def _attack_text(aim: Aim) -> Text:
    """Return the attack in hand: who takes part, and its odds."""
    target = aim.occupant(aim.target)
    name = aim.name(target) if target else ""
    text = Text().append(f"Attack on {name}, {aim.target}", style="bold #ff8f80")
    if aim.can_support and not aim.support:
        text.append(" (s: artillery)", style="#8a8f98")
    joined = [f"{'+' if unit in aim.attackers else '-'}{aim.name(unit)}" for unit in aim.candidates]
    text.append(f"\n{' '.join(joined)}", style="")
    odds = aim.odds()
    if odds is None:
        return text.append("\nno attacker", style="#8a8f98")
    for line in words.odds_lines(odds):
        text.append(f"\n{line}", style="bold" if "column" in line else "")
    return text


def _log_line(line: Line) -> Text:
    text = Text().append(line.event.text, style=SIDE_INK.get(line.side, ""))
    if line.event.case:
        text.append(f" [{line.event.case}]", style=CASE_INK)
    return text


def log_text(session: Session, height: int, width: int) -> Text:
    """Return the last lines of the log, as many as fit into a box."""
    shown: list[Text] = []
    room = height
    for line in reversed(session.log):
        text = _log_line(line)
        room -= len(text.wrap(_CONSOLE, width))
        if room < 0 and shown:
            break
        shown.insert(0, text)
    return Text("\n").join(shown)


def whole_log(session: Session) -> Text:
    """Return the whole log, turn by turn."""
    text = Text()
    turn = 0
    for line in session.log:
        if line.turn != turn:
            turn = line.turn
            text.append(f"{'' if not text else chr(10)}Turn {turn}\n", style="bold")
        text.append_text(_log_line(line)).append("\n")
    return text if text else Text("nothing has happened yet")


def hints(aim: Aim) -> str:
    """Return the keys that matter now."""
    if aim.session.is_over:
        return " g log · w save · ? keys · q quit"
    if not aim.session.waits_for_person:
        return " t pace · g log · ? keys · q quit"
    if aim.target is not None:
        keys = "space add/drop · s artillery · f fire · Tab next · Esc drop"
    elif aim.choices():
        keys = "Tab next choice · Enter take it" + (" · e stay" if "stay" in aim.choices() else "")
    elif aim.unit is not None:
        crossing = " · x cross" if aim.can_cross() else ""
        keys = f"arrows, Enter go there · Tab next unit · Esc drop{crossing}"
    elif aim.step in ("combat", "bombardment"):
        keys = "Tab next target · Enter choose · e end phase"
    else:
        keys = "Tab next unit · Enter choose · n arrivals · e end phase"
    return f" {keys} · ? keys · r rules · u undo · q quit"
