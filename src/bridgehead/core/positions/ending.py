"""Endings other than by the rules: by a player's resignation, the clock or a moderator.

A record stores the ending beside its actions, because it is not an action: time can run out, or
somebody can resign, while the other side decides. (A side that resigns during its own decision uses
the action `resign`, which the rules know.)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from bridgehead.core.errors import InvalidRecord
from bridgehead.core.positions.position import Game, Result
from bridgehead.core.titles.games import title_of

RESIGNED, TIME, AGREED, ADJUDICATED = "resigned", "out of time", "draw agreed", "adjudicated"
WITHDRAWN, DELETED, CANCELLED = "withdrawn", "account deleted", "cancelled"
INACTIVE, ABORTED = "inactive", "aborted"
UNCOUNTED = (CANCELLED, ABORTED)  # such a game was neither won, drawn nor lost
DRAW = "draw"
OF_A_SIDE = {
    RESIGNED: "{side} resigned",
    TIME: "{side} ran out of time",
    WITHDRAWN: "{side} withdrew from the tournament",
    INACTIVE: "{side} did not act for too long",
    DELETED: "the account of the player of {side} was deleted",
}
OF_NO_SIDE = {
    AGREED: "both sides agreed to a draw",
    ADJUDICATED: "a moderator decided the game",
    CANCELLED: "a moderator cancelled it",
    ABORTED: "it was called off at its beginning",
}
KINDS = (*OF_A_SIDE, *OF_NO_SIDE)
FIELDS = ("kind", "winner", "side")


@dataclass(frozen=True)
class Ending:
    """The end of a game other than by its rules."""

    kind: str  # one of KINDS
    winner: str  # a side, or "draw"
    side: str = ""  # the side that resigned, withdrew or ran out of time; otherwise ""

    def to_dict(self) -> dict[str, str]:
        """Return the ending as JSON data."""
        data = {"kind": self.kind, "winner": self.winner}
        return {**data, "side": self.side} if self.side else data

    def result(self, game: Game) -> Result:
        """Return the result of a game that ended like this, with the names of its sides."""
        sentence = OF_A_SIDE.get(self.kind) or OF_NO_SIDE[self.kind]
        reason = sentence.format(side=side_name(game.id, self.side) if self.side else "")
        return Result(self.winner, "", reason, self.kind)


def ending_of(data: Any, game: Game) -> Ending:
    """Return the ending in a record's data; InvalidRecord if it is invalid."""
    if not isinstance(data, dict) or not set(data) <= set(FIELDS):
        raise InvalidRecord(f"record, ending: must be an object with {', '.join(FIELDS)}")
    kind, winner, side = data.get("kind"), data.get("winner"), data.get("side", "")
    if kind not in KINDS:
        raise InvalidRecord(f"record, ending, kind: {kind!r} must be one of {', '.join(KINDS)}")
    if (kind in OF_A_SIDE) != (side in game.sides) or (kind not in OF_A_SIDE and side):
        whose = " or ".join(game.sides) if kind in OF_A_SIDE else "left out"
        raise InvalidRecord(f"record, ending, side: {side!r} must be {whose}, since it is {kind!r}")
    if kind == ADJUDICATED:
        possible: tuple[str, ...] = (*game.sides, DRAW)
    elif kind in OF_A_SIDE:
        possible = tuple(each for each in game.sides if each != side)
    else:
        possible = (DRAW,)
    if winner not in possible:
        raise InvalidRecord(f"record, ending, winner: {winner!r} must be {' or '.join(possible)}")
    return Ending(kind, winner, side)


def told(result: Result, game_id: str) -> str:
    """Return a result as a sentence: "Egypt has won: Israel ran out of time."."""
    if result.ending in UNCOUNTED:
        return f"The game does not count: {result.reason}."
    if result.winner == DRAW:
        return f"The game is drawn: {result.reason}."
    winner = side_name(game_id, result.winner)
    return f"{winner} {'has' if winner.isalpha() else 'have'} won: {result.reason}."


def side_name(game_id: str, side: str) -> str:
    """Return the name of a side: "Israel", "Anglo-French"."""
    return title_of(game_id).side_name(game_id, side)
