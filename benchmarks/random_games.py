"""Complete random games per second on one core, inside the kernels, with every rule in force."""

from __future__ import annotations

import bridgehead as bh
from benchmarks.common import best_seconds, parser_of, say
from bridgehead.lab.matches import Recipe, Task, play

GAMES = 400


def main() -> None:
    parser_of(__doc__).parse_args()
    for info in bh.games():
        measure(bh.load(info.id))
        if info.options:
            measure(bh.load(info.id, **dict.fromkeys(info.options, True)))


def measure(game: bh.Game) -> None:
    task = Task(Recipe.of(game), ("recruit", "recruit"), 1, 0, GAMES)
    outcomes = play(task)  # compiles, and counts
    rate = GAMES / best_seconds(lambda: play(task))
    turns, decisions = outcomes.turns / GAMES, outcomes.decisions / GAMES
    say(
        game.id + (" with all options" if game.options else ""),
        f"{rate:6.0f} games/s, {turns:.2f} turns and {decisions:.0f} decisions a game, "
        f"{outcomes.rolls / GAMES:.0f} rolls; {rate * decisions:.0f} decisions/s",
    )


if __name__ == "__main__":
    main()
