"""Dialog windows of the screen: texts, questions, lists, hints, the rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.events import Click, Key
from textual.screen import ModalScreen
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from bridgehead.core.titles.games import title_of
from bridgehead.core.titles.lesson import lesson_of
from bridgehead.core.titles.rules_text import RuleText
from bridgehead.players.advice.hints import Hint
from bridgehead.terminal.texts.advice import hint_text, playing

CLOSE = "Esc closes"
PLAY = "play"


class TextWindow(ModalScreen[None]):
    """A text to read; Esc, Enter or q closes it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("escape,enter,q,question_mark", "dismiss", "close"),
        ("j", "down", ""),
        ("k", "up", ""),
    ]

    def __init__(self, title: str, text: Text | str, close: str = CLOSE) -> None:
        super().__init__()
        self._title, self._text, self._close = title, text, close

    def compose(self) -> ComposeResult:
        """Build the window."""
        with VerticalScroll(classes="window") as window:
            window.border_title = self._title
            window.border_subtitle = self._close
            yield Static(self._text, markup=False)

    def action_down(self) -> None:
        """Scroll down."""
        self.query_one(VerticalScroll).scroll_down()

    def action_up(self) -> None:
        """Scroll up."""
        self.query_one(VerticalScroll).scroll_up()


class HintWindow(ModalScreen[str]):
    """A hint whose steps can be unfolded. The result is PLAY if its plan is to be played."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("escape,enter,q", "dismiss('')", "close"),
        ("s", "steps", "steps"),
        ("p", f"dismiss('{PLAY}')", "play"),
    ]

    def __init__(self, hint: Hint) -> None:
        super().__init__()
        self._hint, self._unfolded = hint, False

    def compose(self) -> ComposeResult:
        """Build the window."""
        with VerticalScroll(classes="window") as window:
            window.border_title = "What would you do?"
            window.border_subtitle = f"s steps · p {playing(self._hint.lines[0])} · Esc closes"
            yield Static(hint_text(self._hint), markup=False)

    def action_steps(self) -> None:
        """Unfold the steps of the plan, or fold them."""
        self._unfolded = not self._unfolded
        self.query_one(Static).update(hint_text(self._hint, unfolded=self._unfolded))


class PlayingWindow(ModalScreen[None]):
    """A line below the map while a plan is played; any key or click closes it."""

    def compose(self) -> ComposeResult:
        """Build the line."""
        yield Static("The plan is being played. Any key stops it.", id="playing", markup=False)

    def on_key(self, event: Key) -> None:
        """Close the line, which stops the plan."""
        event.stop()
        self.dismiss()

    def on_click(self, event: Click) -> None:
        """Close the line, which stops the plan."""
        event.stop()
        self.dismiss()


class AskWindow(ModalScreen[str]):
    """A question answered by one key; Esc answers ""."""

    def __init__(self, question: str, answers: dict[str, str]) -> None:
        super().__init__()
        self._question, self._answers = question, answers

    def compose(self) -> ComposeResult:
        """Build the window."""
        with Vertical(classes="window small") as window:
            window.border_subtitle = "Esc goes back"
            yield Static(self._question, markup=False)
            keys = "   ".join(f"{key}  {words}" for key, words in self._answers.items())
            yield Static(f"\n{keys}", classes="keys", markup=False)

    def on_key(self, event: Key) -> None:
        """Close with the answer."""
        event.stop()
        key = event.character or event.key
        if event.key == "escape":
            self.dismiss("")
        elif key in self._answers:
            self.dismiss(key)


class InputWindow(ModalScreen[str]):
    """A line of input; the result is "" after Esc."""

    BINDINGS: ClassVar[list[BindingType]] = [("escape", "dismiss('')", "close")]

    def __init__(self, question: str, value: str = "") -> None:
        super().__init__()
        self._question, self._value = question, value

    def compose(self) -> ComposeResult:
        """Build the window."""
        with Vertical(classes="window small") as window:
            window.border_subtitle = "Enter accepts, Esc goes back"
            yield Static(self._question, markup=False)
            yield Input(self._value)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Close with what was typed."""
        self.dismiss(event.value.strip())


class ListWindow(ModalScreen[int]):
    """A list to choose from; the result is an index, -1 for none."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("escape,q,n", "dismiss(-1)", "close"),
    ]

    def __init__(self, title: str, items: Sequence[str]) -> None:
        super().__init__()
        self._title, self._items = title, items

    def compose(self) -> ComposeResult:
        """Build the window."""
        with Vertical(classes="window") as window:
            window.border_title = self._title
            window.border_subtitle = "Enter chooses, Esc closes"
            yield OptionList(*(Option(Text(item)) for item in self._items))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Close with the choice."""
        self.dismiss(event.option_index)


class RulesWindow(ModalScreen[None]):
    """The rules by case: a list, the text of the chosen one, and a line to search in."""

    BINDINGS: ClassVar[list[BindingType]] = [("escape", "dismiss", "close")]

    def __init__(self, game: str, case: str = "") -> None:
        super().__init__()
        self._game, self._case = game, case
        self._rules = title_of(game)
        self._shown: list[RuleText] = list(self._rules.rules_text(game))

    def compose(self) -> ComposeResult:
        """Build the window."""
        with Vertical(classes="window tall") as window:
            window.border_title = "Rules by case"
            window.border_subtitle = "type a case or a word · arrows · Esc closes"
            yield Input(self._case, placeholder="case number or word, as in 4.5 or bridge")
            with Horizontal():
                yield OptionList(id="cases")
                yield Static(id="rule", markup=False)

    def on_mount(self) -> None:
        """Fill the list."""
        self._fill(self._case)

    def on_input_changed(self, event: Input.Changed) -> None:
        """Search."""
        self._fill(event.value)

    def _fill(self, wanted: str) -> None:
        wanted = wanted.strip()
        rules = self._rules.rules_text(self._game)
        if wanted[:1].isdigit():
            self._shown = list(self._rules.rules_for(self._game, wanted))
        else:
            low = wanted.lower()
            self._shown = [r for r in rules if low in f"{r.title} {r.text}".lower()]
        cases = self.query_one("#cases", OptionList)
        cases.clear_options()
        cases.add_options([Option(Text(f"{r.case:>7}  {r.title}")) for r in self._shown])
        if self._shown:
            cases.highlighted = 0
            self._tell(0)
        else:
            self.query_one("#rule", Static).update("nothing found")

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Show a rule."""
        self._tell(event.option_index)

    def _tell(self, index: int) -> None:
        if index >= len(self._shown):
            return
        rule = self._shown[index]
        text = Text().append(f"[{rule.case}] {rule.title}\n\n", style="bold").append(rule.text)
        for one in rule.examples:
            text.append(f"\n\nAn example to play: {lesson_of(self._game, one).command}")
        self.query_one("#rule", Static).update(text)

    def on_key(self, event: Key) -> None:
        """Use the arrow keys for the list while the input line has the focus."""
        cases = self.query_one("#cases", OptionList)
        if event.key == "down":
            cases.action_cursor_down()
            event.stop()
        elif event.key == "up":
            cases.action_cursor_up()
            event.stop()
