"""What captain and general do in a second on one core: rollouts, lines, static evaluations.

python -m benchmarks.rollouts
"""

from __future__ import annotations

import bridgehead as bh
from benchmarks.common import best_seconds, parser_of, say
from bridgehead.players.learned import weights
from bridgehead.players.search.agent import Agent
from bridgehead.players.title_players import THINKERS

TIMES = 100


def main() -> None:
    parser_of(__doc__).parse_args()
    for info in bh.games():
        for rank in THINKERS:
            measure(bh.load(info.id), rank)


def measure(game: bh.Game, rank: str) -> None:
    agent = Agent(game, weights.load(game.id).net, 1, rank)
    state = game.start().arrays[1].copy()
    agent.play_out(state, turns=4)

    def rate(do: object) -> float:
        assert callable(do)
        do()
        return TIMES / best_seconds(lambda: [do() for _ in range(TIMES)])

    say(
        f"{game.id} {rank}",
        f"{rate(lambda: agent.rollout(state, agent.ahead)):6.0f} rollouts/s, "
        f"{rate(lambda: agent.principal_line(state)):6.0f} lines/s, "
        f"{rate(lambda: agent.judge(state)):7.0f} evaluations/s",
    )


if __name__ == "__main__":
    main()
