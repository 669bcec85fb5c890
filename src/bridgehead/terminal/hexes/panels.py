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

from bridgehead.core.position import Game
from bridgehead.core.warming import Warming
from bridgehead.terminal import palette
from bridgehead.terminal.hexes import words
from bridgehead.terminal.hexes.aim import Aim
from bridgehead.terminal.hexes.look import look
from bridgehead.terminal.hexes.mapview import NORMAL, MapPicture, Scene, Zoom
from bridgehead.terminal.session import HUMAN, Line, Session

CASE_INK = "#8a8f98"
CHOICES_SHOWN = 8
NAMED = 8  # units that are told by their names
_CONSOLE = Console(width=200)
BARE = Style(color="#8a8f98", bgcolor="#1b1d22")

_KEYS = (
    ("up,k", "cursor(0)"), ("down,j", "cursor(3)"), ("left,h", "cursor(-1)"),
    ("right,l", "cursor(1)"), ("enter", "enter"), ("escape", "drop"), ("tab", "next(1)"),
    ("shift+tab", "next(-1)"), ("e", "end"), ("a", "attack"), ("space", "toggle_attacker"),
    ("s", "support"), ("plus,equals_sign", "markers(1)"), ("minus", "markers(-1)"),
    ("f", "fire"), ("x", "cross"), ("v", "way"), ("d", "deploy"), ("p", "points"),
    ("n", "arrivals"), ("u", "undo"), ("c", "hint"),
    ("w", "save"), ("o", "open"), ("g", "log"), ("question_mark", "help"), ("r", "rules"),
    ("z", "zoom"), ("t", "pace"), ("R", "resign"), ("q", "quit_game"),
)  # fmt: skip


class WarmingLine(Static):
    """How far the rules are compiled; hidden as soon as the computer thinks at full speed."""

    EVERY = 0.5  # seconds
    WIDTH = 20

    def __init__(self, warming: Warming, session: Session) -> None:
        super().__init__(id="warming", markup=False)
        self._warming = warming
        self._session = session
        self.display = False

    def on_mount(self) -> None:
        """Begin to look."""
        self.set_interval(self.EVERY, self._look)
        self._look()

    def _look(self) -> None:
        game = self._session.game.id  # another one after a record was opened
        self._warming.want(game)
        self.display = not self._warming.is_ready(game)
        found = self._warming.progress(game)
        done = round(self.WIDTH * found.done / found.known) if found.known else 0
        bar = "━" * done + "─" * (self.WIDTH - done)
        self.update(f" {bar} compiling: until it is done, captain and general think less deeply")


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
    position, shown = session.position, look(session.game)
    text = Text(f" {session.game.name} ", style="bold")
    if position.result is None:
        day = (" NIGHT ", "bold #ffffff on #26306b") if position.is_night else (
            " DAY ", "bold #3a2a00 on #ffd75f")  # fmt: skip
        if not shown.nights:
            day = (f" {words.time_of(session)} ", day[1])
        text.append(f" turn {position.turn} ").append(*day)
        side = position.side
        text.append(f" {shown.label(side)}: {position.phase} ", style=f"bold {shown.ink(side)}")
        if session.to_move not in (side, None):
            other = str(session.to_move)
            text.append(f" {shown.label(other)} to decide ", style=f"bold {shown.ink(other)}")
    else:
        text.append(f" {words.winner(session)}", style="bold #7dff9b")
    return text


def strip_text(session: Session) -> Text:
    """Return what stands beside the map: turn track, counts, arrivals, the signs."""
    text = Text(no_wrap=True)
    shown = look(session.game)
    if words.has_ledger(session):
        _points(session, text)
    else:
        _track(session, text)
        count = words.counts(session)
        needed = session.game.data["tables.toml"]["victory"]["units_across"]
        text.append("\nACROSS", style="bold")
        text.append(f"   {count['israel']['across']}/{needed}\n", style=shown.ink("israel"))
    _counts(session, text)
    text.append("\n\n")
    for terrain in shown.terrain.values():
        text.append(f" {terrain.glyph} ", style=palette.ink("#000000", terrain.color))
        text.append(f" {terrain.sign}\n")
    for mark, word in shown.signs.items():
        text.append(f"{mark:<4}{word}\n" if len(mark) > 1 else f" {mark} {word}\n")
    text.rstrip()
    return text


def _track(session: Session, text: Text) -> None:
    nights = look(session.game).nights
    text.append("TURNS\n", style="bold")
    for turn in range(1, (words.last_turn(session) or session.position.turn) + 1):
        here = turn == session.position.turn
        line = f"{'►' if here else ' '}{turn} {'night' if turn in nights else 'day'}"
        text.append(f"{line:<11}\n", style="bold reverse" if here else "#8a8f98")


def _points(session: Session, text: Text) -> None:
    """Tell victory points and markers, where a game is won by points."""
    shown = look(session.game)
    text.append("POINTS (p)", style="bold")
    for side, total in session.position.points.items():
        text.append(f"\n{shown.label(side)[:6]:<7}", style=f"bold {shown.ink(side)}")
        text.append(f"{words.points(total):>4}")
    text.append("\n")
    for name, number in session.position.air.items():
        said = "airstrikes" if name == "air" else f"air {name[:3]}."
        text.append(f"\n{said[:10]:<10}{number:>2}")
    text.append("\n\n")


def _counts(session: Session, text: Text) -> None:
    shown, count = look(session.game), words.counts(session)
    text.append(f"{'':<4}")
    for side in count:
        text.append(f" {shown.label(side)[:3].upper()}", style=f"bold {shown.ink(side)}")
    rows = (("map", "map"), ("exited", "left"), ("eliminated", "lost"), ("due", "due"),
            ("later", "later"))  # fmt: skip
    for row, label in rows:
        if not all(row in found for found in count.values()):
            continue
        numbers = "".join(f"{found[row]:>4}" for found in count.values())
        lit = row == "due" and any(found[row] for found in count.values())
        text.append(f"\n{label:<5}{numbers[1:]:>7}", style="bold #7dff9b" if lit else "")


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
    text = Text().append(words.prompt(session), style=f"bold {look(session.game).ink(side)}")
    if not session.waits_for_person:
        player = session.players.get(side)
        if player not in (None, HUMAN):
            text.append(f"\n{player} is playing; t changes the pace", style="#8a8f98")
        odds = session.position.pending_odds()
        return text.append("\n" + "\n".join(words.short_odds(odds)), "") if odds else text
    if aim.target is not None:
        return _attack_text(aim)
    if aim.choices():
        _choices_text(aim, text)
    elif aim.moving:
        movers, arriving = aim.movers(), aim.arriving()
        text.append(f"\n{len(movers)} can act · Tab the next one", style="")
        if arriving:
            names = sorted({aim.name(unit) for unit, _ in arriving})
            told = ", ".join(names) if len(names) <= NAMED else f"{len(names)} units"
            text.append(f"\narriving (n): {told}", style="#7dff9b")
        if aim.unit is not None:
            line = f"\n► {aim.name(aim.unit)}: {aim.verb}, {len(aim.goals())} hexes"
            text.append(line, style="bold")
            if aim.other_ways():
                text.append(f"\n  v: {', '.join(aim.other_ways())}", style="#7dff9b")
            if aim.can_cross():
                text.append("\n  x crosses the canal", style="bold #7dff9b")
    else:
        places = [place for found in aim.decision.hexes.values() for place in found]
        text.append(f"\ntargets: {' '.join(places) or 'none'}", style="")
    return text


def _choices_text(aim: Aim, text: Text) -> None:
    """Tell the choices, those around the one that is chosen where they are many."""
    odds = aim.session.position.pending_odds() if aim.step in ("fpf", "table") else None
    if odds is not None:
        text.append("\n" + "\n".join(words.short_odds(odds)), style="#8a8f98")
    choices = aim.choices()
    room = max(2, CHOICES_SHOWN - (len(words.short_odds(odds)) + 1 if odds is not None else 0))
    first = max(0, min(aim.choice - room // 2, len(choices) - room))
    for n, choice in enumerate(choices[first : first + room], start=first):
        sign = "►" if n == aim.choice else " "
        text.append(f"\n{sign} {aim.say(choice)}", style="bold" if n == aim.choice else "")
    if len(choices) > room:
        text.append(f"\n  {aim.choice + 1} of {len(choices)}", style="#8a8f98")


def _attack_text(aim: Aim) -> Text:
    """Return the attack in hand: who takes part, and its odds."""
    draft = aim.draft
    assert draft is not None
    targets = [aim.name(unit) for number in draft.hexes for unit in aim.occupants(number)]
    text = Text().append(
        f"Attack on {', '.join(targets)}, {' '.join(draft.hexes)}", style="bold #ff8f80"
    )
    if "support" in draft.limits and not draft.markers.get("support"):
        text.append(" (s: artillery)", style="#8a8f98")
    joined = [
        f"{'+' if unit in aim.attackers else '-'}{aim.name(unit)}"
        f"{'!' if unit in draft.must else ''}"
        for unit in aim.candidates
    ]
    text.append(f"\n{' '.join(joined)}", style="")
    if draft.more:
        text.append(f"\nalso: {' '.join(draft.more)}", style="#8a8f98")
    given = [(name, draft.markers.get(name, 0), most) for name, most in draft.limits.items()]
    markers = [
        f"{'►' if name == aim.marker else ''}{name.replace('-', ' ')} {number}/{most}"
        for name, number, most in given if name != "support"
    ]  # fmt: skip
    if markers:
        text.append(f"\n{' · '.join(markers)}", style="#ffd75f")
    odds = aim.odds()
    obstacle = aim.obstacle
    if odds is None:
        said = f"[{obstacle.case}] {obstacle.reason}" if obstacle is not None else "no attacker"
        return text.append(f"\n{said}", style="#8a8f98")
    if obstacle is not None and "support" not in aim.session.game.grammar.verbs:
        text.append(f"\n[{obstacle.case}] {obstacle.reason}", style="bold #ff8f80")
    for line in words.short_odds(odds):
        strong = "column" in line or line.startswith(("mobile", "frontal"))
        text.append(f"\n{line}", style="bold" if strong else "")
    return text


def _log_line(line: Line, game: Game) -> Text:
    text = Text().append(line.event.text, style=look(game).ink(line.side))
    if line.event.case:
        text.append(f" [{line.event.case}]", style=CASE_INK)
    return text


def log_text(session: Session, height: int, width: int) -> Text:
    """Return the last lines of the log, as many as fit into a box."""
    shown: list[Text] = []
    room = height
    for line in reversed(session.log):
        text = _log_line(line, session.game)
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
        text.append_text(_log_line(line, session.game)).append("\n")
    return text if text else Text("nothing has happened yet")


def points_text(session: Session) -> Text:
    """Return the ledger of victory points, and the markers that are left."""
    lines = words.ledger_lines(session) or ["this game is not won by points"]
    return Text("\n".join([*lines, "", *words.marker_lines(session)]).rstrip())


def hints(aim: Aim) -> str:
    """Return the keys that matter now."""
    if aim.session.is_over:
        return " g log · w save · ? keys · q quit"
    if not aim.session.waits_for_person:
        return " t pace · g log · ? keys · q quit"
    by_markers = "support" not in aim.session.game.grammar.verbs
    if aim.target is not None:
        markers = "s + - markers" if by_markers else "s artillery"
        keys = f"space add/drop · {markers} · f fire · Tab next · Esc drop"
    elif aim.choices():
        way_out = next((word for word in ("stay", "done") if word in aim.choices()), "")
        keys = "Tab next choice · Enter take it" + (f" · e {way_out}" if way_out else "")
    elif aim.unit is not None:
        crossing = " · x cross" if aim.can_cross() else ""
        keys = f"arrows, Enter go there · Tab next unit · Esc drop{crossing}"
        if aim.other_ways():
            keys = "Enter go there · Tab next unit · Esc drop · v other way"
    elif aim.step in ("combat", "bombardment"):
        keys = "Tab next target · Enter choose · e end phase"
    elif "deploy" in aim.decision.plain:
        keys = "Tab next unit · Enter choose · d set up the rest"
    else:
        keys = "Tab next unit · Enter choose · n arrivals · e end phase"
    return f" {keys} · c hint · ? keys · u undo · q quit"
