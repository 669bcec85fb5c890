"""The pairings of a Swiss tournament by the Dutch system (FIDE Handbook C.04.3).

`caissify_pairings` pairs; it gives the pairings that the endorsed program bbpPairings gives. It
is told what happened in the rounds before. White is the title's first side. Who is white is decided
here (article E), because the library compares seeds where scores come first.

With mirrored games both players have both sides in each encounter, so that nobody prefers one.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from bridgehead.core.errors import BridgeheadError

NOBODY_NEW = "nobody can meet somebody new"
logging.getLogger("caissify_pairings").setLevel(logging.ERROR)  # it tells each attempt


class PairingError(BridgeheadError):
    """There are no pairings in which nobody meets anybody twice."""


@dataclass
class SwissPlayer:
    """What the pairing needs to know of a player: seed (1 is the strongest) and past rounds."""

    seed: int
    score: float = 0.0  # in encounters: 1 for a won one
    sides: list[str] = field(default_factory=list)  # "white" or "black", of games played
    floats: list[str] = field(default_factory=list)  # "up", "down" or "none", of each round
    byes: int = 0
    walkovers: int = 0  # won

    @property
    def surplus(self) -> int:
        """How many games more it has played with white than with black."""
        return self.sides.count("white") - self.sides.count("black")

    @property
    def wish(self) -> tuple[str, int]:
        """The side that is due to it, and how strongly: 3 absolute, 2 strong, 1 mild, 0 none."""
        if not self.sides:
            return "", 0
        side = _opposite(self.sides[-1])
        if self.sides[-2:] == 2 * self.sides[-1:]:
            return side, 3
        if self.surplus:
            side = "black" if self.surplus > 0 else "white"
        return side, min(1 + abs(self.surplus), 3)


@dataclass(frozen=True)
class Encounter:
    """An encounter of a past round, or a bye (`second` is None); scores go from 0 to 1.

    `is_played`: somebody made a decision in it; otherwise it was a walkover.
    """

    round: int
    first: str
    second: str | None
    score: float = 0.0
    other: float = 0.0
    is_played: bool = True


def pair(
    players: Sequence[str], seeds: Mapping[str, int], past: Sequence[Encounter], number: int,
    rounds: int, *, mirrored: bool, first_side: str = "white",
) -> tuple[list[tuple[str, str]], str | None]:  # fmt: skip
    """Return the pairs of a round, the first sides first, and who has a bye.

    `players` are those who play on; `seeds` also has those who have withdrawn. `first_side` is the
    drawn side of the first seed in the first round. PairingError if nobody can meet somebody new.
    """
    known = players_of(seeds, past, mirrored=mirrored)
    met = {(seeds[one.first], seeds[one.second]) for one in past if one.second is not None}
    given = [_told(known[player], player) for player in players]
    found, bye = _matched(given, met, number, rounds)
    by_seed = {seeds[player]: player for player in players}
    pairs = []
    for first, second in found:
        one, other = by_seed[first], by_seed[second]
        is_white = _is_white(known[one], known[other], first_side)
        pairs.append((one, other) if is_white else (other, one))
    return pairs, None if bye is None else by_seed[bye]


def _matched(
    players: list[dict[str, Any]], met: set[tuple[int, int]], number: int, rounds: int
) -> tuple[list[tuple[int, int]], int | None]:
    """Return who meets whom and who has a bye, by their seeds; PairingError if there is nothing."""
    from caissify_pairings import generate_pairings  # here, because networkx takes time to load

    try:
        found = generate_pairings("dutch", players, met, number, max(rounds, number))
    except (ValueError, RuntimeError, LookupError) as error:
        raise PairingError(NOBODY_NEW) from error
    pairs = [(one["white_id"], one["black_id"]) for one in found if one["black_id"] is not None]
    byes = [one["white_id"] for one in found if one["black_id"] is None]
    have_met = any(pair in met or pair[::-1] in met for pair in pairs)
    everybody = sorted(seed for pair in pairs for seed in pair) + byes
    if have_met or len(byes) > 1 or sorted(everybody) != sorted(one["id"] for one in players):
        raise PairingError(NOBODY_NEW)
    return pairs, byes[0] if byes else None


def players_of(
    seeds: Mapping[str, int], past: Sequence[Encounter], *, mirrored: bool
) -> dict[str, SwissPlayer]:
    """Return what the past rounds say of each player."""
    found = {player: SwissPlayer(seed) for player, seed in seeds.items()}
    for number in sorted({one.round for one in past}):
        before = {player: each.score for player, each in found.items()}
        for one in past:
            if one.round == number:
                _count(found, one, before, mirrored=mirrored)
        for each in found.values():  # who was absent has not floated
            each.floats += ["none"] * (number - len(each.floats))
    return found


def _count(
    found: dict[str, SwissPlayer], one: Encounter, before: Mapping[str, float], *, mirrored: bool
) -> None:
    first = found[one.first]
    first.score += one.score
    if one.second is None:
        first.byes += 1
        first.floats.append("down")
        return
    second = found[one.second]
    second.score += one.other
    for each, score in ((first, one.score), (second, one.other)):
        if not one.is_played:
            each.walkovers += score > 0
            each.floats.append("down" if score > 0 else "none")
    if one.is_played:
        step = (before[one.first] > before[one.second]) - (before[one.first] < before[one.second])
        first.floats.append(("none", "down", "up")[step])
        second.floats.append(("none", "up", "down")[step])
        if not mirrored:
            first.sides.append("white")
            second.sides.append("black")


def _is_white(one: SwissPlayer, other: SwissPlayer, first_side: str) -> bool:
    """Whether the first of two players is white, by article E."""
    (wish, strength), (other_wish, other_strength) = one.wish, other.wish
    if wish != other_wish and wish and other_wish:
        return wish == "white"
    if strength != other_strength:
        return wish == "white" if strength > other_strength else other_wish == "black"
    if one.surplus != other.surplus:
        return one.surplus < other.surplus
    for mine, theirs in zip(reversed(one.sides), reversed(other.sides), strict=False):
        if mine != theirs:  # the last time that they had different sides
            return mine == "black"
    higher = min(one, other, key=lambda each: (-each.score, each.seed))
    granted = higher.wish[0] or (first_side if higher.seed % 2 else _opposite(first_side))
    return (granted == "white") == (higher is one)


def _opposite(side: str) -> str:
    return "black" if side == "white" else "white"


def _told(one: SwissPlayer, name: str) -> dict[str, Any]:
    return {
        "id": one.seed, "name": name, "score": one.score, "rating": -one.seed,
        "starting_number": one.seed,
        "color_hist": one.sides, "float_history": one.floats, "bye_count": one.byes,
        "forfeit_win_count": one.walkovers,
    }  # fmt: skip
