"""A ladder: every two players meet in pairs of games, and are rated by what came of it.

The two games of a pair have the same seed, and the players change sides, so that neither the
better side nor the better dice favor anybody.

>>> import bridgehead as bh
>>> from bridgehead.lab.ladder import ladder
>>> found = ladder(bh.load("across-suez-1980"), ["recruit", "sergeant"], pairs=2, seed=1)
>>> sum(found["score"].values())
1.0
"""

from __future__ import annotations

import itertools
import math
import time
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bridgehead.core.position import Game
from bridgehead.lab.matches import (
    DRAW,
    Entrant,
    Recipe,
    Task,
    name_of,
    play_all,
    split,
    warm_up,
)
from bridgehead.lab.simulate import check_numbers, check_player

Numbers = NDArray[np.float64]

ELO_PER_LOGIT = 400 / math.log(10)
NEAR_CERTAIN = 1.96  # standard errors to either side, for 95 of 100


def ladder(
    game: Game,
    players: Sequence[Entrant],
    pairs: int,
    seed: int = 1,
    processes: int = 1,
    progress: Callable[[int], None] | None = None,
) -> dict[str, Any]:
    """Let every two of the players play `pairs` pairs of games, and rate them.

    Returned are, by player, `score` (the share of all points it could have won, a draw being half
    a point), `elo` (`rating`, the mean of all players being 0, and `error`, the half width of the
    interval that holds it in 95 of 100 cases) and `wins` (by opponent), and a list of `pairings`
    with points and wins by side. All but `seconds` is the same for any number of processes.

    Players are named, or functions from game and seed to a player. ValueError for fewer than two
    players, one twice, or numbers that make no sense; UnknownPlayer for one that there is not.
    """
    check_numbers(pairs=pairs, processes=processes, seed=seed)
    names = [name_of(player) for player in players]
    if len(names) < 2 or len(set(names)) < len(names):
        raise ValueError("a ladder needs two or more different players")
    for player in players:
        check_player(game, player)
    meetings = list(itertools.combinations(range(len(players)), 2))
    tasks: list[Task] = []
    parties: list[tuple[int, int]] = []  # of each task: who plays the first side, who the second
    for a, b in meetings:
        for party in ((a, b), (b, a)):
            who = tuple(players[i] for i in party)
            pieces = split(Task(Recipe.of(game), who, seed, 0, pairs), processes)
            tasks += pieces
            parties += [party] * len(pieces)
    warm_up(tasks)
    began = time.perf_counter()
    wins, draws, done = _play(len(players), tasks, parties, processes, progress)
    games = 2 * pairs
    points = wins.sum(axis=2) + draws.sum(axis=2) / 2
    score = points.sum(axis=1) / (games * (len(players) - 1))
    ratings, errors = rate(points, games)
    return {
        "game": game.id,
        "options": list(game.options),
        "pairs": pairs,
        "seed": seed,
        "games": done,
        "score": {name: float(score[i]) for i, name in enumerate(names)},
        "elo": {
            name: {"rating": round(float(ratings[i]), 1), "error": round(float(errors[i]), 1)}
            for i, name in enumerate(names)
        },
        "wins": {
            name: {other: int(wins[i, j].sum()) for j, other in enumerate(names) if j != i}
            for i, name in enumerate(names)
        },
        "pairings": [
            {
                "players": [names[a], names[b]],
                "score": float(points[a, b] / games),
                "wins": {
                    names[i]: {side: int(wins[i, j, k]) for k, side in enumerate(game.sides)}
                    for i, j in ((a, b), (b, a))
                },
                "draws": int(draws[a, b].sum()),
            }
            for a, b in meetings
        ],
        "seconds": time.perf_counter() - began,
    }


def _play(
    players: int,
    tasks: list[Task],
    parties: list[tuple[int, int]],
    processes: int,
    progress: Callable[[int], None] | None,
) -> tuple[Numbers, Numbers, int]:
    """Play; return wins and draws by player, opponent and the player's side, and the games."""
    wins, draws = np.zeros((players, players, 2)), np.zeros((players, players, 2))
    done = 0
    for place, outcomes in play_all(tasks, processes):
        party = parties[place]
        for winner in outcomes.winners:
            if winner == DRAW:
                draws[party[0], party[1], 0] += 1
                draws[party[1], party[0], 1] += 1
            else:
                wins[party[winner], party[1 - winner], winner] += 1
        done += len(outcomes.winners)
        if progress is not None:
            progress(done)
    return wins, draws, done


def rate(points: Numbers, games: int) -> tuple[Numbers, Numbers]:
    """Return each player's Elo rating and its error, from points[player, opponent].

    The logistic model: of `games` games between two players one is expected to win the share
    1 / (1 + 10 ** (-difference / 400)). One drawn game more between every two keeps a player who
    won all of them at a finite rating. The games are taken as independent; as the two of a pair
    share their dice, the error is rather too wide than too narrow.
    """
    players = len(points)
    between = (games + 1.0) * (1 - np.eye(players))
    won = points + 0.5 * (1 - np.eye(players))
    logit = np.zeros(players)
    information = np.eye(players)
    for _ in range(100):
        expected = 1 / (1 + np.exp(logit[None, :] - logit[:, None]))
        weight = between * expected * (1 - expected)
        information = np.diag(weight.sum(axis=1)) - weight
        step = np.linalg.pinv(information) @ (won - between * expected).sum(axis=1)
        logit += np.clip(step, -1, 1)
        if float(np.abs(step).max()) < 1e-9:
            break
    errors = np.sqrt(np.diag(np.linalg.pinv(information)))
    logit -= logit.mean()
    return logit * ELO_PER_LOGIT, errors * ELO_PER_LOGIT * NEAR_CERTAIN
