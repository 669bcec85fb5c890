"""The keys of the screen and the commands of the line mode, as they are told to a person."""

from __future__ import annotations

from typing import Any

from rich.text import Text

from bridgehead.core.registry import hex_title
from bridgehead.core.title import Lines

_EVERYWHERE: Lines = (
    ("arrows h j k l", "move the cursor; a click goes and acts there"),
    ("Tab, Shift+Tab", "next, previous unit that can act, target, or choice"),
    ("Enter", "choose the unit, do it here, take the choice"),
    ("Esc", "drop what is chosen"),
)
_BESIDES: Lines = (
    ("c", "counsel: what would a computer player do?"),
    ("u", "take back a decision, not past a roll"),
    ("w, o", "save the game, open another"),
    ("g", "the whole log"),
    ("r", "the rules by case; that of the last refusal"),
    ("z", "zoom: map, whole map, large map"),
    ("t", "how fast the computer plays"),
    ("R", "resign"),
    ("q", "quit"),
)
_COMMANDS: Lines = (
    ("show", "the map and the state of the game"),
    ("map [HEX]", "the same, or the map around a hex"),
    ("legal [UNIT]", "the legal actions, or those of a unit"),
)
_MORE_COMMANDS: Lines = (
    ("hint", "what a computer player would do, and its chance"),
    ("log [N]", "the last N lines of the log, all without N"),
    ("undo", "take back the last decision (not past a roll or a change of side)"),
    ("save [FILE], load FILE", "save the game, go on with another"),
)
_LAST_COMMANDS: Lines = (
    ("rules", "all rules by case"),
    ("quit", "leave"),
)


def keys_text(game: Any) -> Text:
    """Return the keys of the screen."""
    text = Text()
    own = hex_title(game.id).terminal.KEYS
    keys = {
        **own,
        "Everywhere": (*_EVERYWHERE, *own["Everywhere"]),
        "Besides": (*own.get("Besides", ()), *_BESIDES),
    }
    for heading, lines in keys.items():
        text.append(f"{heading}\n", style="bold #8ab8ff")
        for key, what in lines:
            text.append(f"  {key:<16}", style="bold").append(f"{what}\n")
    return text


def commands_text(game: Any) -> str:
    """Return the commands of the line mode."""
    title = hex_title(game.id).terminal
    lines = (
        *_COMMANDS,
        *title.commands(game),
        *_MORE_COMMANDS,
        ("help [CASE]", f"these commands, or the rule of a case: help {title.EXAMPLE_CASE}"),
        *_LAST_COMMANDS,
    )
    return "\n".join(
        f"  {command:<32}{what}" if len(command) < 32 else f"  {command}\n{'':<34}{what}"
        for command, what in lines
    )
