"""Games of Across Suez played at random, for tests that look at every decision."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import bridgehead as bh

OPTIONS = (
    "airborne_units",
    "kuwaiti_palestinian",
    "marines",
    "commandos",
    "airborne_operations",
    "amphibious_operations",
)
SETTINGS: dict[str, dict[str, Any]] = {
    "1980": {"game": "across-suez-1980"},
    "reprint": {"game": "across-suez-reprint"},
    "reprint with all options": {
        "game": "across-suez-reprint",
        **dict.fromkeys(OPTIONS, True),
    },
}


def load(setting: str) -> Any:
    """Load one of the settings."""
    return bh.load(**SETTINGS[setting])


def choose(position: Any, draw: random.Random) -> str:
    """Choose an action: phases are ended early now and then, so that games differ in shape."""
    actions = position.legal_actions()
    if "end" in actions and draw.random() < 0.04:
        return "end"
    if "fire" in actions and draw.random() < 0.5:
        return "fire"
    return str(actions[draw.randrange(len(actions))])


def walk(setting: str, seed: int) -> Iterator[tuple[Any, str]]:
    """Yield (position, action about to be taken) through one game; the position goes on."""
    draw = random.Random(seed)
    position = load(setting).start()
    while position.to_move is not None:
        action = choose(position, draw)
        yield position, action
        position.push(action)
    yield position, ""


def scatter(setting: str, seed: int) -> Any:
    """Return a position with units thrown about the map: closer to fights than games get."""
    draw = random.Random(seed)
    game = load(setting)
    land = [h for i, h in enumerate(game.hexes) if game.board[0].land[i]]
    west, north = draw.randrange(1, 12), draw.randrange(1, 12)
    near = [h for h in land if west <= int(h[:2]) < west + 7 and north <= int(h[2:]) < north + 9]
    draw.shuffle(near)
    units: dict[str, str] = {}
    for counter in game.counters:
        chance = draw.random()
        if chance < 0.55 and near:
            units[counter["id"]] = near.pop()
        elif chance < 0.75:
            units[counter["id"]] = "off"
        elif chance < 0.85 and counter["side"] == "israel" and counter["type"] != "bridge":
            units[counter["id"]] = "across"
    if draw.random() < 0.4 and "0112" not in units.values():
        units["baram-4"] = "0112"
    side = draw.choice(["israel", "egypt"])
    phase = draw.choice(["movement", "movement", "combat"])
    turn = draw.randrange(1, 8)
    return game.position(
        {"game": game.id, "turn": turn, "side": side, "phase": phase, "units": units}
    )
