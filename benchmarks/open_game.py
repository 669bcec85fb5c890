"""An open game in `bridgehead serve`: processor time of an action, and what the game keeps.

python -m benchmarks.open_game [GAME …] [--actions 200]

Both sides and the spectators each have a window. Every action is random, is told to the three, and
drawn; nothing is sent or stored. What the game keeps is measured by tracemalloc for three games,
without the caches that all games share.
"""

from __future__ import annotations

import gc
import random
import time
import tracemalloc
from typing import Any

import bridgehead as bh
from benchmarks.common import parser_of, say
from bridgehead.core.cache import Recent
from bridgehead.core.positions import past_states
from bridgehead.core.titles.games import game_info
from bridgehead.online.games.stored_logs import Stories
from bridgehead.online.live.readers import Reader
from bridgehead.render.hexes import sheet

GAMES = ["across-suez-1980", "suez-56", "el-arish-67", "october-war"]
SERIES = 3


class _Window:
    """A window that takes messages and forgets them."""

    def send(self, text: object) -> None:
        """Take a message."""


def play(game: str, count: int, seed: int) -> tuple[float, int, list[Any]]:
    """Play random actions; return processor seconds, actions, and what the server keeps."""
    record, chance, spent = bh.Record.new(bh.load(game)), random.Random(seed), 0.0
    stories = Stories()
    readers = [Reader(side, record, stories) for side in (*game_info(game).sides, None)]
    for reader in readers:
        reader.windows.add(_Window())  # type: ignore[arg-type]
        reader.settle()
        reader.prepare()
    while len(record.actions) < count and record.position.result is None:
        action = chance.choice(list(record.position.legal_actions()))
        began = time.process_time()
        before = record.position.copy()
        record.do(action)
        for reader in readers:
            reader.add(before, action, record.position, len(record.actions))
        if record.position.to_move != "dice":  # a draw follows in the same change
            for reader in readers:
                reader.change()
                reader.settle()
        record.position.drop_work()
        for reader in readers:
            reader.drop_work()
        spent += time.process_time() - began
    return spent, len(record.actions), [record, readers]


def _forget_shared() -> None:
    """Empty the caches that all games share."""
    for found in gc.get_objects():
        if isinstance(found, Recent):
            found._values.clear()
    past_states._unpacked.cache_clear()
    sheet._unit.cache_clear()
    gc.collect()


def main() -> None:
    parser = parser_of(__doc__)
    parser.add_argument("games", nargs="*", default=GAMES)
    parser.add_argument("--actions", type=int, default=200)
    asked = parser.parse_args()
    for game in asked.games:
        play(game, 30, 0)
        each = [play(game, asked.actions, seed)[:2] for seed in range(1, SERIES + 1)]
        best = min(spent / count for spent, count in each)
        say(f"{game}: processor time of an action", f"{1000 * best:.1f} ms")
        tracemalloc.start()
        _forget_shared()
        before = tracemalloc.get_traced_memory()[0]
        kept = [play(game, asked.actions, seed) for seed in range(SERIES)]
        _forget_shared()
        held = (tracemalloc.get_traced_memory()[0] - before) / SERIES
        tracemalloc.stop()
        say(f"… kept of a game after {kept[0][1]} actions", f"{held / 1024:.0f} KiB")


if __name__ == "__main__":
    main()
