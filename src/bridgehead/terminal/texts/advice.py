"""Hints of a computer player as text, for the screen and the line mode."""

from __future__ import annotations

from rich.text import Text

from bridgehead.players.advice.hints import Hint, HintLine, about
from bridgehead.terminal.session import Session


def before_dice(line: HintLine) -> list[str]:
    """Return the actions of a plan before the first roll."""
    return list(line.plan[:-1] if line.rolls else line.plan)


def playing(line: HintLine) -> str:
    """Return a sentence about the part of a plan that is played automatically."""
    return "play it up to the dice" if line.rolls else "play it"


def steps(line: HintLine) -> list[str]:
    """Return the actions of a plan, numbered."""
    return [f"{number:>3}  {action}" for number, action in enumerate(line.plan, 1)]


def hint_text(hint: Hint, *, unfolded: bool = False) -> Text:
    """Return a hint as text: the plan, step by step if `unfolded`, the chance, and alternatives."""
    text = Text().append(f"{in_words(hint.lines[0])}\n\n", style="bold")
    if unfolded:
        text.append("\n".join(steps(hint.lines[0])) + "\n\n")
    text.append(f"{hint.told}\n")
    for reason in hint.reasons:
        text.append(f"• {reason.text}\n")
    if len(hint.lines) > 1:
        text.append("\nOr else\n", style="bold #8ab8ff")
    for line in hint.lines[1:]:
        text.append(f"{about(line.chance)}: ", style="#9aa1ad")
        text.append(f"{in_words(line)}\n")
    return text.append(f"\n{thought(hint)}", style="#9aa1ad")


def hint_lines(hint: Hint) -> list[str]:
    """Return a hint as lines for the line mode."""
    others = [f"  or, {about(line.chance)}: {in_words(line)}" for line in hint.lines[1:]]
    why = [f"  - {reason.text}" for reason in hint.reasons]
    more = [f"  hint steps tells all {len(hint.plan)} steps, hint play plays them."]
    return [
        in_words(hint.lines[0]), hint.told, *why, *others, thought(hint),
        *(more if len(hint.plan) > 1 else []),
    ]  # fmt: skip


def in_words(line: HintLine) -> str:
    """Return a plan in words: the purpose of a long one, the actions of a short one."""
    return line.headline or line.sentence


def thought(hint: Hint) -> str:
    """Return the name of the player that gave a hint, and its thinking time."""
    looks = "look" if hint.looks == 1 else "looks"
    ahead = f", {hint.looks} {looks} ahead" if hint.looks else ""  # none where there is one plan
    return f"{hint.player}{ahead} in {hint.seconds:.1f} s; first: {hint.action}"


def after_the_end(session: Session) -> str:
    """Return a text about how to analyze a finished game."""
    file = session.path or "FILE"
    return f"bridgehead analyse {file} shows what decided the game."
