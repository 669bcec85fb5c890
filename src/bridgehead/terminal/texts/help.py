"""Help texts: the keys of the screen and the commands of the line mode."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.text import Text

from bridgehead.core.titles.games import hex_title, point_title, title_of
from bridgehead.core.titles.screens import Lines

_EVERYWHERE: Lines = (
    ("arrows h j k l", "move the cursor; a click goes and acts there"),
    ("Tab or n, N", "next, previous unit that can act, target, choice"),
    ("Enter", "choose the unit here, do it here, take the choice"),
    ("Esc", "drop what is chosen"),
)
_BESIDES: Lines = (
    ("b", "the briefing: how the game is won, how it stands"),
    ("c", "hint: what would a computer player do?"),
    ("u", "take back a decision, not past a roll"),
    ("w, o", "save the game, open another"),
    ("g", "the whole log"),
    ("r", "the rules by case; that of the last refusal"),
    ("z", "zoom: map, whole map, large map"),
    ("t", "how fast the computer plays"),
    ("R", "resign"),
    ("., L", "in a lesson: the next step; leave it and play on"),
    ("q", "quit"),
)
_COMMANDS: Lines = (
    ("show", "the map and the state of the game"),
    ("map [HEX]", "the same, or the map around a hex"),
    ("legal [UNIT]", "the legal actions, or those of a unit"),
)
_MORE_COMMANDS: Lines = (
    ("brief", "the briefing: how the game is won, what to worry about, first moves"),
    ("goals", "the victory conditions as they stand"),
    ("hint [steps, play]", "what a computer player would do, and its chance; its steps; play them"),
    ("log [N]", "the last N lines of the log, all without N"),
    ("undo", "take back the last decision (not past a roll or a change of side)"),
    ("take back UNIT …", "in your set-up: take units back; place UNIT HEX moves a placed one"),
    ("next, leave", "in a lesson: the next step; leave it and play on"),
    ("save [FILE], load FILE", "save the game, open another"),
)
_LAST_COMMANDS: Lines = (
    ("rules", "all rules by case"),
    ("quit", "leave"),
)
_POINTS: Mapping[str, Lines] = {
    "Choosing": (
        ("Tab or n, N", "next, previous line of the menu"),
        ("Enter", "choose it: a counter, a destination, a way; or act at the cursor"),
        ("Esc", "one menu up"),
        ("m", "the whole menu as a list"),
        (":", "type an action, as in  {example}"),
        ("E or e", "end, pass, stay or hold"),
        ("d", "set up the rest as suggested"),
        ("c", "hint: what would a computer player do?"),
        ("u", "take back a decision, not past a roll"),
    ),
    "Looking": (
        ("arrows h j k l", "move the cursor from point to point; a click goes and acts there"),
        ("x", "the other theater"),
        ("z", "a larger map"),
        ("i", "all stacks"),
        ("b", "the briefing: how the game is won, how it stands"),
        ("B", "boxes, strikes, stocks, events"),
        ("f", "the battle: columns, shifts, what each face brings"),
        ("p", "the victory points"),
        ("g", "the whole log"),
    ),
    "Besides": (
        ("w, o", "save the game, open another"),
        ("r", "the rules by case"),
        ("t", "how fast the computer plays"),
        ("R", "resign"),
        ("., L", "in a lesson: the next step; leave it and play on"),
        ("q", "quit"),
    ),
}
_POINTS_COMMANDS: Lines = (
    ("show", "the maps and the state of the game"),
    ("menu [WORD …]", "the possible actions, numbered; with a word, only those that match"),
    ("NUMBER", "choose this line of the menu; 0 goes back"),
    ("ACTION", "any action: {examples}"),
    ("map [THEATER | POINT]", "both maps, or one"),
    ("stack POINT", "a point or reserve area and the units known there"),
    ("stacks [THEATER]", "all stacks"),
    ("boxes", "what lies off the map: stocks, strikes, events, boxes, turn track"),
    ("air, events, points", "strikes by mission; events; victory points"),
    ("battle", "the battle: columns, shifts, what each face of the die brings"),
    ("legal [WORD …]", "the legal actions as they are typed"),
    ("why ACTION", "why an action is refused"),
    *_MORE_COMMANDS,
    ("help [CASE], rules", "these commands, the rule of a case, all rules"),
    ("quit", "leave"),
)


def keys_text(game: Any) -> Text:
    """Return the keys of the screen."""
    text = Text()
    for heading, lines in _keys(game.id).items():
        text.append(f"{heading}\n", style="bold #8ab8ff")
        for key, what in lines:
            text.append(f"  {key:<16}", style="bold").append(f"{what}\n")
    return text


def _keys(game_id: str) -> Mapping[str, Lines]:
    """Return the keys by heading."""
    return {"hexes": _hex_keys, "points": _point_keys}[title_of(game_id).kind](game_id)


def _point_keys(game_id: str) -> Mapping[str, Lines]:
    return {
        heading: tuple((key, _with_examples(game_id, what)) for key, what in lines)
        for heading, lines in _POINTS.items()
    }


def _hex_keys(game_id: str) -> Mapping[str, Lines]:
    own = hex_title(game_id).terminal.KEYS
    return {
        **own,
        "Everywhere": (*_EVERYWHERE, *own["Everywhere"]),
        "Besides": (*own.get("Besides", ()), *_BESIDES),
    }


def _with_examples(game_id: str, text: str) -> str:
    terminal = point_title(game_id).terminal
    return text.format(example=terminal.EXAMPLE, examples=terminal.EXAMPLES)


def commands_text(game: Any) -> str:
    """Return the commands of the line mode."""
    return {"hexes": _hex_commands, "points": _point_commands}[title_of(game.id).kind](game)


def _point_commands(game: Any) -> str:
    return "\n".join(
        f"  {command:<26}{_with_examples(game.id, what)}" for command, what in _POINTS_COMMANDS
    )


def _hex_commands(game: Any) -> str:
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
