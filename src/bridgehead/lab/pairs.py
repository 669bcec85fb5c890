"""Pairs of games between two players: the same seed twice, with the sides exchanged.

Pair i of a seed depends only on the seed, on i and on the two players. A player that breaks the
rules, or fails, loses that game: it is a *fault*, and reported with the result.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from bridgehead import players as computer
from bridgehead.core.errors import BridgeheadError
from bridgehead.core.positions.position import Game
from bridgehead.core.workers import check_stop
from bridgehead.lab.matches import (
    DRAW,
    KERNEL_CHUNK,
    Entrant,
    Recipe,
    close,
    create,
    game_of,
    kernel_games,
    kernels_for,
    lead_of,
    outcome_of,
    play_through,
    random_of,
    seeds_of,
    turn_of,
)

FAULT = "fault"  # the ending of a game that was lost so
STEP = math.log(1.05)  # decision times are counted in classes, each 5 % longer than the one before
LONGEST_REASON = 1000  # characters


@dataclass
class Clock:
    """The time that a player took for its decisions, in seconds."""

    decisions: int = 0
    seconds: float = 0.0
    longest: float = 0.0
    classes: dict[int, int] = field(default_factory=dict)  # number of the class -> decisions

    def add(self, seconds: float) -> None:
        """Count one decision."""
        self.decisions += 1
        self.seconds += seconds
        self.longest = max(self.longest, seconds)
        number = math.floor(math.log(max(seconds, 1e-9)) / STEP)
        self.classes[number] = self.classes.get(number, 0) + 1

    def merge(self, other: Clock) -> None:
        """Add the times of another clock."""
        self.decisions += other.decisions
        self.seconds += other.seconds
        self.longest = max(self.longest, other.longest)
        for number, count in other.classes.items():
            self.classes[number] = self.classes.get(number, 0) + count

    @property
    def mean(self) -> float:
        """The mean time of a decision, 0 if there was none."""
        return self.seconds / max(1, self.decisions)

    def quantile(self, share: float) -> float:
        """Return the time within which a share of the decisions was made, accurate to 3 %."""
        left = share * self.decisions
        for number in sorted(self.classes):
            left -= self.classes[number]
            if left <= 0:
                return min(math.exp((number + 0.5) * STEP), self.longest)
        return self.longest


@dataclass(frozen=True)
class Played:
    """The result of one game. Clocks are by side, and empty for games played in kernels."""

    winner: int  # a side's number, DRAW for none
    ending: str
    turns: int
    decisions: int
    clocks: tuple[Clock, ...] = ()
    lead: float | None = None  # of the first side, in victory points; None where there are none
    faulty: int | None = None  # the number of the side that lost by a fault
    reason: str = ""


@dataclass(frozen=True)
class Pair:
    """Two games with the same seed.

    In the first, player 0 has the first side, in the second player 1.
    """

    number: int
    games: tuple[Played, Played]

    @property
    def points(self) -> float:
        """The points of player 0 out of two."""
        first, second = (game.winner for game in self.games)
        return POINTS[first] + 1 - POINTS[second]

    def played_by(self, player: int, side: int) -> Played:
        """Return the game in which a player had a side, both by their numbers."""
        return self.games[side if player == 0 else 1 - side]

    @property
    def better(self) -> float:
        """Whether player 0 did better: 1, 0, or 0.5 if both did equally well.

        The player with more of the two points did better; if both have one, the player with the
        larger lead in victory points on the same side, as in duplicate bridge. So sides that nobody
        wins with are measured, too.
        """
        gain = self.points - 1
        if gain == 0:
            first, second = (game.lead or 0.0 for game in self.games)
            gain = first - second
        return 0.5 if gain == 0 else float(gain > 0)


POINTS = {0: 1.0, 1: 0.0, DRAW: 0.5}  # of the first side


@dataclass(frozen=True)
class PairTask:
    """Pairs of a seed between two players, by their numbers."""

    recipe: Recipe
    players: tuple[Entrant, Entrant]
    seed: int
    numbers: tuple[int, ...]


class _FaultError(Exception):
    """A side broke the rules or failed."""

    def __init__(self, side: int, reason: str) -> None:
        super().__init__(reason)
        self.side = side
        self.reason = " ".join(reason.split())[:LONGEST_REASON]


def play_pairs(task: PairTask) -> list[Pair]:
    """Play the pairs of a task."""
    game = game_of(task.recipe)
    there, back = task.players, task.players[::-1]
    module = kernels_for(game.id, there)
    if module is not None:
        games = [
            [
                Played(winner, ending, turns, decisions, lead=lead)
                for winner, ending, turns, decisions, _, lead in kernel_games(
                    game, module, players, task.seed, task.numbers
                )
            ]
            for players in (there, back)
        ]
        return [
            Pair(i, (first, second)) for i, first, second in zip(task.numbers, *games, strict=True)
        ]
    return [
        Pair(i, (play_game(game, there, task.seed, i), play_game(game, back, task.seed, i)))
        for i in task.numbers
    ]


def play_game(game: Game, players: Sequence[Entrant], seed: int, number: int) -> Played:
    """Play one game through the API, with players in the order of the sides, and time them."""
    random = random_of(seed, number)
    seeds = seeds_of(random, players)
    position = game.start()
    clocks = tuple(Clock() for _ in players)
    at_the_board: list[computer.Player] = []

    def decide(side: str) -> None:
        check_stop()
        i = game.sides.index(side)
        _decide(position, at_the_board[i], i, clocks[i])

    try:
        for i, entrant in enumerate(players):
            at_the_board.append(_seat(game, entrant, seeds[i], i))
        decisions, _ = play_through(position, random, decide)
    except _FaultError as fault:
        made = sum(clock.decisions for clock in clocks)
        winner, turn = 1 - fault.side, turn_of(position)
        return Played(winner, FAULT, turn, made, clocks, None, fault.side, fault.reason)
    finally:
        for player in at_the_board:
            close(player)
    return Played(*outcome_of(position), decisions, clocks, lead_of(position))


def _seat(game: Game, entrant: Entrant, seed: int, side: int) -> computer.Player:
    try:
        return create(game, entrant, seed)
    except Exception as error:  # whatever went wrong in there, the others' games go on
        raise _FaultError(side, f"cannot begin: {_told(error)}") from error


def _decide(position: Any, player: computer.Player, side: int, clock: Clock) -> None:
    """Let a player make its decision. _FaultError if it fails, or if the action is illegal."""
    began = time.perf_counter()
    try:
        text = player.choose(position)
    except Exception as error:  # likewise
        raise _FaultError(side, f"fails: {_told(error)}") from error
    finally:
        clock.add(time.perf_counter() - began)
    if not isinstance(text, str):
        raise _FaultError(side, f"did not answer with a string: {text!r}")
    try:
        position.push(text)
    except BridgeheadError as error:
        raise _FaultError(side, f"illegal: {text!r}: {error}") from error


def _told(error: Exception) -> str:
    if isinstance(error, BridgeheadError):
        return str(error)
    return f"{type(error).__name__}: {error}"


def split_pairs(
    recipe: Recipe,
    players: tuple[Entrant, Entrant],
    seed: int,
    numbers: Sequence[int],
    processes: int,
) -> list[PairTask]:
    """Split pairs into tasks: one per task for thinking players, many per task for kernels."""
    in_kernels = kernels_for(recipe.game, players) is not None
    most = KERNEL_CHUNK // 2 if in_kernels else 1
    size = max(1, min(most, -(-len(numbers) // (4 * processes))))
    return [
        PairTask(recipe, players, seed, tuple(numbers[i : i + size]))
        for i in range(0, len(numbers), size)
    ]


def check_players(tasks: Iterable[PairTask]) -> None:
    """Create each named player of the tasks once; engines are started and stopped.

    BridgeheadError if that fails, so that it is reported before the player loses all its games.
    """
    named = {
        (task.recipe, who)
        for task in tasks
        if kernels_for(task.recipe.game, task.players) is None
        for who in task.players
        if isinstance(who, str)
    }
    for recipe, name in sorted(named, key=lambda entry: entry[1]):
        close(create(game_of(recipe), name, 0))
