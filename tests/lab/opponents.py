"""Players of the tests' own: functions of a module, so that other processes find them too."""

from __future__ import annotations

import time

import bridgehead as bh
from bridgehead import players


class Last:
    """Takes the last of the listed actions; fails as told after some decisions."""

    name = "last"

    def __init__(self, after: int = -1, fault: str = "") -> None:
        self.left = after
        self.fault = fault
        self.closed = False

    def choose(self, position: bh.Position) -> object:
        self.left -= 1
        if self.left == -1 and self.fault:
            return self.fail()
        return position.legal_actions()[-1]

    def fail(self) -> object:
        if self.fault == "breaks down":
            raise RuntimeError("out of\nideas")
        if self.fault == "says nothing":
            return None
        return "draw amber" if self.fault == "breaks the rules" else "no action at all"

    def close(self) -> None:
        self.closed = True


def another_recruit(game: bh.Game, seed: int) -> players.Player:
    return players.create(game, "recruit", seed)


def last(game: bh.Game, seed: int) -> Last:
    return Last()


def breaks_down(game: bh.Game, seed: int) -> Last:
    return Last(2, "breaks down")


def breaks_the_rules(game: bh.Game, seed: int) -> Last:
    return Last(0, "breaks the rules")


def babbles(game: bh.Game, seed: int) -> Last:
    return Last(0, "babbles")


def says_nothing(game: bh.Game, seed: int) -> Last:
    return Last(1, "says nothing")


def does_not_begin(game: bh.Game, seed: int) -> Last:
    raise OSError("no such program")


def slow(game: bh.Game, seed: int) -> players.Player:
    """A recruit whose games take many seconds."""

    class Slow(Last):
        def choose(self, position: bh.Position) -> object:
            time.sleep(0.2)  # the test ends the process in the middle of the game
            return recruit.choose(position)

    recruit = players.create(game, "recruit", seed)
    return Slow()
