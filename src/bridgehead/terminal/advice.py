"""What would you do? A computer player's hint as a text, for the screen and line by line."""

from __future__ import annotations

from rich.text import Text

from bridgehead.players.hints import Hint, HintLine, about
from bridgehead.terminal.session import Session


def before_dice(line: HintLine) -> list[str]:
    """Return the actions of a plan up to the dice: the last one is left out where they follow."""
    return list(line.plan[:-1] if line.rolls else line.plan)


def playing(line: HintLine) -> str:
    """Return how far a plan is played, in words."""
    return "play it up to the dice" if line.rolls else "play it"


def steps(line: HintLine) -> list[str]:
    """Return the actions of a plan, numbered."""
    return [f"{number:>3}  {action}" for number, action in enumerate(line.plan, 1)]


def hint_text(hint: Hint, *, unfolded: bool = False) -> Text:
    """Return a hint as a text: the plan, also step by step, the chance, and what else there is."""
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
    """Return the same for the line mode."""
    others = [f"  or, {about(line.chance)}: {in_words(line)}" for line in hint.lines[1:]]
    why = [f"  - {reason.text}" for reason in hint.reasons]
    more = [f"  hint steps tells all {len(hint.plan)} steps, hint play plays them."]
    return [
        in_words(hint.lines[0]), hint.told, *why, *others, thought(hint),
        *(more if len(hint.plan) > 1 else []),
    ]  # fmt: skip


def in_words(line: HintLine) -> str:
    """Return a plan in words: what a long one is for, what a short one does."""
    return line.headline or line.sentence


def thought(hint: Hint) -> str:
    """Return who has thought, and for how long."""
    ahead = f", {hint.looks} looks ahead" if hint.looks else ""  # none where there is one plan
    return f"{hint.player}{ahead} in {hint.seconds:.1f} s; first: {hint.action}"


def after_the_end(session: Session) -> str:
    """Return how to find out what a game turned on."""
    file = session.path or "FILE"
    return f"bridgehead analyse {file} shows what decided the game."
