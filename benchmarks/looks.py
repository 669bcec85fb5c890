"""What captain and general can look at in a second on one core: looks, drafts, glances.

python -m benchmarks.looks
"""

from __future__ import annotations

import bridgehead as bh
from benchmarks.common import best_seconds, say
from bridgehead.players import weights
from bridgehead.players.mind import Mind
from bridgehead.players.registry import THINKERS

TIMES = 100


def main() -> None:
    for info in bh.games():
        for rank in THINKERS:
            measure(bh.load(info.id), rank)


def measure(game: bh.Game, rank: str) -> None:
    mind = Mind(game, weights.load(game.id).net, 1, rank)
    state = game.start().arrays[1].copy()
    mind.follow(state, turns=4)

    def rate(do: object) -> float:
        assert callable(do)
        do()
        return TIMES / best_seconds(lambda: [do() for _ in range(TIMES)])

    say(
        f"{game.id} {rank}",
        f"{rate(lambda: mind.look(state, mind.ahead)):6.0f} looks/s, "
        f"{rate(lambda: mind.draft(state)):6.0f} drafts/s, "
        f"{rate(lambda: mind.judge(state)):7.0f} glances/s",
    )


if __name__ == "__main__":
    main()
