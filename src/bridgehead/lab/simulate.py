"""Many games between two computer players, counted.

>>> import bridgehead as bh
>>> from bridgehead.lab.simulate import simulate
>>> summary = simulate(bh.load("across-suez-1980"), games=20, seed=1)
>>> summary.games, sum(summary.wins.values())
(20, 20)
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from bridgehead.core.positions.position import Game
from bridgehead.core.workers import Processes, Workers
from bridgehead.lab.matches import (
    DRAW,
    Entrant,
    Outcomes,
    Recipe,
    Task,
    check_entrant,
    name_of,
    play,
    split,
)

DEFAULT_PLAYER = "recruit"


@dataclass(frozen=True)
class Summary:
    """The results of a simulation. Everything except `seconds` is reproducible."""

    game: str
    options: tuple[str, ...]
    games: int
    seed: int
    players: dict[str, str]  # side -> name
    wins: dict[str, int]  # side or "draw" -> games
    endings: dict[str, int]  # how games ended -> games
    turns: int  # game turns begun, of all games together
    decisions: int  # of the sides, of all games together
    rolls: int  # of the dice
    seconds: float  # by the clock, compiling not counted

    def to_dict(self) -> dict[str, Any]:
        """Return the summary as JSON data."""
        return {
            "game": self.game,
            "options": list(self.options),
            "games": self.games,
            "seed": self.seed,
            "players": dict(self.players),
            "wins": dict(self.wins),
            "endings": dict(self.endings),
            "turns": self.turns,
            "decisions": self.decisions,
            "rolls": self.rolls,
            "seconds": self.seconds,
        }


def simulate(
    game: Game,
    games: int,
    seed: int = 1,
    players: Mapping[str, Entrant] | None = None,
    processes: int = 1,
    progress: Callable[[int], None] | None = None,
    *,
    workers: Workers | None = None,
) -> Summary:
    """Play `games` games from the start; count winners, endings and time.

    `players` gives for a side a player's name, or a function from game and seed to a player; a side
    that is not named is played by the recruit. Game i depends only on `seed` and i, so the result
    does not depend on `processes`. If both players have kernels, whole games are played in them.
    `progress` is called with the number of games done so far. `workers` play the games instead of
    `processes` processes of this machine, for example a cluster, with the same result.

    ValueError for invalid numbers or an unknown side, UnknownPlayer for a player that the game does
    not have.
    """
    check_numbers(games=games, processes=processes, seed=seed)
    entrants = _entrants(game, players or {})
    whole = Task(Recipe.of(game), entrants, seed, 0, games)
    crew = workers or Processes(processes)
    crew.warm(game.id)
    began = time.perf_counter()
    outcomes, done = Outcomes(), 0
    for _, part in crew.share(play, split(whole, crew.count)):
        merge(outcomes, part)
        done += len(part.winners)
        if progress is not None:
            progress(done)
    seconds = time.perf_counter() - began
    wins = {side: outcomes.winners.count(i) for i, side in enumerate(game.sides)}
    return Summary(
        game=game.id,
        options=game.options,
        games=games,
        seed=seed,
        players={side: name_of(who) for side, who in zip(game.sides, entrants, strict=True)},
        wins=wins | {"draw": outcomes.winners.count(DRAW)},
        endings=dict(sorted(outcomes.endings.items())),
        turns=outcomes.turns,
        decisions=outcomes.decisions,
        rolls=outcomes.rolls,
        seconds=seconds,
    )


def check_numbers(*, seed: int, **counts: int) -> None:
    """Refuse a negative seed and a count below one."""
    for name, count in counts.items():
        if count < 1:
            raise ValueError(f"{name} is {count}; it must be 1 or more")
    if seed < 0:
        raise ValueError(f"seed is {seed}; it must be 0 or more")


def _entrants(game: Game, players: Mapping[str, Entrant]) -> tuple[Entrant, ...]:
    for side in players:
        if side not in game.sides:
            raise ValueError(f"{game.id} has no side {side!r}; there are {', '.join(game.sides)}")
    entrants = tuple(players.get(side, DEFAULT_PLAYER) for side in game.sides)
    for entrant in entrants:
        check_entrant(game, entrant)
    return entrants


def merge(outcomes: Outcomes, part: Outcomes) -> None:
    """Add the results of some games to those of others."""
    outcomes.winners += part.winners
    for ending, count in part.endings.items():
        outcomes.endings[ending] = outcomes.endings.get(ending, 0) + count
    outcomes.turns += part.turns
    outcomes.decisions += part.decisions
    outcomes.rolls += part.rolls
