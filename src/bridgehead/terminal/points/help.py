"""The keys and commands of a title of points, as they are told to a person."""

from __future__ import annotations

from rich.text import Text

Lines = tuple[tuple[str, str], ...]

KEYS: tuple[tuple[str, Lines], ...] = (
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
COMMANDS: Lines = (
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
    ("hint", "what a computer player would do, and its chance"),
    ("log [N]", "the last N lines of the log, all without N"),
    ("undo", "take back the last decision (not past a roll or a change of side)"),
    ("save [FILE], load FILE", "save the game, go on with another"),
    ("help [CASE], rules", "these commands, the rule of a case, all rules"),
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
    return "\n".join(f"  {command:<26}{what}" for command, what in COMMANDS)
