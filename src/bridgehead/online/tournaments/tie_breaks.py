"""Tie-breaks: pure functions over what each player has scored, after FIDE's handbook (C.07).

| name | what it is |
|---|---|
| `direct` | direct encounter: the score against the tied players alone (article 6) |
| `berger` | Sonneborn-Berger: each opponent's score times the own score against them (9.1) |
| `buchholz` | the sum of the opponents' scores (8.1) |
| `cut` | Buchholz Cut 1: the same without the lowest one (14.1) |
| `wins` | games won, without walkovers |
| `lead` | the lead in victory points over all games, if the title has them |

Where each meets each, a walkover counts like any other result. In a Swiss tournament unplayed
rounds follow article 16. A player's own unplayed round counts as one against a virtual opponent,
who has as many points as the player, but not more than the absent opponent (a walkover), nor more
than somebody with nothing but draws (a bye, or after withdrawing). For a player's opponents, the
rounds after the player has withdrawn count as draws. Buchholz Cut 1 first leaves out rounds that
the player has given away. Direct encounter needs a played encounter of each two; without that,
it decides only where the missing ones could change nothing.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

DIRECT, BERGER, BUCHHOLZ, CUT = "direct", "berger", "buchholz", "cut"
WINS, LEAD = "wins", "lead"
BREAKS = (DIRECT, BERGER, BUCHHOLZ, CUT, WINS, LEAD)


@dataclass(frozen=True)
class RoundScore:
    """What a player has scored in a round; `against` is None for a bye or an absence."""

    number: int
    against: str | None
    points: float
    is_played: bool = True  # somebody decided something in it
    is_given_away: bool = False  # lost by a walkover, or after withdrawing


@dataclass(frozen=True)
class Sheet:
    """All that counts of a player's games."""

    rounds: tuple[RoundScore, ...] = ()
    wins: int = 0  # games, without walkovers
    lead: float | None = None
    played: int = 0  # games

    @property
    def points(self) -> float:
        """The score."""
        return sum(one.points for one in self.rounds)


@dataclass(frozen=True)
class Scores:
    """The sheets of all players. `legs` is the number of games of an encounter.

    `swiss_rounds` is the number of rounds of a Swiss tournament, 0 where each meets each.
    """

    sheets: Mapping[str, Sheet]
    legs: int
    swiss_rounds: int = 0

    def value(self, name: str, player: str) -> float | None:
        """Return a player's value of a tie-break that does not depend on who is tied."""
        sheet = self.sheets[player]
        if name == WINS:
            return sheet.wins
        if name == LEAD:
            return sheet.lead
        if name == BERGER:
            return sum(one.points * self._worth(player, one) for one in sheet.rounds)
        worth = [(not one.is_given_away, self._worth(player, one)) for one in sheet.rounds]
        return sum(value for _, value in sorted(worth)[name == CUT :])

    def _worth(self, player: str, one: RoundScore) -> float:
        """Return the points of the opponent of a round, or of the virtual opponent."""
        if one.against is not None:
            met = self._adjusted(one.against)
            return met if one.is_played or not self.swiss_rounds else min(self._own(player), met)
        return min(self._own(player), self.swiss_rounds * self.legs / 2)

    def _own(self, player: str) -> float:
        return self.sheets[player].points

    def _adjusted(self, player: str) -> float:
        """Return a player's points as they count for opponents."""
        sheet = self.sheets[player]
        if not self.swiss_rounds:
            return sheet.points
        last = itertools.takewhile(
            lambda one: one.is_given_away,
            sorted(sheet.rounds, key=lambda one: one.number, reverse=True),
        )
        return sheet.points + self.legs / 2 * sum(one.against is None for one in last)

    def against(self, player: str, others: Sequence[str]) -> float:
        """Return a player's score against others."""
        return sum(one.points for one in self._between(player, others))

    def missing(self, player: str, others: Sequence[str]) -> int:
        """Return how many of the others a player has not met."""
        met = {one.against for one in self._between(player, others)}
        return sum(other not in met for other in others if other != player)

    def _between(self, player: str, others: Sequence[str]) -> list[RoundScore]:
        return [
            one
            for one in self.sheets[player].rounds
            if one.against in others and (one.is_played or not self.swiss_rounds)
        ]

    def split(self, tied: Sequence[str], name: str) -> list[list[str]]:
        """Return tied players in groups that a tie-break puts apart, the best group first."""
        if name == DIRECT:
            return self._split_directly(tied)
        return _by_value(tied, lambda player: self.value(name, player) or 0.0)

    def _split_directly(self, tied: Sequence[str]) -> list[list[str]]:
        """Split by direct encounter, again within each group that is still tied."""
        if len(tied) < 2:
            return [list(tied)]
        if not any(self.missing(player, tied) for player in tied):
            found = _by_value(tied, lambda player: self.against(player, tied))
            if len(found) == 1:
                return found
            return [part for group in found for part in self._split_directly(group)]
        rest, first = list(tied), []
        while leader := self._sure(rest, tied):  # first whatever the missing encounters bring
            first.append([leader])
            rest.remove(leader)
        return [*first, rest] if rest else first

    def _sure(self, rest: Sequence[str], tied: Sequence[str]) -> str | None:
        def most(player: str) -> float:
            return self.against(player, tied) + self.legs * self.missing(player, tied)

        for player in rest:
            if all(self.against(player, tied) > most(each) for each in rest if each != player):
                return player if len(rest) > 1 else None
        return None


def _by_value(tied: Sequence[str], value: Callable[[str], float]) -> list[list[str]]:
    ordered = sorted(tied, key=value, reverse=True)
    return [list(group) for _, group in itertools.groupby(ordered, key=value)]
