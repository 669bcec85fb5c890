"""Five ways to search, against the sergeant, with the same time a game.

    python -m benchmarks.ways_of_search [GAME] [--pairs N] [--processes P]

`tree`
    Monte Carlo tree search over the small decisions, open loop (a node is a row of decisions, the
    dice lie in the rollouts), widened as it is visited, the sergeant's choice first.
`flat`
    One decision ahead: every action (32 of them at most) is completed by the sergeant and looked at
    over the faces of the die, the worse half given up again and again.
`endings`
    Whole plans, by evolution, looked at to the end of the game: the captain.
`evolution`
    The same, looked at to the end of the reply and judged there.
`screening`
    The same, of several changes the best judged looked at: the general.

The first two judge as `evolution` does, at the end of the reply.

Tree and flat think about each decision, the others once a plan; so that all take the same time a
game, the former have `SHARE` of the seconds for each. docs/experiments.md keeps the figures.
"""

from __future__ import annotations

import argparse
import math
from typing import Any

from bridgehead.core.registry import load
from bridgehead.lab.ladder import ladder
from bridgehead.players import weights
from bridgehead.players.agent import Agent, Plan, State
from bridgehead.players.search import Budget, Candidate, Evolution, PlanSearch, Screening

SHARE = 0.3  # plans have about three decisions worth a search, before the next roll
EXPLORATION, WIDENING, WIDTH = 0.3, 1.5, 32


class Flat(PlanSearch):
    """Every action of the pending decision, completed by the sergeant."""

    def run(self) -> list[Candidate]:
        agent, root = self.agent, self.root
        first = self.sergeants()
        legal = [int(code) for code in agent.legal(root) if code != first.plan[0]]
        agent.random.shuffle(legal)
        found = [first]
        for code in legal[: WIDTH - 1]:
            plan, end = agent.principal_line(root, 0.0, (), code)
            found.append(Candidate(plan, {0: end}))
        rounds = max(1, math.ceil(math.log2(len(found))))
        for number in range(rounds):
            while True:
                for one in found:
                    self.rollout(one, 1)
                if self.budget.elapsed() >= (self.budget.seconds or 0.0) * (number + 1) / rounds:
                    break
            found.sort(key=lambda one: -one.prospects)
            found = found[: max(1, (len(found) + 1) // 2)]
        return [Candidate(found[0].plan[:1], {})]


class Tree(PlanSearch):
    """A tree of decisions; each visit completes a plan, looks at it once, and adds one node."""

    def run(self) -> list[Candidate]:
        agent = self.agent
        nodes: dict[Plan, dict[int, list[float]]] = {(): {}}
        visits = 0
        while visits == 0 or self.budget.is_left():
            path, first = self._descend(nodes)
            plan, end = agent.principal_line(self.root, 0.0, path, first)
            one = Candidate(plan, {0: end})
            one.points = [0.5] * visits  # look number `visits`: its face, its dice
            self.rollout(one, 1)
            points = one.points[-1]
            visits += 1
            for depth in range(min(len(plan), len(path) + 1)):
                node = nodes.setdefault(plan[:depth], {})
                entry = node.setdefault(plan[depth], [0.0, 0.0])
                entry[0] += 1
                entry[1] += points
        best = max(nodes[()].items(), key=lambda item: item[1][0])[0]
        return [Candidate((best,), {})]

    def _descend(self, nodes: dict[Plan, dict[int, list[float]]]) -> tuple[Plan, int]:
        """Return the decisions that lead to where a node is made, and the next one (-1: any)."""
        path: Plan = ()
        while (node := nodes.get(path)) is not None:
            seen = sum(entry[0] for entry in node.values())
            if node and len(node) < WIDENING * math.sqrt(seen + 1):
                after = self.agent.after(self.root, path)
                if self.agent.owner(after) == self.side:
                    new = [int(c) for c in self.agent.legal(after) if int(c) not in node]
                    if new:
                        return path, new[self.below(len(new))]
            if not node:
                return path, -1
            path += (max(node, key=lambda code: self._bound(node[code], seen)),)
        return path, -1

    def _bound(self, entry: list[float], seen: float) -> float:
        return entry[1] / entry[0] + EXPLORATION * math.sqrt(math.log(seen + 1) / entry[0])


class Searcher:
    """A player of one way; it keeps a plan while the position is what it expected."""

    seconds = 0.1

    def __init__(self, game: Any, seed: int, way: type[PlanSearch], rank: str = "general") -> None:
        self.game = game
        self.name = type(self).__name__
        self.way = way
        self._agent = Agent(game, weights.load(game.id).net, seed, rank)
        self._plan: Plan = ()
        self._expected = b""

    def choose(self, position: Any) -> str:
        state = position.arrays[1].copy()
        legal = self._agent.legal(state)
        if len(legal) == 1:
            return str(self.game.grammar.decode(int(legal[0])))
        if not self._plan or state.tobytes() != self._expected:
            self._plan = self._search(state)
        code, self._plan = self._plan[0], self._plan[1:]
        self._expected = self._agent.after(state, (code,)).tobytes() if self._plan else b""
        return str(self.game.grammar.decode(code))

    def _search(self, state: State) -> Plan:
        share = SHARE if self.way in (Flat, Tree) else 1.0
        return self.way(self._agent, state, Budget(self.seconds * share)).run()[0].plan


def tree(game: Any, seed: int) -> Searcher:
    """Make a player that searches a tree."""
    return Searcher(game, seed, Tree)


def flat(game: Any, seed: int) -> Searcher:
    """Make a player that looks one decision ahead."""
    return Searcher(game, seed, Flat)


def endings(game: Any, seed: int) -> Searcher:
    """Make a player that searches as the captain does."""
    return Searcher(game, seed, Evolution, "captain")


def evolution(game: Any, seed: int) -> Searcher:
    """Make a player that searches as the captain does, with the general's rollouts."""
    return Searcher(game, seed, Evolution)


def screening(game: Any, seed: int) -> Searcher:
    """Make a player that searches as the general does."""
    return Searcher(game, seed, Screening)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("game", nargs="?", default="across-suez-1980")
    parser.add_argument("--pairs", type=int, default=12)
    parser.add_argument("--processes", type=int, default=2)
    args = parser.parse_args()
    game = load(args.game)
    print("way         score         as first, as second   seconds a game")
    for way in (tree, flat, endings, evolution, screening):
        found = ladder(game, [way, "sergeant"], args.pairs, 1, args.processes)
        pairing = found["pairings"][0]
        wins, times = pairing["wins"][way.__name__], found["times"][way.__name__]
        sides = ", ".join(f"{side} {wins[side]} of {args.pairs}" for side in game.sides)
        print(
            f"{way.__name__:<11} {found['score'][way.__name__]:.3f}  {sides}  {times}", flush=True
        )


if __name__ == "__main__":
    main()
