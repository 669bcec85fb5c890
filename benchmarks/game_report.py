"""Print a game of a computer player against itself, decision by decision, to be read by a person.

    python -m benchmarks.game_report GAME [--player general] [--seconds 0.3] [--rollouts N]
        [--seed N] [--turns N] [--brief]

Each plan is printed with the prospects of the next best plans; `!!` marks what
`players.advice.foolish` calls foolish, and the last lines count it. `--brief` prints only these
counts. Thinking time is processor time, so other work on the machine does not shorten it.
`sergeant` has no plans. `docs/players.md` has the counts.
"""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np

import bridgehead as bh
from benchmarks.variants import Changed, Variant
from bridgehead import players
from bridgehead.players.advice.foolish import Watch

SHOWN = 3  # plans that are printed


class Spoken(Changed):
    """A thinker that keeps the plans it chose from."""

    considered: tuple[Any, ...] = ()

    def _best(self, state: Any, legal: Any) -> tuple[int, ...]:
        search, _ = self._search(state)
        try:
            found = search.run()
        finally:
            self._agent.deadline = None
        self.considered = tuple(one for one in found if one.plan[0] in legal)
        return tuple(self.considered[0].plan)

    def told(self) -> list[str]:
        """Return the plans that were considered last, one line each."""
        lines = []
        for one in self.considered[:SHOWN]:
            texts = [self.game.grammar.decode(code) for code in one.plan]
            begin = ", ".join(texts[:6]) + (f" ... ({len(texts)})" if len(texts) > 6 else "")
            lines.append(f"    {one.prospects:.3f} ({len(one.points)}) {begin}")
        self.considered = ()
        return lines


def report(
    game: Any, name: str, seconds: float, rollouts: int | None, seed: int, turns: int, brief: bool
) -> Watch:
    """Play a game and print it; return the foolish moves found."""
    watch = Watch(game)
    makers: list[Any]
    if name.partition(":")[0] in ("captain", "general"):
        makers = [Spoken(Variant(name, seconds, rollouts), game, seed + i) for i in range(2)]
    else:
        makers = [players.create(game, name, seed + i) for i in range(2)]
    by_side = dict(zip(game.sides, makers, strict=True))
    random = np.random.default_rng(seed)
    position: Any = game.start()
    now = None
    while position.to_move is not None and position.turn <= turns:
        mover = str(position.to_move)
        legal = position.legal_actions()
        if mover == "dice":
            action = str(legal[int(random.random() * len(legal))])
        else:
            action = by_side[mover].choose(position)
        told = len(watch.found)
        watch.tell(position, action)
        if not brief:
            if (position.turn, position.side, mover) != now:
                now = position.turn, position.side, mover
                print(f"-- turn {position.turn}, {position.side}'s; {mover} decides")
            spoken = by_side.get(mover)
            for line in spoken.told() if isinstance(spoken, Spoken) else ():
                print(line)
            events = "; ".join(event.text for event in position.describe(action))
            print(f"  {action} | {events}")
        for foolish in watch.found[told:]:
            print(f"!! {foolish}", flush=True)
        position.push(action)
    told = len(watch.found)
    watch.close()
    for foolish in watch.found[told:]:
        print(f"!! {foolish}")
    print(f"result: {position.result}")
    print(f"foolish: {sum(watch.counts.values())} {dict(watch.counts)}; repulsed {watch.repulsed}")
    return watch


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("game")
    parser.add_argument("--player", default="general")
    parser.add_argument("--seconds", type=float, default=0.3, help="a plan")
    parser.add_argument("--rollouts", type=int, help="a plan, instead of seconds")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=int, default=1)
    parser.add_argument("--turns", type=int, default=99)
    parser.add_argument("--brief", action="store_true")
    args = parser.parse_args()
    game = bh.load(args.game)
    total: dict[str, int] = {}
    for number in range(args.games):
        watch = report(game, args.player, args.seconds, args.rollouts, args.seed + 10 * number,
                       args.turns, args.brief)  # fmt: skip
        for kind, count in watch.counts.items():
            total[kind] = total.get(kind, 0) + count
    each = {kind: round(count / args.games, 2) for kind, count in total.items()}
    print(f"{args.game}: {sum(total.values()) / args.games:.2f} foolish moves a game: {each}")


if __name__ == "__main__":
    main()
