"""Games between computer players, played in this process or shared among several.

A `Task` is a row of games; it names all that they depend on, so that any process can play it and
finds the same. Game i of a seed depends on the seed and i alone: not on the games before it, nor
on how many processes there are.
"""

from __future__ import annotations

import itertools
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass, field
from functools import lru_cache
from multiprocessing import get_context
from types import ModuleType
from typing import Any

import numpy as np

from bridgehead import players as computer
from bridgehead.core.gamemap import GameMap
from bridgehead.core.position import Game, Position
from bridgehead.core.registry import load
from bridgehead.players import registry

Maker = Callable[[Game, int], computer.Player]  # a player of one's own, from game and seed
Entrant = str | Maker

KERNEL_CHUNK = 256  # games a task may have: a fraction of a second's work
PYTHON_CHUNK = 4
AHEAD = 3  # tasks handed out for each process: few enough that an interrupt ends soon
DRAW = -1


@dataclass(frozen=True)
class Recipe:
    """What another process needs to load the same game."""

    game: str
    options: tuple[str, ...]
    map_digest: str
    map: GameMap | None = field(compare=False)  # None: the package's

    @classmethod
    def of(cls, game: Game) -> Recipe:
        """Return a game's recipe."""
        return cls(*game.key, None if game.own_map else game.map)


@dataclass(frozen=True)
class Task:
    """Games `first` to `first + count - 1` of a seed; `players` are in the order of the sides."""

    recipe: Recipe
    players: tuple[Entrant, ...]
    seed: int
    first: int
    count: int


@dataclass
class Outcomes:
    """What came of the games of a task."""

    winners: list[int] = field(default_factory=list)  # a side's number, DRAW for none
    endings: dict[str, int] = field(default_factory=dict)
    turns: int = 0
    decisions: int = 0
    rolls: int = 0

    def add(self, winner: int, ending: str, turns: int, decisions: int, rolls: int) -> None:
        """Count one game."""
        self.winners.append(winner)
        self.endings[ending] = self.endings.get(ending, 0) + 1
        self.turns += turns
        self.decisions += decisions
        self.rolls += rolls


@lru_cache(maxsize=8)
def _game(recipe: Recipe) -> Game:
    return load(recipe.game, map=recipe.map, **dict.fromkeys(recipe.options, True))


def kernels_for(game_id: str, entrants: Sequence[Entrant]) -> ModuleType | None:
    """Return the module that plays these players' games in kernels, None where it cannot."""
    module = registry.kernels(game_id)
    if module is None:
        return None
    known = all(isinstance(entrant, str) and entrant in module.KINDS for entrant in entrants)
    return module if known else None


def random_of(seed: int, game: int) -> np.random.Generator:
    """Return the generator of one game of a seed."""
    return np.random.default_rng([seed, game])


def play(task: Task) -> Outcomes:
    """Play the games of a task."""
    game = _game(task.recipe)
    module = kernels_for(game.id, task.players)
    if module is not None:
        return _play_in_kernels(game, module, task)
    return _play_in_python(game, task)


def _play_in_kernels(game: Any, module: ModuleType, task: Task) -> Outcomes:
    first, kinds = game.start().arrays[1], [module.KINDS[name] for name in task.players]
    state, work = first.copy(), np.zeros(1, game.work_type)
    out = np.zeros(game.max_actions, np.int32)
    outcomes = Outcomes()
    for i in range(task.first, task.first + task.count):
        state[:] = first
        random = random_of(task.seed, i)
        decisions, rolls = module.play_out(game.board, state, work, out, random, *kinds)
        winner, ending, turn = module.outcome(state[0])
        outcomes.add(winner, ending, turn, decisions, rolls)
    return outcomes


def _play_in_python(game: Game, task: Task) -> Outcomes:
    outcomes = Outcomes()
    for i in range(task.first, task.first + task.count):
        random = random_of(task.seed, i)
        seeds = random.integers(2**63, size=len(task.players)).tolist()
        sides = {
            side: create(game, entrant, seed)
            for side, entrant, seed in zip(game.sides, task.players, seeds, strict=True)
        }
        _play_one(game.start(), sides, random, outcomes)
    return outcomes


def create(game: Game, entrant: Entrant, seed: int) -> computer.Player:
    """Make a player: by name, or by a maker of one's own."""
    if isinstance(entrant, str):
        return computer.create(game, entrant, seed)
    return entrant(game, seed)


def name_of(entrant: Entrant) -> str:
    """Return what a player is called in a summary."""
    return entrant if isinstance(entrant, str) else getattr(entrant, "__name__", repr(entrant))


def _play_one(
    position: Any, sides: dict[str, computer.Player], random: np.random.Generator, to: Outcomes
) -> None:
    decisions = rolls = 0
    while (mover := position.to_move) is not None:
        if mover == "dice":
            codes = position.legal_codes()
            position.push_code(int(codes[int(random.random() * len(codes))]))
            rolls += 1
        else:
            position.push(sides[mover].choose(position))
            decisions += 1
    winner, ending, turn = _outcome(position)
    to.add(winner, ending, turn, decisions, rolls)


def _outcome(position: Position) -> tuple[int, str, int]:
    result = position.result
    assert result is not None
    sides = position.game.sides
    winner = sides.index(result.winner) if result.winner in sides else DRAW
    return winner, result.ending, int(getattr(position, "turn", 0))


# Sharing the work


def split(task: Task, processes: int) -> list[Task]:
    """Cut a task into pieces small enough to be shared, and to be waited for when interrupted."""
    in_kernels = kernels_for(task.recipe.game, task.players) is not None
    most = KERNEL_CHUNK if in_kernels else PYTHON_CHUNK
    size = max(1, min(most, -(-task.count // (4 * processes))))
    last = task.first + task.count
    return [
        Task(task.recipe, task.players, task.seed, first, min(size, last - first))
        for first in range(task.first, last, size)
    ]


def _ignore_interrupts() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent process ends the work


def play_all(tasks: Sequence[Task], processes: int) -> Iterator[tuple[int, Outcomes]]:
    """Play tasks, yielding the place of each and its outcomes, as they are done.

    With several processes a task must be picklable: makers of players are functions of a module,
    and the calling program guards its main part by `if __name__ == "__main__":`.
    """
    if processes == 1 or len(tasks) <= 1:
        for place, task in enumerate(tasks):
            yield place, play(task)
        return
    executor = ProcessPoolExecutor(
        min(processes, len(tasks)), get_context("spawn"), _ignore_interrupts
    )
    waiting = enumerate(tasks)
    try:
        places: dict[Future[Outcomes], int] = {}
        while True:
            for place, task in itertools.islice(waiting, AHEAD * processes - len(places)):
                places[executor.submit(play, task)] = place
            if not places:
                break
            for done in wait(places, return_when=FIRST_COMPLETED).done:
                yield places.pop(done), done.result()
    finally:
        executor.shutdown(cancel_futures=True)


def warm_up(tasks: Sequence[Task]) -> None:
    """Compile what the tasks need, so that processes do not each compile the same."""
    for players in dict.fromkeys((task.recipe, task.players) for task in tasks):
        play(Task(*players, seed=0, first=0, count=1))
