"""The keys of the screen and the commands of the line mode, as they are told to a person."""

from __future__ import annotations

from rich.text import Text

KEYS = (
    ("Everywhere", (
        ("arrows h j k l", "move the cursor; a click goes and acts there"),
        ("Tab, Shift+Tab", "next, previous unit that can act, target, or choice"),
        ("Enter", "choose the unit, do it here, take the choice"),
        ("Esc", "drop what is chosen"),
        ("e", "end the phase; decline an advance"),
    )),
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
    ("Besides", (
        ("u", "take back a decision, not past a roll"),
        ("w, o", "save the game, open another"),
        ("g", "the whole log"),
        ("r", "the rules by case; that of the last refusal"),
        ("z", "zoom: map, whole map, large map"),
        ("t", "how fast the computer plays"),
        ("R", "resign"),
        ("q", "quit"),
    )),
)  # fmt: skip

COMMANDS = (
    ("show, map", "the map and the state of the game"),
    ("legal [UNIT]", "the legal actions, or those of a unit"),
    ("ACTION", "any action: move erez-1 0415, attack 0910 with matt-3 matt-2 fire, end, resign"),
    ("odds HEX with UNIT … [support]", "what an attack would be"),
    ("why UNIT HEX", "why a unit cannot go to a hex"),
    ("path UNIT HEX", "the cheapest way there, and its cost"),
    ("hex HEX", "terrain, roads, ridges, who stands there"),
    ("units [SIDE]", "where the units are"),
    ("line", "the line of communication"),
    ("log [N]", "the last N lines of the log, all without N"),
    ("undo", "take back the last decision (not past a roll or a change of side)"),
    ("save [FILE], load FILE", "save the game, go on with another"),
    ("help [CASE]", "these commands, or the rule of a case: help 4.5"),
    ("rules", "all rules by case"),
    ("quit", "leave"),
)


def keys_text() -> Text:
    """Return the keys of the screen."""
    text = Text()
    for title, keys in KEYS:
        text.append(f"{title}\n", style="bold #8ab8ff")
        for key, what in keys:
            text.append(f"  {key:<16}", style="bold").append(f"{what}\n")
    return text


def commands_text() -> str:
    """Return the commands of the line mode."""
    return "\n".join(f"  {command:<32}{what}" for command, what in COMMANDS)
