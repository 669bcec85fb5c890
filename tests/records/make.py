"""Make the recorded games anew. Needed only where a rule was wrong; say so in the changelog.

python -m tests.records.make
"""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import bridgehead as bh
from bridgehead import players
from tests.across_suez.games import SETTINGS, load

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


def main() -> None:
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
