"""The full-screen game: the part that is common to all maps."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar

from rich.text import Text
from textual.app import App, ComposeResult
from textual.containers import Horizontal, Vertical
from textual.events import Resize
from textual.screen import Screen
from textual.timer import Timer
from textual.widgets import Static

from bridgehead.core.errors import BridgeheadError, IllegalAction
from bridgehead.core.kernels.warming import Warming
from bridgehead.players.advice.hints import Hint, about
from bridgehead.terminal.screen import panels, sides
from bridgehead.terminal.screen.canvas import Canvas
from bridgehead.terminal.screen.controller import NOT_YOURS, Mark, Notice
from bridgehead.terminal.screen.dialogs import (
    PLAY,
    AskWindow,
    HintWindow,
    InputWindow,
    PlayingWindow,
    RulesWindow,
    TextWindow,
)
from bridgehead.terminal.screen.panels import MapView, Pane
from bridgehead.terminal.session import Session
from bridgehead.terminal.texts.advice import after_the_end, before_dice
from bridgehead.terminal.texts.goals import briefing_text, goals_text
from bridgehead.terminal.texts.help import keys_text
from bridgehead.terminal.texts.lessons import lesson_text, places

PACES = (("slow", 1.2), ("normal", 0.45), ("fast", 0.1), ("at once", 0.0))
THINKING = "thinking; you can continue meanwhile"
YES_NO = {"y": "yes", "n": "no"}


class HandoverScreen(Screen[None]):
    """Hides everything until the side to decide is alone at the screen."""

    BINDINGS: ClassVar = [("enter", "dismiss", "look")]

    def __init__(self, text: Text) -> None:
        super().__init__()
        self._text = text

    def compose(self) -> ComposeResult:
        """Build the curtain."""
        with Vertical(id="curtain"):
            yield Static(self._text, markup=False)


class GameApp(App[None]):
    """A game at one screen; `terminal.hexes` and `terminal.points` add their maps.

    `pace` is the seconds between steps of the computer.
    """

    CSS_PATH = "../terminal.tcss"  # from where the subclasses are
    ENABLE_COMMAND_PALETTE = False
    TITLE = "Bridgehead"
    BINDINGS: ClassVar = [("ctrl+c", "quit_game", "quit")]
    # What differs from map to map
    VIEW: ClassVar[type[MapView]]
    ZOOMS: ClassVar[tuple[Any, ...]]
    PLACE: ClassVar[str]  # what a place is called
    NARROW: ClassVar[int]  # columns below which there is no strip
    WIDE: ClassVar[int]  # columns from which on the panes stand beside the map
    DRAWN_INK = ""  # the color of a draw
    LOOKS = ""  # the keys by which one looks around, before those that all maps have

    def __init__(
        self,
        session: Session,
        *,
        pace: float = PACES[1][1],
        intro: bool = True,
        warming: Warming | None = None,
    ) -> None:
        super().__init__()
        self.session: Any = session
        self._warming = warming
        self.aim: Any = self._new_aim()
        self.pace = pace
        self.notice = Notice("")
        self._intro = intro
        self._timer: Timer | None = None
        self._told_end = False
        self._veiled = False
        self._thinking = False
        self._plan: list[str] = []  # what is left of a plan that is played

    def _new_aim(self) -> Any:
        """Return the controller that turns keys into actions of the session."""
        raise NotImplementedError

    def _picture(self, zoom: Any, marks: dict[str, Mark]) -> tuple[Canvas, str]:
        """Return the painted map, and the place that must be visible."""
        raise NotImplementedError

    def _said(self, decision: Pane) -> dict[str, Text]:
        """Return the texts of the panes; `decision` is the pane of the decision."""
        raise NotImplementedError

    def _result(self) -> list[str]:
        """Return lines about how the game ended."""
        raise NotImplementedError

    # The screen

    def compose(self) -> ComposeResult:
        """Build the screen."""
        yield Static(id="headline", markup=False)
        yield Static(id="lesson", markup=False)
        if self._warming is not None:
            yield panels.WarmingLine(self._warming, self.session)
        with Horizontal(id="middle"):
            yield self.VIEW(self.ZOOMS[0])
            yield Static(id="strip", markup=False)
        yield Static(id="goals", markup=False)
        with Horizontal(id="panel"):
            yield Pane(self.PLACE, "details")
            yield Pane("Decision", "decision")
            yield Pane("Log", "log")
        yield Static(id="notice", markup=False)
        yield Static(id="hints", markup=False)

    def on_mount(self) -> None:
        """Begin."""
        self.query_one("#map").focus()
        self.call_after_refresh(self._start)

    def _start(self) -> None:
        self.update()
        if self._intro:
            text = panels.intro_text(self.session)
            window = TextWindow(self.session.game.name, text, "Enter begins")
            self.push_screen(window, lambda _: self.proceed())
        else:
            self.proceed()

    def on_resize(self, event: Resize) -> None:
        """Lay the panes out for the new size."""
        self._fit(self.screen_stack[0], event.size.width, event.size.height)
        self.call_after_refresh(self.update)

    def _fit(self, screen: Screen[Any], width: int, height: int) -> None:
        screen.set_class(width < self.NARROW, "narrow")
        screen.set_class(height < 34, "low")
        screen.set_class(width >= self.WIDE, "wide")

    @property
    def view(self) -> MapView:
        """The map on the screen."""
        return self.screen_stack[0].query_one(MapView)

    def update(self) -> None:
        """Update the screen for the present viewer; nothing is shown while a curtain is needed."""
        if not self.is_running or self.session.needs_curtain:
            return
        root = self.screen_stack[0]
        marks = {place: Mark("selected") for place in places(self.session)} | self.aim.marks()
        self.view.show(*self._picture(self.view.zoom, marks))
        panel = root.query_one("#lesson", Static)
        panel.display = self.session.guide is not None
        panel.update(lesson_text(self.session))
        notice = Text(f" {self.notice}", style="#d7dae0" if self.notice.good else "bold #ff8f80")
        parts = self._said(root.query_one("#decision", Pane))
        parts["goals"] = goals_text(self.session.position, self.session.viewer)
        for name, text in {**parts, "notice": notice}.items():
            root.query_one(f"#{name}", Static).update(text)
        log = root.query_one("#log", Pane)
        room = max(1, log.content_size.height)
        log.update(panels.log_text(self.session, room, max(10, log.content_size.width)))

    def _keys(self, hints: Callable[[Any], str]) -> Text:
        """Return the keys that can be used now; `hints` returns them if a person is to decide."""
        if self.session.waits_for_person:
            return Text(f" {hints(self.aim)}")
        keys = "g log · w save" if self.session.is_over else f"{self.LOOKS}t pace · g log"
        return Text(f" {keys} · b briefing · ? keys · q quit")

    def tell(self, notice: Notice | None) -> None:
        """Show a notice, and update everything else."""
        if notice is not None:
            self.notice = notice
        self.update()

    # The others: dice and computer players

    def proceed(self) -> None:
        """Let dice and computer players act until a person is to decide.

        Before another person decides, the screen is hidden.
        """
        if self.session.needs_curtain:
            self._veil()
            return
        self.update()
        if self.session.is_planned:
            self.exit()
        elif self.session.is_over:
            self._show_end()
        elif self.session.goes_on and self._timer is None:
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

    def _veil(self) -> None:
        """Hide everything until the next viewer is alone at the screen."""
        if self._veiled:
            return
        self._veiled = True
        self.view.show(None, "")
        for name in (
            "headline", "lesson", "strip", "goals", "details", "decision", "log", "notice", "hints",
        ):  # fmt: skip
            self.screen_stack[0].query_one(f"#{name}", Static).update("")
        game, side = self.session.game, self.session.to_move
        text = Text(justify="center").append(
            f"{sides.label(game, side)}: your decision\n\n", f"bold {sides.ink(game, side)}"
        )
        text.append("The other side looks away.\n\nEnter shows the board.")
        self.push_screen(HandoverScreen(text), lambda _: self._lift())

    def _lift(self) -> None:
        self._veiled = False
        self.session.open_curtain()
        self.aim.clear()
        self.notice = Notice("")
        self.proceed()

    def _show_end(self) -> None:
        if not self._told_end:
            self._told_end = True
            first, *rest = self._result()
            winner = self.session.position.result.winner
            ink = sides.ink(self.session.game, winner) or self.DRAWN_INK
            text = Text().append(f"{first}\n\n", style=f"bold reverse {ink}".strip())
            text.append("\n".join(rest))
            text.append(f"\n\n{after_the_end(self.session)}", style="#9aa1ad")
            self.push_screen(TextWindow("The game is over", text, "Enter shows the map"))

    def _act(self, notice: Notice | None) -> None:
        self.tell(notice)
        if self.session.needs_curtain or not self.session.waits_for_person:
            self.proceed()

    # Keys

    def on_map_view_clicked(self, message: MapView.Clicked) -> None:
        """Move the cursor to a clicked place and act there."""
        self.aim.go(message.place)
        if self.session.waits_for_person and self.aim.acts_at(message.place):
            self.action_enter()
        else:
            self.tell(Notice(""))

    def action_enter(self) -> None:
        """Choose or carry out what is under the cursor."""
        self._act(self.aim.enter())

    def action_drop(self) -> None:
        """Cancel the choice."""
        self.aim.drop()
        self.tell(Notice(""))

    def _mine(self) -> bool:
        if not self.session.waits_for_person:
            self.tell(NOT_YOURS)
            return False
        return True

    def action_aim(self, what: str, *given: int) -> None:
        """Call a method of the controller by name, such as "next", "toggle" or "fire"."""
        if self._mine():
            self._act(getattr(self.aim, what)(*given))

    def action_deploy(self) -> None:
        """Place all remaining units as suggested, after a question."""
        if self._mine() and "deploy" in self.aim.decision.plain:
            question = "Set up the rest as suggested?"
            self._ask(question, lambda: self._act(self.aim.deploy()))

    def _ask(self, question: str, then: Callable[[], None]) -> None:
        """Ask a question; continue with `then` if the answer is yes."""

        def answered(answer: str | None) -> None:
            if answer == "y":
                then()

        self.push_screen(AskWindow(question, YES_NO), answered)

    def action_end(self) -> None:
        """End the phase; ask first if something may have been forgotten."""
        if not self._mine():
            return
        forgotten = self.aim.forgotten()
        if forgotten:
            question = "\n".join([*forgotten, "End the phase anyway?"])
            self._ask(question, lambda: self._act(self.aim.end()))
        else:
            self._act(self.aim.end())

    def action_undo(self) -> None:
        """Cancel the choice, or take back the last decision if there is none."""
        try:
            text = self.session.undo()
        except IllegalAction as error:
            self.tell(Notice(error.reason, good=False))
            return
        self.aim.clear()
        self.tell(Notice(f"taken back: {text}"))

    # A lesson

    def action_next_step(self) -> None:
        """Read on in a lesson, at a step that contains only text."""
        try:
            self.session.read_on()
        except IllegalAction as error:
            self.tell(Notice(error.reason, good=False))
            return
        self.tell(Notice(""))

    def action_leave_lesson(self) -> None:
        """Leave the lesson and play on, after a question."""
        if self.session.guide is None:
            self.tell(Notice("this game is not a lesson", good=False))
            return

        def leave() -> None:
            self.session.leave_lesson()
            self.tell(Notice("you now play freely, against the sergeant"))
            self.proceed()

        self._ask("Leave the lesson and play on against the sergeant?", leave)

    # Asking for advice

    def action_hint(self) -> None:
        """Ask a computer player for advice.

        It thinks in a separate thread. Its advice is shown if the decision is still the same.
        """
        if self._mine():
            self.tell(Notice(THINKING))
            if not self._thinking:
                self._thinking = True
                position = self.session.position.copy()
                self.run_worker(lambda: self._think(position), thread=True)

    def _think(self, position: Any) -> None:
        found: Hint | BridgeheadError
        try:
            found = self.session.hint(position)
        except BridgeheadError as error:
            found = error
        if self.is_running:  # one may have left meanwhile
            self.call_from_thread(self._hinted, position, found)

    def _hinted(self, position: Any, found: Hint | BridgeheadError) -> None:
        """Show a hint, or why there is none."""
        self._thinking = False
        if position != self.session.position or not self.session.waits_for_person:
            return  # somebody has decided meanwhile
        if isinstance(found, BridgeheadError):
            self.tell(Notice(str(found), good=False))
            return
        self.tell(Notice(f"the hint: {found.action}, {about(found.chance)}"))

        def answered(answer: str | None) -> None:
            if answer == PLAY and position == self.session.position:
                self._play(before_dice(found.lines[0]))

        self.push_screen(HintWindow(found), answered)

    def _play(self, plan: list[str]) -> None:
        """Play a plan action by action, until a key is pressed or an action is not possible."""

        def stop(_: None) -> None:
            self._plan = []

        self._plan = plan
        window = PlayingWindow()
        self.push_screen(window, stop)
        self.call_after_refresh(self._play_on, window)

    def _play_on(self, window: PlayingWindow) -> None:
        """Carry out the next action of a plan; the plan also ends when an enemy is revealed."""
        if not self._plan:
            if window.is_active:
                window.dismiss()
            return
        session = self.session
        side, known = session.to_move, session.position.shown(session.to_move)
        self.aim.clear()
        action, *self._plan = self._plan
        notice = self.aim.do(action)
        as_planned = notice.good and session.waits_for_person and session.to_move == side
        if self._plan and as_planned and session.position.shown(side) <= known:
            self.tell(notice)
            self.set_timer(max(self.pace, 0.01), lambda: self._play_on(window))
        else:
            window.dismiss()
            self._act(notice)

    # Files and windows

    def action_save(self) -> None:
        """Save the game."""
        self._save_then(lambda: None)

    def _save_then(self, then: Callable[[], None]) -> None:
        """Save the game, asking for a file name if there is none yet; continue with `then`."""
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
        """Open a game from a file."""

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
        self._told_end = False
        self._act(Notice(f"opened {path}"))

    def action_log(self) -> None:
        """Show the whole log."""
        self.push_screen(TextWindow("Log", panels.whole_log(self.session)))

    def action_briefing(self) -> None:
        """Show the briefing and the state of the victory conditions."""
        text = briefing_text(self.session.position, self.session.viewer)
        self.push_screen(TextWindow(f"Briefing: {self.session.game.name}", text))

    def action_help(self) -> None:
        """Show the keys."""
        self.push_screen(TextWindow("Keys", keys_text(self.session.game)))

    def action_rules(self) -> None:
        """Show the rules, starting with the case of the last refusal."""
        case = "" if self.notice.good else self.notice.case
        known = case[:1].isdigit()
        self.push_screen(RulesWindow(self.session.game.id, case if known else ""))

    def action_zoom(self) -> None:
        """Change the size of the map."""
        self.view.zoom = self.ZOOMS[(self.ZOOMS.index(self.view.zoom) + 1) % len(self.ZOOMS)]
        self.tell(Notice(self.view.zoom.said))

    def action_pace(self) -> None:
        """Change the speed of the computer players."""
        paces = [pace for _, pace in PACES]
        at = paces.index(self.pace) if self.pace in paces else 0
        name, self.pace = PACES[(at + 1) % len(PACES)]
        self.tell(Notice(f"the computer plays {name}"))

    def action_resign(self) -> None:
        """Resign the game."""
        if self._mine():
            side = sides.label(self.session.game, self.session.to_move)
            ask = f"{side} {'resigns' if side.isalpha() else 'resign'}?"
            self._ask(ask, lambda: self._act(self.aim.do("resign")))

    def action_quit_game(self) -> None:
        """Quit; ask first if the game is not saved."""
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
