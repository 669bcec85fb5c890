"""Learn the heuristic weights of both sides in turn, each against what the other has learned.

python -m benchmarks.co_evolution GAME [--option NAME] [--rounds N] [--generations N] [--games N]
    [--population N] [--step S] [--seed N] [--processes N] [--usual] [--former FILE] [--keep NAMES]
    [--save FILE]

In each round the second side learns by an evolution strategy (CMA-ES), then the first. What counts
is the mean lead in victory points of games between sergeants; in October War, where a game may also
be won at once, a hundred times what a finished game is worth to the searching players, and the
games are played with fog. Across Suez counts no points: there a game that Israel has won is worth
100, and another up to 30 for how near it came. Half of the games are against the enemy's newest
weights; the rest are against its weights of the round before and the usual ones, so that a side
does not learn what only one enemy falls for. With `--option`, a third of the games are played with
it. New weights are kept if they gain against this mixture in games that they were not learned from.
The first round begins with the weights of the file or, with `--usual`, with the usual ones. A side
without weights of its own begins with the usual ones. `--former` names other weights, a
`learned_weights.toml` of an earlier version, that are enemies in every round. `--keep
first_loss,alone` leaves these weights as they are.

Prints each round's gain, who scores how much against whom in fresh games, and the weights as TOML
for the title's file. `--save` writes the weights there after each round.
Needs the extra `train` (docs/install.md).
"""

from __future__ import annotations

import argparse
import time
import tomllib
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import bridgehead as bh
from benchmarks.sergeants_games import SergeantsGames
from bridgehead.core.titles.games import title_of
from bridgehead.players import title_players
from bridgehead.players.learned import heuristic_weights

FRESH = 1_000_000  # seeds that nothing is learned from
PARTS = 20  # of a test, played with the same dice before and after
Weights = NDArray[np.float64]
Pair = tuple[Weights, Weights]


class Arena:
    """Plays games between two sides of given weights."""

    def __init__(self, game_id: str, option: str | None) -> None:
        options: tuple[dict[str, bool], ...] = ({},)
        if option:
            options = ({}, {}, {option: True})
        self.games: list[Any] = [bh.load(game_id, **one) for one in options]
        self.boards = [game.board.copy() for game in self.games]
        self.firsts = [game.start().arrays[1] for game in self.games]
        self.playing = SergeantsGames(self.games[0])

    def leads(self, pairs: list[Pair], seed: int, games: int) -> NDArray[np.float64]:
        """Return the first side's mean lead, and the parts of games that it won and drew.

        The lead is what `SergeantsGames.worth` returns.
        """
        found = np.zeros(3)
        for number in range(games):
            first, second = pairs[number % len(pairs)]
            which = number // len(pairs) % len(self.games)
            board, state = self.boards[which], self.firsts[which].copy()
            board[0]["weights"][0], board[0]["weights"][1] = first, second
            random = np.random.Generator(np.random.SFC64([seed, number]))
            self.playing.play(board, state, random)
            winner = self.playing.winner(state)
            found += np.array([self.playing.worth(board, state), winner == 0, winner < 0])
        return found / games


_arena: Arena


def _sit_down(game_id: str, option: str | None) -> None:
    global _arena  # noqa: PLW0603 - one a worker
    _arena = Arena(game_id, option)


def _play(pairs: list[Pair], seed: int, games: int) -> NDArray[np.float64]:
    return _arena.leads(pairs, seed, games)


def pairs_of(side: int, own: Weights, enemies: list[Weights]) -> list[Pair]:
    """Return the pairings; the newest enemy (the last) appears as often as all others together."""
    mixture = [enemies[-1]] * max(1, len(enemies) - 1) + enemies[:-1]
    return [(own, enemy) if side == 0 else (enemy, own) for enemy in mixture]


def names_of(game_id: str) -> tuple[str, ...]:
    """Return the names of a title's weights, in their order."""
    names: tuple[str, ...] = title_of(game_id).heuristic_weights.NAMES
    return names


def changed(own: Weights, free: NDArray[np.bool_], logs: Weights) -> Weights:
    """Return weights in which the free ones are multiplied by factors, given as logarithms."""
    found = own.copy()
    found[free] *= np.exp(logs)
    return found


def learn(
    pool: ProcessPoolExecutor,
    side: int,
    own: Weights,
    enemies: list[Weights],
    asked: Any,
    seed: int,
) -> Weights:
    """Return better weights for a side against these enemies."""
    sign = 1 if side == 0 else -1
    options = {"popsize": asked.population, "seed": seed, "verbose": -9}
    free = np.array([name not in asked.keep for name in names_of(asked.game)])
    import cma  # the extra `train`

    strategy = cma.CMAEvolutionStrategy(np.zeros(free.sum()), asked.step, options)
    for generation in range(asked.generations):
        tries = strategy.ask()  # a weight keeps its sign, and is changed by a factor
        jobs = [
            pool.submit(
                _play,
                pairs_of(side, changed(own, free, one), enemies),
                seed * 1000 + generation,
                asked.games,
            )
            for one in tries
        ]
        strategy.tell(tries, [-sign * job.result()[0] for job in jobs])
    return changed(own, free, strategy.mean)


def measured(
    pool: ProcessPoolExecutor, pairs: list[Pair], asked: Any, seed: int
) -> NDArray[np.float64]:
    """Return leads and results of fresh games, one row for each pairing."""
    jobs = [pool.submit(_play, pairs, seed + part, asked.games) for part in range(PARTS)]
    return np.array([job.result() for job in jobs])


def round_of(
    pool: ProcessPoolExecutor,
    number: int,
    all_weights: list[list[Weights]],
    former: list[list[Weights]],
    asked: Any,
) -> None:
    """Let each side learn once: the second, then the first."""
    sides = bh.load(asked.game).sides
    for side in (1, 0):
        began = time.perf_counter()
        own, enemies = all_weights[side][-1], all_weights[1 - side]
        mixture = [enemies[0], enemies[-2], enemies[-1]] if len(enemies) > 2 else enemies
        mixture = [*former[1 - side], *mixture]
        seed = asked.seed * 100 + number * 2 + side
        new = learn(pool, side, own, mixture, asked, seed)
        fresh = FRESH + number * 1000 + side * 500
        before = measured(pool, pairs_of(side, own, mixture), asked, fresh)[:, 0]
        after = measured(pool, pairs_of(side, new, mixture), asked, fresh)[:, 0]
        gain = (after - before) * (1 if side == 0 else -1)
        error = gain.std(ddof=1) / PARTS**0.5
        kept = gain.mean() > 0
        all_weights[side].append(new if kept else own)
        took = time.perf_counter() - began
        print(
            f"# round {number}, {sides[side]}: gains {gain.mean():.2f} ± {1.96 * error:.2f} "
            f"in {PARTS * asked.games} fresh games{'' if kept else ', not kept'}; {took:.0f} s",
            flush=True,
        )


def tell(pool: ProcessPoolExecutor, all_weights: list[list[Weights]], asked: Any) -> str:
    """Print how well each side scores against each enemy, and return the weights as TOML."""
    game: Any = bh.load(asked.game)
    names = ("usual", "learned")
    some = [[side[0], side[-1]] for side in all_weights]
    for one, first in zip(names, some[0], strict=True):
        for other, second in zip(names, some[1], strict=True):
            lead, won, drawn = measured(pool, [(first, second)], asked, FRESH).mean(axis=0)
            print(
                f"# {game.sides[0]} {one}, {game.sides[1]} {other}: lead {lead:.1f}, "
                f"won {won:.0%}, drawn {drawn:.0%}, score {won + drawn / 2:.1%}",
                flush=True,
            )
    return "\n".join(
        f"[{asked.game}.{heuristic_weights.RANK}.{side}]\n"
        + "\n".join(
            f"{name} = {value:.3g}"
            for name, value in zip(names_of(asked.game), weights[-1], strict=True)
        )
        + "\n"
        for side, weights in zip(game.sides, all_weights, strict=True)
    )


def former_weights(game: Any, path: Path | None) -> list[list[Weights]]:
    """Return each side's weights from an earlier version, the general's where it has some."""
    if path is None:
        return [[], []]
    table = tomllib.loads(path.read_text(encoding="utf-8"))[game.id]
    found = []
    for side in game.sides:
        own = title_of(game.id).heuristic_weights.usual(game.id, side)
        for rank in title_players.THINKERS:
            own = own | table.get(rank, {}).get(side, {})
        found.append([np.array(list(own.values()))])
    return found


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("game")
    parser.add_argument("--option")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--generations", type=int, default=40)
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--population", type=int, default=16)
    parser.add_argument("--step", type=float, default=0.2, help="of a weight, at first")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--usual", action="store_true", help="begin with the usual weights")
    parser.add_argument("--former", type=Path)
    parser.add_argument("--keep", type=lambda text: text.split(","), default=[])
    parser.add_argument("--save", type=Path)
    asked = parser.parse_args()
    if unknown := set(asked.keep) - set(names_of(asked.game)):
        parser.error(f"no weight is called {', '.join(sorted(unknown))}")
    return asked


def main() -> None:
    asked = _arguments()
    game: Any = bh.load(asked.game)
    begin = heuristic_weights.board_of(game, heuristic_weights.RANK)[0]["weights"]
    former = former_weights(game, asked.former)
    all_weights = [
        [game.board[0]["weights"][side].copy()]
        + ([game.board[0]["weights"][side].copy()] if asked.usual else [begin[side].copy()])
        for side in range(2)
    ]
    setting = (asked.game, asked.option)
    with ProcessPoolExecutor(asked.processes, None, _sit_down, setting) as pool:
        for number in range(1, asked.rounds + 1):
            round_of(pool, number, all_weights, former, asked)
            if asked.save:
                np.save(asked.save, np.array([side[-1] for side in all_weights]))
        print(tell(pool, all_weights, asked))


if __name__ == "__main__":
    main()
