"""How long rollouts and the general's lines take along a game, and a digest of their results.

    python -m benchmarks.rollout_speed october-war [--positions N] [--games N]

Positions are taken along games of sergeants, the same each time. The digest covers the value of
each rollout, each line, and each player turn of whole games between sergeants: a change that only
makes them faster does not change it. Seconds are processor time of this thread.
"""

from __future__ import annotations

import argparse
import hashlib
import time
from typing import Any

import numpy as np

from benchmarks.common import say
from bridgehead.players.learned import weights
from bridgehead.players.search.agent import Agent
from bridgehead.titles.loading import load

EACH = 6  # rollouts from a position, one for each face of a die


def positions(agent: Agent, start: Any, count: int) -> list[Any]:
    """Return positions along games, four from each player turn, until the game is over."""
    found = []
    for number in range(count):
        state = start.copy()
        with agent.drawing(5, number):
            agent.play_out(state, turns=number // 4)
            agent.play_out(state, steps=number % 4 * 20)
        if agent.owner(state) >= 0:
            found.append(state)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("game")
    parser.add_argument("--positions", type=int, default=60)
    parser.add_argument("--games", type=int, default=50, help="whole games of sergeants")
    args = parser.parse_args()
    game: Any = load(args.game)
    agent = Agent(game, weights.load(game.id).net, 1, "general")
    digest, start = hashlib.sha256(), game.start().arrays[1].copy()
    states = positions(agent, start, args.positions)
    began = time.thread_time()
    for state in states:
        for face in range(EACH):
            with agent.drawing(1, face):
                digest.update(np.float64(agent.rollout(state, agent.ahead, face)).tobytes())
    rollout = (time.thread_time() - began) / len(states) / EACH
    began = time.thread_time()
    for state in states:
        for number in range(EACH):
            with agent.drawing(2, number):
                digest.update(agent.principal_line(state)[1].tobytes())
    line = (time.thread_time() - began) / len(states) / EACH
    decisions = 0
    for number in range(args.games):
        state = start.copy()
        with agent.drawing(3, number):
            while agent.owner(state) >= 0:
                decisions += agent.play_out(state, turns=1)
                digest.update(state.tobytes())
    say(
        game.id,
        f"a rollout {1e3 * rollout:.2f} ms, a line {1e3 * line:.2f} ms; {decisions} actions of"
        f" {args.games} games; digest {digest.hexdigest()[:24]}",
    )


if __name__ == "__main__":
    main()
