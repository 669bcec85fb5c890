"""Decisions per second of `BatchEnv`, with observation and mask of each, beside OpenSpiel.

`python -m benchmarks.envs [GAME …]` measures these games, or all without names. With `--all
[GAMES]` it prints two tables in Markdown instead: the one of docs/research.md, with the facts that
`benchmarks.environments` counts in so many games (20), and the one of docs/performance.md. With
`--memory [GAME …]` it prints how long a large batch takes to make, and the memory that it takes.

Actions are drawn evenly among the legal ones. Seconds are processor time of all threads together,
so that other work on the machine has little influence; the elapsed seconds stand in brackets. Games
of OpenSpiel are measured in the same way where `pyspiel` is installed (`benchmarks.peers`).
"""

from __future__ import annotations

import os
import time
from dataclasses import dataclass
from pathlib import Path

import bridgehead as bh
from benchmarks import environments, peers
from benchmarks.common import parser_of, say
from bridgehead.envs import BatchEnv

GAMES = 256  # of a batch
BEFORE = 120  # steps that are not measured
STEPS, REPEATS = 60, 7
THREADS = (1, 2)
LARGE, LONG = 1024, 300  # games of a large batch, and its steps
COUNTED = 20  # games of each kind, for the facts


@dataclass(frozen=True)
class Speed:
    """The best of several runs."""

    own: float  # decisions a second of whole cores
    clock: float  # decisions a second by the clock
    legal: float  # legal actions of a decision


def main() -> None:
    parser = parser_of(__doc__)
    parser.add_argument("--all", nargs="?", type=int, const=COUNTED, metavar="GAMES")
    parser.add_argument("--memory", action="store_true")
    parser.add_argument("games", nargs="*")
    asked = parser.parse_args()
    if asked.all is not None:
        tables(asked.all)
        return
    games = asked.games or [info.id for info in bh.games()]
    if asked.memory:
        for game_id in games:
            memory(game_id)
        return
    for game_id in games:
        for threads in THREADS:
            found = measure(game_id, threads)
            cores = f"{threads} whole core{'s' * (threads > 1)}"
            say(
                f"{game_id}, {threads} thread{'s' * (threads > 1)}",
                f"{found.own:8.0f} decisions/s of {cores} ({found.clock:.0f} by the clock), "
                f"{found.legal:.0f} legal actions each",
            )
    spiel = peers.open_spiel()
    if spiel is None:
        say("OpenSpiel", "not installed")
        return
    for name in peers.PEERS:
        best = peers.measure(spiel.load_game(name)).best
        say(f"OpenSpiel {name}, Python bindings, 1 thread", f"{best:8.0f} decisions/s")


def memory(game_id: str) -> None:
    """Make a large batch, step it, and print its memory apart from its observations and masks."""
    BatchEnv(bh.load(game_id), 1).close()  # the rules and numberings are loaded
    before, began, began_own = resident(), time.perf_counter(), time.process_time()
    with BatchEnv(bh.load(game_id), LARGE, seed=1) as env:
        clock, own = time.perf_counter() - began, time.process_time() - began_own
        for _ in range(LONG):
            env.step(env.random_actions())
        seen = env.mask.nbytes + sum(one.nbytes for one in env.observations.to_dict().values())
        per_game = (resident() - before - seen) / LARGE / 1e6
        say(
            f"{game_id}, {LARGE} games",
            f"made in {clock:.2f} s ({own:.2f} of the processor); after {LONG} steps "
            f"{per_game:.2f} MB a game, beside {seen / LARGE / 1e6:.2f} of observation and mask",
        )


def resident() -> int:
    """Return this process's resident memory in bytes."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def measure(game_id: str, threads: int) -> Speed:
    """Step a batch at random and measure it."""
    with BatchEnv(bh.load(game_id), GAMES, seed=1, threads=threads) as env:
        for _ in range(BEFORE):
            env.step(env.random_actions())
        own, clock, listed = float("inf"), float("inf"), 0.0
        for _ in range(REPEATS):
            began, began_own = time.perf_counter(), time.process_time()
            for _ in range(STEPS):
                env.step(env.random_actions())
                listed += env.counts.mean()
            own = min(own, time.process_time() - began_own)
            clock = min(clock, time.perf_counter() - began)
    done = STEPS * GAMES
    return Speed(threads * done / own, done / clock, listed / STEPS / REPEATS)


def tables(games: int) -> None:
    """Print both tables, all measured in this run."""
    heads = [*environments.HEAD, "decisions/s, one thread"]
    speeds = []
    environments.head(heads)
    for info in bh.games():
        cells = environments.facts(info, games)
        found = [measure(info.id, threads) for threads in THREADS]
        speeds.append([cells[0], *map(_figures, found), f"{found[0].legal:,.0f}"])
        environments.row([*cells, rounded(found[0].own)])
    spiel = peers.open_spiel()
    for name in peers.PEERS if spiel is not None else ():
        game = spiel.load_game(name)
        played = peers.measure(game)
        cells, speed = peers.facts(name, game, played), rounded(played.best)
        speeds.append([cells[0], speed, "", cells[4]])
        environments.row([*cells, speed])
    print()
    environments.head(["game", "one thread", "two threads", "legal actions each"])
    for cells in speeds:
        environments.row(cells)
    print(f"\nLoad of the machine at the end: {os.getloadavg()[0]:.1f}")


def _figures(found: Speed) -> str:
    """Return decisions per second of processor time and of elapsed time."""
    return f"{rounded(found.own)} (by the clock {rounded(found.clock)})"


def rounded(figure: float) -> str:
    """Return a figure rounded to three significant digits."""
    digits = max(0, len(str(int(figure))) - 3)
    return f"{round(figure, -digits):,.0f}"


if __name__ == "__main__":
    main()
