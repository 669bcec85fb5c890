"""What tells that an environment's dynamics have changed: digests of its tables and of whole games.

`tests/envs/dynamics.json` has them with the version that they belong to. Raise a game's
`environment_version`, where its title registers it, when they change, then write them anew:

    python -m tests.envs.dynamics
"""

from __future__ import annotations

import hashlib
import json
import random
import sys
from pathlib import Path
from typing import Any

import bridgehead as bh
from bridgehead import players
from bridgehead.core.kernels.compiled import build
from bridgehead.core.titles.games import package_of
from bridgehead.envs.spaces import spaces

FILE = Path(__file__).with_suffix(".json")
GAMES = 6  # played for each digest; the first by day, all of them by night
EVERY = 25  # decisions, after which the whole position counts


def tables(game_id: str) -> dict[str, str]:
    """Return the digests of a game's data and of its numbering of actions and observations."""
    game = bh.load(game_id)
    made = spaces(game)
    return {
        "data": game.data.digest,
        "actions": made.actions.digest,
        "observations": made.observations.digest,
    }


def whole_game(game_id: str, seed: int) -> str:
    """Return a digest of a game between the default opponent and a player of random actions."""
    game = bh.load(game_id)
    draw = random.Random(f"dynamics {game_id} {seed}")
    sergeant, side = players.create(game, "sergeant", seed), game.sides[seed % 2]
    position: Any = game.start()
    made, count = hashlib.sha256(), 0
    while position.to_move is not None:
        legal = position.legal_actions()
        if position.to_move == side:
            text = sergeant.choose(position)
        else:
            text = legal[draw.randrange(len(legal))]
        made.update(f"{position.to_move} {len(legal)} {legal[0]} {legal[-1]} {text}\n".encode())
        if count % EVERY == 0:
            made.update(json.dumps([list(legal), position.to_dict()], sort_keys=True).encode())
        position.push(text)
        count += 1
    made.update(json.dumps(position.result.to_dict()["winner"]).encode())
    return made.hexdigest()[:16]


def kept() -> dict[str, Any]:
    """Return what the file says, by game."""
    found: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
    return found


def main() -> int:
    """Write the file; refuse where something has changed and its version has not."""
    before = kept() if FILE.exists() else {}
    after: dict[str, Any] = {}
    for info in bh.games():
        build(package_of(info.id))
        games = [whole_game(info.id, seed) for seed in range(GAMES)]
        after[info.id] = {"version": info.environment_version, **tables(info.id), "games": games}
        old = before.get(info.id, {})
        if old.get("version") == info.environment_version and old != after[info.id]:
            print(f"{info.id} has changed: raise its environment_version first")
            return 1
    FILE.write_text(json.dumps(after, indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
