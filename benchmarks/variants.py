"""Searching players with numbers of their own, for matches between them.

A variant is a rank and, for those that search, numbers in place of its own, by the names that
`players.search.agent.Agent` (`operates`, `ahead`, `doubt`, `spread`) or the search
(`players.search.search`, in capitals) gives them. `general@1` thinks for another time than the
match says, `general@300n` counts rollouts. `general:net=FILE` has the net of a file that
`bridgehead train` wrote, and `general:learned=FILE` the heuristic weights of another
`learned_weights.toml`. `general:book=0` does without the opening book.

Time is that of the processor, for the thread that thinks, so other work on the machine takes
nothing away. With `--rollouts N` rollouts are counted instead, and the games can be
repeated.
"""

from __future__ import annotations

import argparse
import json
import time
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from benchmarks.common import parser_of, think_by
from bridgehead import players
from bridgehead.players.learned import heuristic_weights, weights
from bridgehead.players.ranks.thinker import Thinker
from bridgehead.players.search import search
from bridgehead.players.title_players import THINKERS


class Variant:
    """A factory of players.

    It has a name, which a ladder needs, and can be sent to other processes.
    """

    def __init__(self, text: str, seconds: float, rollouts: int | None) -> None:
        self.__name__ = text
        name, *changes = text.split(":")
        self.rank, _, own = name.partition("@")
        if own:
            counted = own.endswith("n")
            seconds, rollouts = (0.0, int(own[:-1])) if counted else (float(own), None)
        self.changes = [one.partition("=")[::2] for one in changes]
        self.seconds, self.rollouts = seconds, rollouts

    def __call__(self, game: Any, seed: int) -> Any:
        if self.rank in THINKERS:
            return Changed(self, game, seed)
        if self.changes:
            raise SystemExit(f"{self.rank} does not search: it has no numbers to change")
        return players.create(game, self.rank, seed)


class Changed(Thinker):
    """A thinker that sets numbers of its agent and search while it thinks."""

    def __init__(self, variant: Variant, game: Any, seed: int) -> None:
        counted = variant.rollouts is not None
        super().__init__(
            game, variant.rank, seed, None if counted else variant.seconds, variant.rollouts
        )
        think_by(time.thread_time)
        self._constants = {}
        for name, value in variant.changes:
            if name == "net":
                self._agent.net = weights.judgement_of(game.id, weights.read(Path(value))).net
                continue
            if name == "learned":
                self._agent.board = board_with(game, variant.rank, Path(value))
                continue
            number = json.loads(value)
            if name == "book":
                self.uses_book = bool(number)
            elif name.isupper() and hasattr(search, name):
                self._constants[name] = number
            elif hasattr(self._agent, name):
                setattr(self._agent, name, number)
            else:
                raise SystemExit(f"no number of the agent or the search is called {name!r}")

    @contextmanager
    def own_numbers(self) -> Iterator[None]:
        """Set the search's numbers to this player's for a while."""
        kept = {name: getattr(search, name) for name in self._constants}
        for name, value in self._constants.items():
            setattr(search, name, value)
        try:
            yield
        finally:
            for name, value in kept.items():
                setattr(search, name, value)

    def choose(self, position: Any) -> str:
        with self.own_numbers():
            return super().choose(position)


def board_with(game: Any, rank: str, path: Path) -> Any:
    """Return a copy of a game's board with the heuristic weights of a `learned_weights.toml`."""
    games = tomllib.loads(path.read_text(encoding="utf-8"))
    table = heuristic_weights.learned_in(games, game.id)
    board = game.board.copy()
    for row, side in zip(board[0]["weights"], game.sides, strict=True):
        row[:] = list(heuristic_weights.numbers(game.id, side, rank, table).values())
    board.flags.writeable = False
    return board


def arguments(about: str | None) -> argparse.ArgumentParser:
    """Return a parser for two players, their thinking time, and the games."""
    parser = parser_of(about)
    parser.add_argument("game")
    parser.add_argument("first")
    parser.add_argument("second")
    parser.add_argument("--pairs", type=int, default=25)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=0.15, help="a plan, of the processor")
    parser.add_argument("--rollouts", type=int, help="a plan, instead of seconds")
    return parser
