"""Scenarios played by computer players: whether each side can win, and how even they are."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from bridgehead.core.positions.position import Game
from bridgehead.lab.simulate import Summary, simulate

SEED = 44
EVEN = (0.35, 0.65)  # each side's score in an even scenario
DRAWN = 0.4  # the largest share of draws
# Player, opponent and games by which a win of a side is looked for, in this order
TRIALS = (
    ("sergeant", "sergeant", 60),
    ("captain@96n", "sergeant", 12),
    ("captain@96n", "recruit", 12),
)


@dataclass(frozen=True)
class Trial:
    """Games in which a win of a side was looked for, and how many the side won."""

    side: str
    player: str
    opponent: str
    games: int
    wins: int


def trials(game: Game, side: str) -> list[Trial]:
    """Look for a win of a side with stronger and stronger players until one is found."""
    found = []
    for player, opponent, games in TRIALS:
        players = {each: player if each == side else opponent for each in game.sides}
        wins = simulate(game, games, SEED, players).wins[side]
        found.append(Trial(side, player, opponent, games, wins))
        if wins:
            break
    return found


def cannot_win(game: Game) -> list[str]:
    """Return a sentence for each side that has won none of its trial games."""
    faults = []
    for side in game.sides:
        tried = trials(game, side)
        if not any(trial.wins for trial in tried):
            games = sum(trial.games for trial in tried)
            faults.append(
                f"{side} has won none of {games} games, the last {tried[-1].games} as "
                f"{tried[-1].player} against the {tried[-1].opponent}: it cannot win, or hardly"
            )
    return faults


def balance(
    game: Game, player: str, games: int, seed: int = SEED, processes: int = 1,
    progress: Callable[[int], None] | None = None,
) -> Summary:  # fmt: skip
    """Return the results of games between two players of the same strength."""
    return simulate(game, games, seed, dict.fromkeys(game.sides, player), processes, progress)


def is_even(found: Summary) -> bool:
    """Whether no side scores too much, with draws as halves, and not too many games are drawn."""
    draws = found.wins["draw"] / found.games
    scores = [wins / found.games + draws / 2 for side, wins in found.wins.items() if side != "draw"]
    return draws <= DRAWN and all(EVEN[0] <= score <= EVEN[1] for score in scores)
