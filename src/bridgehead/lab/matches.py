"""Games between computer players, in this process or distributed.

A `Task` is a range of games; it contains everything that they depend on, so that any process plays
them with the same results. Game i of a seed depends only on the seed and i: not on earlier games,
nor on the number of processes.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

import numpy as np

from bridgehead import players as computer
from bridgehead.core.positions.position import Game, Position
from bridgehead.core.scenarios.scenario import Scenario
from bridgehead.core.scenarios.scenario_files import bringing
from bridgehead.core.titles.dataset import DataSet
from bridgehead.core.titles.games import load_with
from bridgehead.core.titles.title import Kernels
from bridgehead.engine import ExternalPlayer, check_spec, is_engine
from bridgehead.players import title_players

Maker = Callable[[Game, int], computer.Player]  # a player of one's own, from game and seed
Entrant = str | Maker

KERNEL_CHUNK = 256  # games a task may have: a fraction of a second's work
PYTHON_CHUNK = 4
DRAW = -1


@dataclass(frozen=True)
class Recipe:
    """The data with which another process loads the same game."""

    game: str
    options: tuple[str, ...]
    digest: str  # of the data and the scenario
    data: DataSet | None = field(compare=False)  # None: the package's
    scenario: Scenario | None = field(default=None, compare=False)

    @classmethod
    def of(cls, game: Game) -> Recipe:
        """Return a game's recipe."""
        return cls(*game.key, None if game.own_data else game.data, game.scenario)


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
    """The results of the games of a task."""

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
def game_of(recipe: Recipe) -> Game:
    """Return the game of a recipe."""
    with bringing(recipe.scenario):
        return load_with(recipe.game, recipe.options, data=recipe.data)


def kernels_for(game_id: str, entrants: Sequence[Entrant]) -> Kernels | None:
    """Return the module that plays these players' games in kernels, None if there is none."""
    module = title_players.kernels(game_id)
    if module is None:
        return None
    known = all(isinstance(entrant, str) and entrant in module.KINDS for entrant in entrants)
    return module if known else None


def random_of(seed: int, game: int) -> np.random.Generator:
    """Return the random generator of one game of a seed."""
    return np.random.default_rng([seed, game])


def play(task: Task) -> Outcomes:
    """Play the games of a task."""
    game = game_of(task.recipe)
    module = kernels_for(game.id, task.players)
    numbers = range(task.first, task.first + task.count)
    outcomes = Outcomes()
    if module is not None:
        for found in kernel_games(game, module, task.players, task.seed, numbers):
            outcomes.add(*found[:5])
        return outcomes
    for i in numbers:
        _play_in_python(game, task, i, outcomes)
    return outcomes


def kernel_games(
    game: Any, module: Kernels, players: Sequence[Entrant], seed: int, numbers: Iterable[int]
) -> Iterator[tuple[int, str, int, int, int, float | None]]:
    """Play games of a seed in kernels.

    Yield winner, ending, turns, decisions, rolls and the first side's lead in victory points (None
    if a title counts none) of each.
    """
    first, kinds = game.start().arrays[1], [module.KINDS[str(name)] for name in players]
    state, work = first.copy(), np.zeros(1, game.work_type)
    out = np.zeros(game.max_actions, np.int32)
    for i in numbers:
        state[:] = first
        random = random_of(seed, i)
        decisions, rolls = module.play_out(game.board, state, work, out, random, *kinds)
        winner, ending, turn = module.outcome(state[0])
        yield winner, ending, turn, decisions, rolls, module.lead(game.board, state, work)


def _play_in_python(game: Game, task: Task, number: int, to: Outcomes) -> None:
    random = random_of(task.seed, number)
    seeds = seeds_of(random, task.players)
    sides: dict[str, computer.Player] = {}
    try:
        for side, entrant, seed in zip(game.sides, task.players, seeds, strict=True):
            sides[side] = create(game, entrant, seed)
        position = game.start()

        def decide(side: str) -> None:
            position.push(sides[side].choose(position))

        decisions, rolls = play_through(position, random, decide)
    finally:
        for player in sides.values():
            close(player)
    to.add(*outcome_of(position), decisions, rolls)


def seeds_of(random: np.random.Generator, players: Sequence[Entrant]) -> list[int]:
    """Draw the players' seeds, before the dice are drawn from the same generator."""
    return [int(seed) for seed in random.integers(2**63, size=len(players))]


def play_through(
    position: Any,
    random: np.random.Generator,
    decide: Callable[[str], None],
    rolled: Callable[[int], None] | None = None,
) -> tuple[int, int]:
    """Play a position to its end; return the numbers of decisions and rolls.

    `decide(side)` makes the pending decision of a side in the position; the dice are drawn from
    `random`, one number per roll, so that they are the same for all players. `rolled` is called
    with the code of each roll before it is carried out.
    """
    decisions = rolls = 0
    while (mover := position.to_move) is not None:
        if mover == "dice":
            codes = position.legal_codes()
            code = int(codes[int(random.random() * len(codes))])
            if rolled is not None:
                rolled(code)
            position.push_code(code)
            rolls += 1
        else:
            decide(mover)
            decisions += 1
    return decisions, rolls


def outcome_of(position: Position) -> tuple[int, str, int]:
    """Return winner (a side's number or DRAW), ending and turn of a finished game."""
    result = position.result
    assert result is not None
    sides = position.game.sides
    winner = sides.index(result.winner) if result.winner in sides else DRAW
    return winner, result.ending, turn_of(position)


def lead_of(position: Position) -> float | None:
    """Return the first side's lead in victory points, None if the title counts none."""
    module = title_players.kernels(position.game.id)
    return None if module is None else module.lead(*position.arrays)


def turn_of(position: Position) -> int:
    """Return the game turn of a position, 0 if the title counts none."""
    return int(getattr(position, "turn", 0))


def create(game: Game, entrant: Entrant, seed: int) -> computer.Player:
    """Create a player: by name, by the caller's function, or an engine by its command line.

    An engine is started, so that its start does not count as thinking time.
    """
    if not isinstance(entrant, str):
        return entrant(game, seed)
    if not is_engine(entrant):
        return computer.create(game, entrant, seed)
    player = ExternalPlayer(entrant, seed)
    try:
        player.start(game.id)
    except BaseException:
        player.kill()
        raise
    return player


def check_entrant(game: Game, entrant: Entrant) -> None:
    """Raise UnknownPlayer if a name, a thinking time or an engine's command is invalid."""
    if not isinstance(entrant, str):
        return
    if is_engine(entrant):
        check_spec(entrant)
    else:
        computer.check(game.id, entrant)


def close(player: computer.Player) -> None:
    """Release a player's resources, such as an engine's process."""
    if hasattr(player, "close"):
        player.close()


def name_of(entrant: Entrant) -> str:
    """Return the name of a player in a summary."""
    return entrant if isinstance(entrant, str) else getattr(entrant, "__name__", repr(entrant))


# Sharing the work


def split(task: Task, processes: int) -> list[Task]:
    """Split a task into pieces small enough to distribute, and to wait for when interrupted."""
    in_kernels = kernels_for(task.recipe.game, task.players) is not None
    most = KERNEL_CHUNK if in_kernels else PYTHON_CHUNK
    size = max(1, min(most, -(-task.count // (4 * processes))))
    last = task.first + task.count
    return [
        replace(task, first=first, count=min(size, last - first))
        for first in range(task.first, last, size)
    ]


def cores() -> int:
    """Return the number of processes that this machine can keep busy."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
