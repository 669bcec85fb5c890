"""What the tests of the terminal share: sessions, a tiny player, the line mode as a function."""

import io
import random
from pathlib import Path
from typing import Any

import bridgehead as bh
from bridgehead.core.dice.dice import Secrets
from bridgehead.terminal.hexes.plain import HexLineGame as LineGame
from bridgehead.terminal.hexes.session import HexSession as Session

Y1980 = "across-suez-1980"
REPRINT = "across-suez-reprint"


class Stumbler:
    """Plays any legal action, but ends a phase rather sooner than later."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def choose(self, position: Any) -> str:
        actions = position.legal_actions()
        if "end" in actions and self.random.random() < 0.3:
            return "end"
        return str(actions[self.random.randrange(len(actions))])


def stumbler(game: Any, name: str, seed: int) -> Stumbler:
    """Make one, whatever its name."""
    return Stumbler(seed)


def session(
    game: str = Y1980,
    start: dict[str, Any] | None = None,
    players: dict[str, str] | None = None,
    path: Path | None = None,
    **options: bool,
) -> Session:
    """Return a session with seeded dice."""
    loaded = bh.load(game, **options)
    position = None if start is None else loaded.position({"game": game, **start})
    record = bh.Record.new(loaded, "seeded", seed=3, start=position)
    return Session(record, players or {}, path=path, seed=1, make=stumbler)


def lines(script: str, played: Session | None = None, encoding: str = "utf-8") -> str:
    """Play a script in the line mode and return what was written."""
    sink = io.TextIOWrapper(io.BytesIO(), encoding=encoding, newline="")
    status = LineGame(played or session(), io.StringIO(script), sink).run()
    assert status == 0
    sink.seek(0)
    return sink.read()


def secrets(folder: Path) -> Secrets:
    """Return a place for the secrets of committed dice."""
    return Secrets(folder)


# A day turn in which much can be done: units arrive, cross, attack with artillery
DAY = {
    "turn": 3,
    "side": "israel",
    "units": {
        "reshef-1": "0210", "reshef-2": "0308", "sharon": "0211", "matt-2": "0911",
        "matt-3": "0810", "amir-1": "across", "baram-1": "off", "baram-4": "off",
        "16-4": "0910", "16-1": "0512", "14-21-2": "0407", "25-1": "off",
    },
}  # fmt: skip
