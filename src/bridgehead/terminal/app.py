"""The full-screen game."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar

from rich.text import Text
from textual.app import App, ComposeResult
from textual.containers import Horizontal
from textual.events import Resize
from textual.screen import Screen
from textual.timer import Timer
from textual.widgets import Static

from bridgehead.core.errors import BridgeheadError, IllegalAction
from bridgehead.core.grid import parse_hex_number
from bridgehead.core.warming import Warming
from bridgehead.terminal.advice import after_the_end
from bridgehead.terminal.asking import Asking
from bridgehead.terminal.dialogs import (
    AskWindow,
    InputWindow,
    ListWindow,
    RulesWindow,
    TextWindow,
)
from bridgehead.terminal.help import keys_text
from bridgehead.terminal.hexes import panels as widgets
from bridgehead.terminal.hexes import words
from bridgehead.terminal.hexes.aim import Aim, Notice
from bridgehead.terminal.hexes.look import look
from bridgehead.terminal.hexes.mapview import LARGE, NORMAL, WHOLE, ZOOMS, Scene, is_low
from bridgehead.terminal.hexes.panels import MapView, Pane
from bridgehead.terminal.session import HUMAN, Session

PACES = (("slow", 1.2), ("normal", 0.45), ("fast", 0.1), ("at once", 0.0))
YES_NO = {"y": "yes", "n": "no"}


class GameApp(Asking, App[None]):
    """One game, played at one screen. `pace` is the seconds between steps of the computer."""

    CSS_PATH = "terminal.tcss"
    ENABLE_COMMAND_PALETTE = False
    TITLE = "Bridgehead"
    BINDINGS: ClassVar = [("ctrl+c", "quit_game", "quit")]

    def __init__(
        self,
        session: Session,
        *,
        pace: float = PACES[1][1],
        intro: bool = True,
        warming: Warming | None = None,
    ) -> None:
        super().__init__()
        self.session = session
        self._warming = warming
        self.aim: Any = self._new_aim()
        self.pace = pace
        self.notice = Notice("")
        self._intro = intro
        self._timer: Timer | None = None
        self._told_end = False

    def _new_aim(self) -> Any:
        """Return what turns keys into actions of the session."""
        return Aim(self.session)

    # The screen

    def compose(self) -> ComposeResult:
        """Build the screen."""
        yield Static(id="headline", markup=False)
        yield from self._warming_line()
        with Horizontal(id="middle"):
            yield MapView(self.session.game, Scene.of(self.session))
            yield Static(id="strip", markup=False)
        with Horizontal(id="panel"):
            yield Pane("Hex", "details")
            yield Pane("Decision", "decision")
            yield Pane("Log", "log")
        yield Static(id="notice", markup=False)
        yield Static(id="hints", markup=False)

    def _warming_line(self) -> ComposeResult:
        """Build the line that shows the progress of compiling; it is hidden when that is done."""
        if self._warming is not None:
            yield widgets.WarmingLine(self._warming, self.session)

    def on_mount(self) -> None:
        """Begin."""
        self.query_one("#map").focus()
        self.call_after_refresh(self._start)

    def _start(self) -> None:
        self.update()
        if self._intro:
            self.push_screen(
                TextWindow(self.session.game.name, self._introduction(), "Enter begins"),
                lambda _: self.proceed(),
            )
        else:
            self.proceed()

    def on_resize(self, event: Resize) -> None:
        """Lay the panes out for the new size."""
        self._fit(self.screen_stack[0], event.size.width, event.size.height)
        self.call_after_refresh(self.update)

    def _fit(self, screen: Screen[Any], width: int, height: int) -> None:
        screen.set_class(width < 98, "narrow")
        screen.set_class(height < 34, "low")
        screen.set_class(width >= 140, "wide")
        screen.set_class(words.has_ledger(self.session), "ledger")

    def update(self) -> None:
        """Show the state of things."""
        if not self.is_running:
            return
        root = self.screen_stack[0]
        marks = self.aim.marks()
        look_at = self.aim.cursor
        if not self.session.waits_for_person and marks:
            look_at = list(marks)[-1]
        cursor = self.aim.cursor if self.session.waits_for_person or not marks else ""
        view = root.query_one(MapView)
        view.show(Scene.of(self.session, marks, cursor), look_at)
        for name, text in (
            ("headline", widgets.headline(self.session)),
            ("strip", widgets.strip_text(self.session)),
            ("details", widgets.details_text(self.aim)),
            ("decision", widgets.decision_text(self.aim)),
            ("notice", self._notice_text()),
            ("hints", Text(widgets.hints(self.aim))),
        ):
            root.query_one(f"#{name}", Static).update(text)
        log = root.query_one("#log", Pane)
        room = max(1, log.content_size.height)
        log.update(widgets.log_text(self.session, room, max(10, log.content_size.width)))

    def _notice_text(self) -> Text:
        return Text(f" {self.notice}", style="#d7dae0" if self.notice.good else "bold #ff8f80")

    def tell(self, notice: Notice | None) -> None:
        """Show a notice, and everything else anew."""
        if notice is not None:
            self.notice = notice
        self.update()

    # The others: dice and computer players

    def proceed(self) -> None:
        """Let dice and computer players go on until a person has to decide."""
        self.update()
        if self.session.is_over:
            self._show_end()
        elif not self.session.waits_for_person and self._timer is None:
            self._timer = self.set_timer(max(self.pace, 0.001), self._step)

    def _step(self) -> None:
        self._timer = None
        lines = self.session.step()
        while self.pace == 0 and lines is not None and not self.session.waits_for_person:
            lines = self.session.step()
        if lines:
            self.notice = Notice(lines[-1].event.text)
        if self.session.waits_for_person:
            self.aim.clear()
        self.proceed()

    def _show_end(self) -> None:
        if not self._told_end:
            self._told_end = True
            first, *rest = self._result()
            ink = self._ink(self.session.position.result.winner)
            text = Text().append(f"{first}\n\n", style=f"bold reverse {ink}".strip())
            text.append("\n".join(rest))
            text.append(f"\n\n{after_the_end(self.session)}", style="#9aa1ad")
            self.push_screen(TextWindow("The game is over", text, "Enter shows the map"))

    def _result(self) -> list[str]:
        return words.result_lines(self.session)

    def _ink(self, side: str | None) -> str:
        return look(self.session.game).ink(side)

    def _label(self, side: str) -> str:
        return look(self.session.game).label(side)

    def _introduction(self) -> Text:
        return intro_text(self.session)

    def _act(self, notice: Notice) -> None:
        self.tell(notice)
        self.proceed()

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

    def on_map_view_clicked(self, message: MapView.Clicked) -> None:
        """Move the cursor to a clicked hex and act there."""
        self.aim.cursor = message.number
        if self.session.waits_for_person and (self.aim.occupant() or self.aim.unit
                                              or self.aim.choices()):  # fmt: skip
            self.action_enter()
        else:
            self.tell(Notice(""))

    def action_enter(self) -> None:
        """Choose, or do, what is under the cursor."""
        self._act(self.aim.enter())

    def action_attack(self) -> None:
        """Attack the hex under the cursor, or say where attacks can be made."""
        if self._mine():
            enter = self.aim.target is None and self.aim.step == "combat"
            if self.aim.draft is not None:
                self._act(self.aim.toggle())
                return
            notice = Notice("attacks are made in the combat phase: e ends this one", good=False)
            self._act(self.aim.enter() if enter else notice)

    def action_drop(self) -> None:
        """Drop what is chosen."""
        if self.session.waits_for_person:
            self.aim.clear()
        self.tell(Notice(""))

    def _mine(self) -> bool:
        if not self.session.waits_for_person:
            self.tell(Notice("it is not your decision now", good=False))
            return False
        return True

    def action_next(self, step: int) -> None:
        """Go to the next unit, target or choice."""
        if self._mine():
            self.tell(self.aim.next(step))

    def action_toggle_attacker(self) -> None:
        """Add or drop an attacker."""
        if self._mine():
            self.tell(self.aim.toggle())

    def action_support(self) -> None:
        """Give artillery support or take it away."""
        if self._mine():
            self.tell(self.aim.toggle_support())

    def action_markers(self, step: int) -> None:
        """Give the attack one marker more or less."""
        if self._mine():
            self.tell(self.aim.change_markers(step))

    def action_way(self) -> None:
        """Let the unit go another way."""
        if self._mine() and self.aim.moving:
            self.tell(self.aim.next_way())

    def action_deploy(self) -> None:
        """Set the rest up as is suggested; asks first."""
        if self._mine() and "deploy" in self.aim.decision.plain:
            question = "Set up all that is not placed yet as is suggested?"
            self._ask(question, lambda: self._act(self.aim.deploy()))

    def action_points(self) -> None:
        """Show the victory points."""
        self.push_screen(TextWindow("Victory points", widgets.points_text(self.session)))

    def action_fire(self) -> None:
        """Fire the attack."""
        if self._mine():
            self._act(self.aim.fire())

    def action_cross(self) -> None:
        """Cross the canal."""
        if self._mine():
            self._act(self.aim.cross())

    def _ask(self, question: str, then: Callable[[], None]) -> None:
        """Ask, and go on when the answer is yes."""

        def answered(answer: str | None) -> None:
            if answer == "y":
                then()

        self.push_screen(AskWindow(question, YES_NO), answered)

    def action_end(self) -> None:
        """End the phase; asks when something may have been forgotten."""
        if not self._mine():
            return
        forgotten = self.aim.forgotten()
        if forgotten:
            question = "\n".join([*forgotten, "End the phase all the same?"])
            self._ask(question, lambda: self._act(self.aim.end()))
        else:
            self._act(self.aim.end())

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

    def action_undo(self) -> None:
        """Take back the last decision; before that, drop what is chosen."""
        try:
            text = self.session.undo()
        except IllegalAction as error:
            self.tell(Notice(error.reason, good=False))
            return
        self.aim.clear()
        self.tell(Notice(f"taken back: {text}"))

    # Files and windows

    def action_save(self) -> None:
        """Save the game."""
        self._save_then(lambda: None)

    def _save_then(self, then: Callable[[], None]) -> None:
        """Save the game, asking for the file if there is none yet, and go on when it is saved."""
        if self.session.path is not None:
            self._write(self.session.path, then)
            return

        def named(name: str | None) -> None:
            path = Path(name) if name else None
            if path is not None and path.exists():
                self._ask(f"Replace {path}?", lambda: self._write(path, then))
            elif path is not None:
                self._write(path, then)

        self.push_screen(InputWindow("Save the game to", "game.json"), named)

    def _write(self, path: Path, then: Callable[[], None]) -> None:
        try:
            self.session.save(path)
        except BridgeheadError as error:
            self.tell(Notice(str(error), good=False))
            return
        self.tell(Notice(f"saved to {path}"))
        then()

    def action_open(self) -> None:
        """Go on with the game of a file."""

        def named(name: str | None) -> None:
            if name:
                self._open(Path(name))

        self.push_screen(InputWindow("Open the game in"), named)

    def _open(self, path: Path) -> None:
        try:
            self.session.load(path)
        except BridgeheadError as error:
            self.tell(Notice(str(error), good=False))
            return
        self.aim = self._new_aim()
        self._show_board()
        self._told_end = False
        self._act(Notice(f"opened {path}"))

    def _show_board(self) -> None:
        """Show the board of a game that has been opened."""
        self.screen_stack[0].query_one(MapView).game = self.session.game

    def action_log(self) -> None:
        """Show the whole log."""
        log = self._whole_log()
        self.push_screen(TextWindow("Log", log))

    def _whole_log(self) -> Text:
        return widgets.whole_log(self.session)

    def action_help(self) -> None:
        """Show the keys."""
        self.push_screen(TextWindow("Keys", keys_text(self.session.game)))

    def action_rules(self) -> None:
        """Show the rules by case, at the case of the last refusal."""
        case = "" if self.notice.good else self.notice.case
        known = case[:1].isdigit()
        self.push_screen(RulesWindow(self.session.game.id, case if known else ""))

    def action_zoom(self) -> None:
        """Change between the map, the whole map and a large one."""
        view = self.screen_stack[0].query_one(MapView)
        view.zoom = ZOOMS[(ZOOMS.index(view.zoom) + 1) % len(ZOOMS)]
        said = {
            NORMAL: "the map",
            WHOLE: "the whole map: even columns lie half a hex lower than they are drawn",
            LARGE: "a large map",
        }
        self.tell(Notice(said[view.zoom]))

    def action_pace(self) -> None:
        """Change how fast the computer plays."""
        paces = [pace for _, pace in PACES]
        at = paces.index(self.pace) if self.pace in paces else 0
        name, self.pace = PACES[(at + 1) % len(PACES)]
        self.tell(Notice(f"the computer plays {name}"))

    def action_resign(self) -> None:
        """Give the game up."""
        if self._mine():
            side = self._label(str(self.session.to_move))
            ask = f"{side} {'resigns' if side.isalpha() else 'resign'}?"
            self._ask(ask, lambda: self._act(self.aim.do("resign")))

    def action_quit_game(self) -> None:
        """Leave; asks when something is not saved."""
        if not self.session.unsaved:
            self.exit()
            return

        def answered(answer: str | None) -> None:
            if answer == "y":
                self._save_then(self.exit)
            elif answer == "n":
                self.exit()

        question = "This game is not saved. Save it before leaving?"
        self.push_screen(AskWindow(question, YES_NO), answered)


def intro_text(session: Session) -> Text:
    """Return what is said once at the start: who plays, what is reconstructed, how to get help."""
    text = Text()
    widest = max(7, *(len(look(session.game).label(side)) for side in session.players))
    for side, player in session.players.items():
        who = "a person at this screen" if player == HUMAN else f"the computer, {player}"
        shown = look(session.game)
        text.append(f"{shown.label(side):<{widest}} ", style=f"bold {shown.ink(side)}")
        text.append(f"{who}\n")
    text.append(f"\nDice: {session.record.dice.kind}.\n")
    said = words.reconstructed(session.game)
    if said:
        text.append("\nReconstructed, not printed values\n", style="bold")
        text.append("\n".join(said) + "\n")
    text.append("\n? shows the keys, r the rules by case.")
    return text
