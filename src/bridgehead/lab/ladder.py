"""A ladder: every two players meet in pairs of games, and are rated by what came of it.

The two games of a pair have the same seed, and the players change sides, so that neither the
better side nor the better dice favor anybody. What is counted are pairs, not games: see
`bridgehead.lab.elo`. A match of two may stop when it is decided: see `bridgehead.lab.sprt`.

>>> import bridgehead as bh
>>> from bridgehead.lab.ladder import ladder
>>> found = ladder(bh.load("across-suez-1980"), ["recruit", "sergeant"], pairs=2, seed=1)
>>> sum(found["score"].values())
1.0
"""

from __future__ import annotations

import contextlib
import itertools
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from bridgehead._version import __version__
from bridgehead.core.positions.position import Game
from bridgehead.core.workers import Processes, Workers
from bridgehead.lab import ladder_file, summary
from bridgehead.lab.ladder_file import LadderFile, Meeting
from bridgehead.lab.matches import Entrant, Recipe, check_entrant, name_of
from bridgehead.lab.pairs import Pair, PairTask, check_players, play_pairs, split_pairs
from bridgehead.lab.simulate import check_numbers
from bridgehead.lab.sprt import CONTINUE, Sprt


def ladder(
    game: Game,
    players: Sequence[Entrant],
    pairs: int,
    seed: int = 1,
    processes: int = 1,
    progress: Callable[[int], None] | None = None,
    *,
    sprt: Sprt | None = None,
    save: str | Path | None = None,
    workers: Workers | None = None,
) -> dict[str, Any]:
    """Let every two players play `pairs` pairs of games, and rate them.

    Players are names (`captain@0.05`), or `engine:COMMAND LINE`, or functions from game and seed to
    a player. With `sprt` two players play until it is decided whether the first is stronger than
    the second, at most `pairs`. With `save` each pair is written to that file, and an interrupted
    ladder continues from there. `progress` is called with the number of games done. `workers` play
    instead of `processes` processes of this machine, for example a cluster.

    The result is described in `bridgehead.lab.summary.summary`: `score`, `elo`, `pairings` and so
    on. Everything except `seconds` and `times` is the same for any number of processes, if the
    players themselves are reproducible; a resumed ladder gives the same result as an uninterrupted
    one.

    ValueError for fewer than two players, a repeated one, or invalid numbers; UnknownPlayer for an
    unknown player; InvalidLadder for a file with other content.
    """
    match = Ladder(game, players, pairs, seed, processes, sprt=sprt, save=save, workers=workers)
    match.play(progress)
    return match.found()


class Ladder:
    """A ladder that can be interrupted; `found` returns the results so far at any time."""

    def __init__(
        self,
        game: Game,
        players: Sequence[Entrant],
        pairs: int,
        seed: int = 1,
        processes: int = 1,
        *,
        sprt: Sprt | None = None,
        save: str | Path | None = None,
        workers: Workers | None = None,
    ) -> None:
        check_numbers(pairs=pairs, processes=processes, seed=seed)
        self.game, self.players, self.seed = game, list(players), seed
        self.pairs, self.workers = pairs, workers or Processes(processes)
        self.sprt, self.save = sprt, None if save is None else Path(save)
        self.names = [name_of(player) for player in players]
        if len(self.names) < 2 or len(set(self.names)) < len(self.names):
            raise ValueError("a ladder needs at least two different players")
        if sprt is not None and len(self.names) > 2:
            raise ValueError("the sequential test needs exactly two players")
        for player in players:
            check_entrant(game, player)
        self.meetings: list[Meeting] = list(itertools.combinations(range(len(players)), 2))
        self._done: dict[tuple[Meeting, int], Pair] = {}
        self._tested = 0  # pairs that the test has counted, in their order
        self._counts = [0] * 5
        self._llr, self._verdict = 0.0, CONTINUE
        self._seconds = 0.0

    @property
    def games(self) -> int:
        """The number of games played, in this run and before."""
        return 2 * len(self._done)

    def play(self, progress: Callable[[int], None] | None = None) -> None:
        """Play the remaining games.

        After an interrupt (KeyboardInterrupt), no finished pair is lost.
        """
        file: LadderFile | None = None
        with contextlib.ExitStack() as stack:
            if self.save is not None:
                file = stack.enter_context(
                    ladder_file.opened(self.save, self.header(), self.game.sides)
                )
                for (meeting, number), pair in file.held.items():
                    if number < self.pairs:
                        self._done[meeting, number] = pair
            if self._decided():
                return
            tasks = self._tasks()
            self.workers.warm(self.game.id)
            one_each = tuple(dict(tasks).values())  # of each pairing
            for _ in self.workers.share(check_players, [one_each] if one_each else []):
                pass
            began = time.perf_counter()
            parts = self.workers.share(play_pairs, [task for _, task in tasks])
            stack.enter_context(contextlib.closing(parts))
            stack.callback(lambda: self._stop_clock(began))
            for place, pairs in parts:
                meeting = tasks[place][0]
                if file is not None:
                    file.add(meeting, pairs)
                self._done |= {(meeting, pair.number): pair for pair in pairs}
                if progress is not None:
                    progress(self.games)
                if self._decided():
                    break

    def _stop_clock(self, began: float) -> None:
        self._seconds += time.perf_counter() - began

    def header(self) -> dict[str, Any]:
        """Return the header: everything that the results depend on."""
        own = {} if self.game.data.own_tables else {"data": self.game.data.digest}
        return own | {
            "ladder": self.game.id,
            "format": ladder_file.FORMAT,
            "options": list(self.game.options),
            "map": self.game.map.digest,
            "players": self.names,
            "seed": self.seed,
            "version": __version__,
        }

    def _tasks(self) -> list[tuple[Meeting, PairTask]]:
        """Return the pairs still to be played, spread evenly over all pairings."""
        tasks = []
        recipe = Recipe.of(self.game)
        for meeting in self.meetings:
            left = [i for i in range(self.pairs) if (meeting, i) not in self._done]
            who = self.players[meeting[0]], self.players[meeting[1]]
            pieces = split_pairs(recipe, who, self.seed, left, self.workers.count)
            tasks += [(meeting, piece) for piece in pieces]
        return sorted(tasks, key=lambda entry: entry[1].numbers[0])

    def _decided(self) -> bool:
        """Add new results to the test, in the order of the pairs, until it is decided.

        The order makes the verdict independent of which pairs were finished first.
        """
        if self.sprt is None:
            return False
        while self._verdict == CONTINUE and (pair := self._done.get(((0, 1), self._tested))):
            self._counts[round(2 * pair.points)] += 1
            self._tested += 1
            self._llr = self.sprt.llr(self._counts)
            self._verdict = self.sprt.verdict(self._llr)
        return self._verdict != CONTINUE

    def found(self) -> dict[str, Any]:
        """Return the results of the pairs so far; with a test, of the pairs that it counted."""
        counted = {
            meeting: [
                self._done[meeting, i]
                for i in range(self._tested if self.sprt else self.pairs)
                if (meeting, i) in self._done
            ]
            for meeting in self.meetings
        }
        whole = all(len(pairs) == self.pairs for pairs in counted.values())
        found = summary.summary(self.names, self.game.sides, counted)
        head = {
            "game": self.game.id,
            "options": list(self.game.options),
            "version": __version__,
            "pairs": self.pairs,
            "seed": self.seed,
            "complete": whole or self._verdict != CONTINUE,
        }
        tail = {"sprt": self._test()} if self.sprt is not None else {}
        return {**head, **found, **tail, "seconds": self._seconds}

    def _test(self) -> dict[str, Any]:
        assert self.sprt is not None
        return {
            "players": self.names,
            "elo0": self.sprt.elo0,
            "elo1": self.sprt.elo1,
            "alpha": self.sprt.alpha,
            "beta": self.sprt.beta,
            "pairs": self._tested,
            "llr": round(self._llr, 4),
            "lower": round(self.sprt.lower, 4),
            "upper": round(self.sprt.upper, 4),
            "accepted": None if self._verdict == CONTINUE else self._verdict,
        }
