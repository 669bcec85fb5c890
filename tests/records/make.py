"""Make the recorded games anew. Needed only where a rule was wrong; say so in the changelog.

python -m tests.records.make [NAME ...]

With names of records of Middle East Battles only these are made, on the data that they name.
"""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path
from typing import Any

import bridgehead as bh
from bridgehead import players
from bridgehead.core.titles.dataset import known_data
from bridgehead.core.titles.games import game_info, load_with
from tests.titles.across_suez.games import SETTINGS, load
from tests.titles.middle_east_battles import games as battles

FOLDER = Path(__file__).parent
ENDINGS = {
    "held": ("sergeant", "recruit"),
    "time": ("recruit", "sergeant"),
    "bridge moved": ("sergeant", "recruit"),
    "bridge lost": ("recruit", "sergeant"),
    "resigned": ("recruit", "recruit"),
}


def play(setting: str, ending: str, seed: int) -> Any:
    """Play one game; steer toward an ending that no player seeks."""
    game = load(setting)
    record = bh.Record.new(game, "seeded", seed=seed)
    israel, egypt = ENDINGS[ending]
    sides = {
        "israel": players.create(game, israel, seed),
        "egypt": players.create(game, egypt, seed + 1),
    }
    draw = random.Random(seed)
    while (side := record.position.to_move) is not None:
        if side == "dice":
            record.roll()
            continue
        action = sides[side].choose(record.position)
        if ending == "resigned" and record.position.turn == 3:
            action = "resign"
        if ending == "bridge moved":
            away = [a for a in record.position.legal_actions() if a.startswith("move baram-4")]
            if record.position.units["baram-4"] == "0112" and away:
                action = draw.choice(away)
        record.do(action)
    return record


# Middle East Battles: the ending that is wanted (winner's place among the sides, how), who plays
BATTLES = {
    "west": (0, "points", ("sergeant", "recruit")),
    "egypt": (1, "points", ("recruit", "sergeant")),
    "even": (-1, "draw", ("sergeant", "sergeant")),
    "resigned": (1, "resigned", ("recruit", "recruit")),
}


def play_battle(game: Any, seed: int, kinds: tuple[str, str], resigns: bool) -> Any:
    """Play one game of Middle East Battles."""
    record = bh.Record.new(game, "seeded", seed=seed)
    sides = {
        side: players.create(game, kind, seed) for side, kind in zip(game.sides, kinds, strict=True)
    }
    while (side := record.position.to_move) is not None:
        if side == "dice":
            record.roll()
            continue
        action = sides[side].choose(record.position)
        if resigns and side == game.sides[0] and record.position.turn == 2:
            action = "resign"
        record.do(action)
    return record


def make_battle(game: Any, name: str, file: str) -> None:
    """Make a game with one of the endings."""
    winner, ending, kinds = BATTLES[name]
    for seed in range(400):
        # recruits draw too, and differently
        chosen = ("recruit", "recruit") if name == "even" and seed % 2 else kinds
        record = play_battle(game, seed, chosen, name == "resigned")
        result, sides = record.position.result, record.game.sides
        wanted = "draw" if winner < 0 else sides[winner]
        if (result.winner, result.ending) == (wanted, ending):
            record.save(FOLDER / f"{file}.json")
            print(file, seed, len(record.actions), record.position.turn)
            return
    raise SystemExit(f"{file}: no game ended {name!r}")


def make_battles() -> None:
    for setting in battles.SETTINGS:
        for name in BATTLES:
            make_battle(battles.load(setting), name, f"{setting} {name}".replace(" ", "-"))


def make_again(file: str) -> None:
    """Make a record of Middle East Battles anew, on the data that it names."""
    told = json.loads((FOLDER / f"{file}.json").read_text(encoding="utf-8"))
    data = known_data(game_info(told["game"]).data, told["data"]["digest"])
    game = load_with(told["game"], told.get("options", ()), data=data)
    make_battle(game, file.rpartition("-")[2], file)


def make_a_long_one() -> None:
    """Make a game of Suez '56 that goes to the last turn and holds a DE, which is rare."""
    for seed in range(400):
        record = play_battle(battles.load("suez"), seed, ("recruit", "recruit"), resigns=False)
        position, seen = record.game.start(), set()
        for action in record.actions:
            if action.startswith("roll") and position.step == "roll":
                seen.add(position.pending_odds().table[int(action[5:]) - 1])
            position.push(action)
        if "DE" in seen and position.turn == 12:
            record.save(FOLDER / "suez-long.json")
            print("suez-long", seed, len(record.actions))
            return
    raise SystemExit("suez: no long game with a DE")


def main() -> None:
    if sys.argv[1:]:
        for file in sys.argv[1:]:
            make_again(file)
        return
    make_battles()
    make_a_long_one()
    for setting in SETTINGS:
        for ending in ENDINGS:
            if ending == "bridge lost" and not setting.startswith("reprint"):
                continue  # the game goes on in the other editions
            for seed in range(300):
                record = play(setting, ending, seed)
                if record.position.result.ending == ending:
                    name = f"{setting} {ending}".replace(" ", "-")
                    record.save(FOLDER / f"{name}.json")
                    print(name, seed, len(record.actions))
                    break
            else:
                raise SystemExit(f"{setting}: no game ended with {ending!r}")
            data = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
            assert data["result"]["ending"] == ending


if __name__ == "__main__":
    main()
