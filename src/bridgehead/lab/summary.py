"""The results of a ladder as data: shares, ratings, pairings, times, faults."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from bridgehead.lab.elo import difference, rate
from bridgehead.lab.matches import DRAW
from bridgehead.lab.pairs import Clock, Pair, Played

MOST_REASONS = 20


def summary(
    names: Sequence[str],
    sides: tuple[str, ...],
    counted: Mapping[tuple[int, int], Sequence[Pair]],
) -> dict[str, Any]:
    """Return the results of pairs, given by the two players' indexes in the list of names.

    `games`   how many were counted
    `score`   by player: its share of the points it could have won, a draw being half a point
              (None without a game)
    `elo`     by player: `rating` (the mean of all being 0) and `error`, the half width of the
              interval that holds it in 95 of 100 cases, from the pairs' variance
    `wins`    by player: games won, by opponent
    `results` by player: `games`, `wins`, `draws`, `losses`, and `sides`: the share of the points
              won with each side
    `times`   by player: `decisions`, and `mean`, `p99` (99 of 100 were not longer) and `longest`
              in seconds; None where all its games were played in kernels
    `faults`  by player: games lost by an illegal action or a failure; `reasons` has the first
    `pairings` for each two `players`: `pairs`, `score` of the first, `elo` (`difference` and
              `error`), `counts` (of the pairs that gave the first 0, 1/2, 1, 3/2 and 2 points),
              `better` (the share of the pairs in which the first did better: more points or, with
              one each, a greater lead in victory points with the same side), `wins` by player
              and side, `leads` by player and side (its mean lead in victory points, None where a
              title counts none), `draws`, `endings`
    """
    counts = np.zeros((len(names), len(names), 5))
    tallies = [_Tally() for _ in names]
    pairings = []
    reasons: list[dict[str, Any]] = []
    for (a, b), pairs in counted.items():
        for pair in pairs:
            counts[a, b, round(2 * pair.points)] += 1
            for game, party in zip(pair.games, ((a, b), (b, a)), strict=True):
                for side, player in enumerate(party):
                    tallies[player].add(game, side, party[1 - side])
                if game.faulty is not None:
                    at_fault = names[party[game.faulty]], names[party[1 - game.faulty]]
                    reasons.append(_fault(at_fault, pair.number, game, sides))
        counts[b, a] = counts[a, b, ::-1]
        pairings.append(_pairing((names[a], names[b]), sides, pairs, counts[a, b].tolist()))
    ratings, errors = rate(counts)
    return {
        "games": sum(2 * len(pairs) for pairs in counted.values()),
        "score": {name: tally.score() for name, tally in zip(names, tallies, strict=True)},
        "elo": {
            name: {"rating": round(float(ratings[i]), 1), "error": round(float(errors[i]), 1)}
            for i, name in enumerate(names)
        },
        "wins": {
            name: {other: tally.won[j] for j, other in enumerate(names) if other != name}
            for name, tally in zip(names, tallies, strict=True)
        },
        "results": {name: t.to_dict(sides) for name, t in zip(names, tallies, strict=True)},
        "times": {name: _times(t.clock) for name, t in zip(names, tallies, strict=True)},
        "faults": {name: tally.faults for name, tally in zip(names, tallies, strict=True)},
        "reasons": reasons[:MOST_REASONS],
        "pairings": pairings,
    }


class _Tally:
    """The wins and losses of one player, and its times."""

    def __init__(self) -> None:
        self.games = [Counter[str](), Counter[str]()]  # by side: "wins", "draws", "losses"
        self.won: Counter[int] = Counter()  # opponent -> games
        self.clock = Clock()
        self.faults = 0

    def add(self, game: Played, side: int, opponent: int) -> None:
        """Count a game in which the player had a side."""
        if game.winner == side:
            self.won[opponent] += 1
        kind = "draws" if game.winner == DRAW else "wins" if game.winner == side else "losses"
        self.games[side][kind] += 1
        if game.clocks:
            self.clock.merge(game.clocks[side])
        self.faults += game.faulty == side

    def score(self) -> float | None:
        """Return the share of the points."""
        return _share(self.games[0] + self.games[1])

    def to_dict(self, sides: tuple[str, ...]) -> dict[str, Any]:
        """Return the results as JSON data."""
        both = self.games[0] + self.games[1]
        return {
            "games": both.total(),
            **{kind: both[kind] for kind in ("wins", "draws", "losses")},
            "sides": {side: _share(self.games[i]) for i, side in enumerate(sides)},
        }


def _share(games: Counter[str]) -> float | None:
    return (games["wins"] + games["draws"] / 2) / games.total() if games.total() else None


def _times(clock: Clock) -> dict[str, Any] | None:
    if not clock.decisions:
        return None
    return {
        "decisions": clock.decisions,
        "mean": round(clock.mean, 6),
        "p99": round(clock.quantile(0.99), 6),
        "longest": round(clock.longest, 6),
    }


def _fault(
    names: tuple[str, str], pair: int, game: Played, sides: tuple[str, ...]
) -> dict[str, Any]:
    assert game.faulty is not None
    return {
        "player": names[0],
        "opponent": names[1],
        "pair": pair,
        "side": sides[game.faulty],
        "reason": game.reason,
    }


def _leads(
    names: tuple[str, str], sides: tuple[str, ...], pairs: Sequence[Pair]
) -> dict[str, dict[str, float | None]]:
    """Return each player's mean lead in victory points, by side."""
    found: dict[str, dict[str, float | None]] = {}
    for i, name in enumerate(names):
        found[name] = {}
        for k, side in enumerate(sides):
            leads = [pair.played_by(i, k).lead for pair in pairs]
            told = [lead if k == 0 else -lead for lead in leads if lead is not None]
            found[name][side] = round(sum(told) / len(told), 2) if told else None
    return found


def _pairing(
    names: tuple[str, str], sides: tuple[str, ...], pairs: Sequence[Pair], counts: list[float]
) -> dict[str, Any]:
    games = [game for pair in pairs for game in pair.games]
    ahead, error = difference(counts)
    wins = {
        name: {
            side: sum(pair.played_by(i, k).winner == k for pair in pairs)
            for k, side in enumerate(sides)
        }
        for i, name in enumerate(names)
    }
    return {
        "players": list(names),
        "pairs": len(pairs),
        "score": sum(pair.points for pair in pairs) / (2 * len(pairs)) if pairs else None,
        "elo": {"difference": round(ahead, 1), "error": round(error, 1)},
        "counts": [int(count) for count in counts],
        "better": sum(pair.better for pair in pairs) / len(pairs) if pairs else None,
        "wins": wins,
        "leads": _leads(names, sides, pairs),
        "draws": sum(game.winner == DRAW for game in games),
        "endings": dict(sorted(Counter(game.ending for game in games).items())),
    }
