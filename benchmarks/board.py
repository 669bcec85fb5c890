"""How much of the drawn board is sent for an action: the whole, or the groups that change.

python -m benchmarks.board
"""

from __future__ import annotations

from tests.web.positions import recorded

import bridgehead as bh
from benchmarks.common import parser_of, say
from bridgehead.server.views import positions

GAMES = {"1980-time": "Across Suez", "suez-even": "Suez '56", "el-arish-even": "El Arish '67"}
FIRST, LAST = 60, 200  # actions of a recorded game


def characters(name: str) -> tuple[float, float]:
    """Return how many characters an action of a recorded game takes: whole board, changes only."""
    data = recorded(name)
    data.pop("result", None)
    actions = data["actions"]
    position = bh.Record.from_dict({**data, "actions": actions[:FIRST]}).position
    known, whole, changed = dict[str, str](), 0, 0
    for number, action in enumerate(actions[FIRST:LAST]):
        position.push(action)
        board = positions.board(position, position.view(None), None, positions.Layers())
        news = {name: each for name, each in board.items() if known.get(name) != each}
        known = board
        if number:  # the first one goes whole in any case
            whole += sum(map(len, board.values()))
            changed += sum(map(len, news.values()))
    count = LAST - FIRST - 1
    return whole / count, changed / count


def main() -> None:
    """Print a line for each game."""
    parser_of(__doc__).parse_args()
    for name, title in GAMES.items():
        whole, changed = characters(name)
        say(title, f"{whole / 1000:.0f} kB whole, {changed / 1000:.0f} kB what changes")


if __name__ == "__main__":
    main()
