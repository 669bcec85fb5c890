"""Games of OpenSpiel from Python: the same facts and speeds as for our own games.

A decision is measured with the list of legal actions, the mask and an observation tensor, as in
`BatchEnv`, and chosen evenly among the legal ones. Chance is drawn by its probabilities.
"""

from __future__ import annotations

import random
import time
from dataclasses import dataclass, field
from typing import Any

PEERS = ("backgammon", "breakthrough", "chess", "dark_chess")
SECONDS = 2.0  # of the processor, for each game
LEAST = 3  # games
PARTS = 7  # of which the fastest counts, as in `benchmarks.envs`


@dataclass
class Played:
    """Statistics of random games of one game."""

    choices: list[int] = field(default_factory=list)  # at each decision
    draws: int = 0  # of chance
    games: int = 0
    best: float = 0.0  # decisions a second of the processor, in the fastest part

    @property
    def mean(self) -> float:
        """Return the mean number of legal actions."""
        return sum(self.choices) / len(self.choices)


def open_spiel() -> Any:
    """Return the package, None where it is not installed."""
    try:
        import pyspiel
    except ImportError:
        return None
    return pyspiel


def measure(game: Any, seconds: float = SECONDS) -> Played:
    """Play a game of OpenSpiel repeatedly, and measure its decisions per second."""
    draw, found = random.Random(1), Played()
    for _ in range(PARTS):
        began, before, games = time.process_time(), len(found.choices), found.games
        while found.games < games + LEAST or time.process_time() - began < seconds / PARTS:
            play(game, draw, found)
        rate = (len(found.choices) - before) / (time.process_time() - began)
        found.best = max(found.best, rate)
    return found


def play(game: Any, draw: random.Random, found: Played) -> None:
    """Play one game at random."""
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(draw.choices(outcomes, chances)[0])
            found.draws += 1
            continue
        legal = state.legal_actions()
        state.observation_tensor(state.current_player())
        state.legal_actions_mask()
        state.apply_action(draw.choice(legal))
        found.choices.append(len(legal))
    found.games += 1


def facts(name: str, game: Any, found: Played) -> list[str]:
    """Return the cells of a game, in the order of `benchmarks.environments.HEAD`."""
    hides = "IMPERFECT" in str(game.get_type().information)
    return [
        f"OpenSpiel `{name}`",
        "",
        f"{game.num_distinct_actions():,}",
        "\u00d7".join(map(str, game.observation_tensor_shape())),
        f"{found.mean:,.0f}",
        f"{max(found.choices):,}",
        f"{len(found.choices) / found.games:,.0f}",
        "",
        f"{found.draws / found.games:,.0f}",
        "yes" if hides else "no",
    ]
