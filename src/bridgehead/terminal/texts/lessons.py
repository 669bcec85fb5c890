"""The texts of a lesson in the terminal."""

from __future__ import annotations

from rich.text import Text

from bridgehead.core.titles.lesson import Guide
from bridgehead.terminal.session import Session

INK = "#6fd3d6"


def lesson_text(session: Session) -> Text:
    """Return the text of the lesson's pane, empty without a lesson."""
    guide = session.guide
    if guide is None:
        return Text()
    text = Text().append(heading(guide), f"bold {INK}")
    text.append(f" · {_keys(guide)}\n", "#9aa1ad")
    if guide.because and not guide.over:
        text.append(f"{guide.because}\n", "#9fd4a2")
    return text.append(what_to_do(guide))


def heading(guide: Guide) -> str:
    """Return the title of the lesson and the number of the step."""
    number = min(guide.at + 1, len(guide.lesson.steps))
    return f"{guide.lesson.title}, step {number} of {len(guide.lesson.steps)}"


def what_to_do(guide: Guide) -> str:
    """Return what the player is to do now."""
    if guide.due:
        return "Watch what happens."
    return guide.because if guide.over else guide.step.say


def places(session: Session) -> tuple[str, ...]:
    """Return the places that the present step of a lesson mentions."""
    guide = session.guide
    return () if guide is None or guide.due or guide.over else guide.step.places


def lesson_lines(session: Session) -> list[str]:
    """Return the lesson's text for the line mode."""
    guide = session.guide
    if guide is None:
        return []
    because = [guide.because] if guide.because and not guide.over else []
    ways = [f"  {' '.join(guide.wanted)}"] if len(guide.wanted) == 1 else _several(guide)
    how = ["next goes on."] if guide.reads else []
    last = (
        []
        if guide.wanted or guide.due or guide.reads
        else ["leave continues the game without the lesson."]
    )
    return [f"[{heading(guide)}]", *because, what_to_do(guide), *ways, *how, *last]


def _several(guide: Guide) -> list[str]:
    if not guide.wanted:
        return []
    return [f"  {action}" for action in (guide.step.all or guide.wanted)]


def _keys(guide: Guide) -> str:
    return ". next step, L leave" if guide.reads else "L leave the lesson"
