"""The keys of the screen and the commands of the line mode, as they are told to a person."""

from __future__ import annotations

from typing import Any

from rich.text import Text

from bridgehead.core.pointmap import PointMap
from bridgehead.terminal.hexes import words

Lines = tuple[tuple[str, str], ...]

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
ACROSS_SUEZ: tuple[tuple[str, Lines], ...] = (
    ("Everywhere", (*_EVERYWHERE, ("e", "end the phase; decline an advance"))),
    ("Moving", (
        ("Enter", "choose a unit; go to a lit hex (points left)"),
        ("n", "the units that can arrive, land or be placed"),
        ("x", "cross the canal"),
    )),
    ("Fighting", (
        ("Enter, a", "on a target: prepare an attack"),
        ("space", "add or drop the attacker under the cursor"),
        ("s", "artillery support"),
        ("f", "fire"),
    )),
    ("Besides", _BESIDES),
)  # fmt: skip
MIDDLE_EAST: tuple[tuple[str, Lines], ...] = (
    ("Everywhere", (
        *_EVERYWHERE,
        ("e", "end the phase; no advance; no (more) protective fire"),
    )),
    ("Setting up, moving", (
        ("Enter", "choose a unit, the other one of a stack; go to a lit hex"),
        ("d", "set up the rest as is suggested"),
        ("n", "the units off the map that can come, and how"),
        ("v", "another way: exit, lift, cross, back to the box …"),
        ("x", "cross with an engineer's help; the next engineer"),
    )),
    ("Fighting", (
        ("Enter, a", "on a target: prepare an attack"),
        ("space", "add or drop the attacker, or a further target"),
        ("s, + and -", "kind and number of airstrikes and naval guns"),
        ("f", "fire"),
    )),
    ("Besides", (("p", "the victory points, by what they were given for"), *_BESIDES)),
)  # fmt: skip

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
ACROSS_SUEZ_COMMANDS: Lines = (
    *_COMMANDS,
    ("ACTION", "any action: move erez-1 0415, attack 0910 with matt-3 matt-2 fire, end, resign"),
    ("odds HEX with UNIT … [support]", "what an attack would be"),
    ("why UNIT HEX", "why a unit cannot go to a hex"),
    ("path UNIT HEX", "the cheapest way there, and its cost"),
    ("hex HEX", "terrain, roads, ridges, who stands there"),
    ("units [SIDE]", "where the units are"),
    ("line", "the line of communication"),
    *_MORE_COMMANDS,
    ("help [CASE]", "these commands, or the rule of a case: help 4.5"),
    *_LAST_COMMANDS,
)
MIDDLE_EAST_COMMANDS: Lines = (
    *_COMMANDS,
    ("ACTION", "any action: deploy, move UNIT HEX, enter UNIT ENTRY HEX, end, resign"),
    ("attack HEX [also HEX …] with UNIT … [MARKERS] [fire]", "a whole attack in one line"),
    ("odds HEX [also HEX …] with UNIT … [MARKERS]", "what an attack would be, on both tables"),
    ("MARKERS", "{markers}"),
    ("why UNIT HEX [WAY], why ACTION", "why a unit cannot go there, why an action is refused"),
    ("path UNIT HEX [WAY]", "the cheapest way there, and its cost; WAY is move, exit, enter …"),
    ("hex HEX", "terrain, roads, water, objectives, who stands there"),
    ("units [SIDE]", "where the units are"),
    ("points", "the victory points, by what they were given for"),
    *_MORE_COMMANDS,
    ("help [CASE]", "these commands, or the rule of a case: help 7.3"),
    *_LAST_COMMANDS,
)
POINTS: tuple[tuple[str, Lines], ...] = (
    ("Choosing", (
        ("Tab, Shift+Tab", "next, previous line of the menu"),
        ("Enter", "take it: a counter, a destination, a way; or act at the cursor"),
        ("Esc", "one menu up"),
        ("m", "the whole menu as a list"),
        (":", "type an action, as in  move 14-armor tasa"),
        ("e", "end, pass, stay or hold"),
        ("d", "set up the rest as is suggested"),
        ("c", "counsel: what would a computer player do?"),
        ("u", "take back a decision, not past a roll"),
    )),
    ("Looking", (
        ("arrows h j k l", "move the cursor from point to point; a click goes and acts there"),
        ("x", "the other theater"),
        ("z", "a larger map"),
        ("i", "all stacks"),
        ("b", "boxes, strikes, stocks, events"),
        ("f", "the battle: columns, shifts, what each face brings"),
        ("p", "the victory points"),
        ("g", "the whole log"),
    )),
    ("Besides", (
        ("w, o", "save the game, open another"),
        ("r", "the rules by case"),
        ("t", "how fast the computer plays"),
        ("R", "resign"),
        ("q", "quit"),
    )),
)  # fmt: skip
POINTS_COMMANDS: Lines = (
    ("show", "the maps and the state of the game"),
    ("menu [WORD …]", "what can be done, numbered; only what a word names"),
    ("NUMBER", "choose that line of the menu; 0 goes back"),
    ("ACTION", "any action: move 14-armor tasa, attack fort-hizayon, end, resign"),
    ("map [THEATER | POINT]", "both maps, or one"),
    ("stack POINT", "a point or reserve area: who is known to stand there"),
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
    across_suez = words.is_across_suez(game)
    tables = (
        POINTS if isinstance(game.map, PointMap) else ACROSS_SUEZ if across_suez else MIDDLE_EAST
    )
    for title, keys in tables:
        text.append(f"{title}\n", style="bold #8ab8ff")
        for key, what in keys:
            text.append(f"  {key:<16}", style="bold").append(f"{what}\n")
    return text


def commands_text(game: Any) -> str:
    """Return the commands of the line mode."""
    if isinstance(game.map, PointMap):
        return "\n".join(f"  {command:<26}{what}" for command, what in POINTS_COMMANDS)
    if words.is_across_suez(game):
        return "\n".join(f"  {command:<32}{what}" for command, what in ACROSS_SUEZ_COMMANDS)
    markers = " ".join(
        f"{name} N" if name.endswith("air") else name for name in game.markers if name
    )
    lines = [(command, what.format(markers=markers)) for command, what in MIDDLE_EAST_COMMANDS]
    return "\n".join(
        f"  {command:<32}{what}" if len(command) < 32 else f"  {command}\n{'':<34}{what}"
        for command, what in lines
    )
