"""One game from the point of view of a program that plays a side against a computer player.

Everything that a `Seat` returns is for its side: a view, the legal actions during its decisions,
the log as it may read it. When the game is over nothing is secret.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from bridgehead import players
from bridgehead.core.errors import BridgeheadError, IllegalAction
from bridgehead.core.positions.position import EVERYTHING, Game, Position
from bridgehead.core.records.record import Record
from bridgehead.core.titles.games import point_title, title_of
from bridgehead.engine import sight
from bridgehead.lab.matches import lead_of, turn_of
from bridgehead.server.games.plans import Walk, follow
from bridgehead.server.views import costs
from bridgehead.server.views.story import Entry, tell

MOST_ACTIONS = 100  # of one call
LONGEST_ACTION = 400  # characters: a whole attack in one line is shorter
STOPS = {
    "refused": "an action was refused",
    "asked": "the dice or the other side came next, so the plan may no longer fit",
    "shown": "an action showed a hidden unit",
}


class SeatError(BridgeheadError):
    """A request that the game cannot carry out now."""


class Seat:
    """A game, the program's side, and the computer player of the other side."""

    def __init__(
        self,
        game: Game,
        side: str,
        opponent: str,
        seed: int | None = None,
        *,
        start: Position | None = None,
        name: str = "model",
    ) -> None:
        """Start a game, at its start or in a position, and play until `side` is to decide.

        With a `seed` the dice and the opponent's choices are reproducible. UnknownPlayer if there
        is no such opponent, SeatError if the game has no such side.
        """
        if side not in game.sides:
            raise SeatError(
                f"{game.id} has no side {side!r}: choose one of {', '.join(game.sides)}"
            )
        who = {each: name if each == side else opponent for each in game.sides}
        self.side = side
        self.opponent = opponent
        self.lock = threading.RLock()
        self.given_up = ""  # why the game ended before its end, where it did
        self.decisions = self.refused = 0  # what the program decided, and what was refused
        self._player = players.create(game, opponent, seed)
        kind = "open" if seed is None else "seeded"
        self._record = Record.new(game, kind, seed=seed, start=start, players=who)
        self._story = tell(self._record, side)
        self._play_on()

    # How it stands

    @property
    def game(self) -> Any:
        """The game."""
        return self._record.game

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self._record.position.to_move is None

    @property
    def result(self) -> dict[str, str] | None:
        """The result of the game, None if it is not over."""
        found = self._record.position.result
        return None if found is None else dict(found.to_dict())

    def view(self) -> dict[str, Any]:
        """Return the position as the side may know it; the legal actions are separate."""
        return dict(sight.sent(self._record.position, self.side)["view"])

    def looked_at(self, show: Callable[[Any, Mapping[str, Any], str], list[str]]) -> list[str]:
        """Return the result of `show(position, view, side)` for the side."""
        return show(self._record.position, self.view(), self.side)

    def legal(self) -> list[str]:
        """Return the legal actions of the side; none when the game is over."""
        return [] if self.over else list(self._record.position.legal_actions())

    def goals(self) -> list[dict[str, Any]]:
        """Return the present state of the victory conditions, as the side may know it."""
        position = self._record.position
        return [asdict(goal) for goal in title_of(self.game.id).goals(position, self.side)]

    @property
    def turn(self) -> int:
        """The game turn."""
        return turn_of(self._record.position)

    def points(self) -> dict[str, float] | None:
        """Return each side's victory points in the position; None if the title has none."""
        found = getattr(self._record.position, "points", None)
        return None if found is None else {str(side): float(n) for side, n in found.items()}

    def lead(self) -> float | None:
        """Return the side's final lead in victory points, None if the title counts none."""
        ahead = lead_of(self._record.position)
        if ahead is None:
            return None
        return float(ahead) if self.side == self.game.sides[0] else -float(ahead)

    def history(self, last: int) -> list[Entry]:
        """Return the last lines of the log, as the side may read it."""
        return self._story.entries[-last:] if last else []

    # Questions

    def why_not(self, action: str) -> IllegalAction | None:
        """Return why an action is refused now, None if it is legal. SeatError after the end."""
        self._check_going_on()
        self._check_actions([action])
        if action.split() == ["resign"]:
            return None
        found: IllegalAction | None = self._record.position.why_not(action)
        return found

    def odds(self, actions: Sequence[str]) -> dict[str, Any] | None:
        """Return the odds of the attack that these actions declare, or of the pending one.

        None if there is no attack. On a map of points it is the present battle: there, trying
        actions could reveal hidden facts, so no actions are allowed.
        """
        self._check_going_on()
        self._check_actions(actions, least=0)
        position = self._record.position
        if not title_of(self.game.id).declares_attacks:
            if actions:
                raise SeatError(
                    f"{self.game.id} tells the odds of the battle that is being fought: "
                    "leave `actions` empty"
                )
            battle = point_title(self.game.id).screen.battle(position, self.side)
            return None if battle is None else dict(battle)
        trial = position.copy()
        for action in actions:
            if trial.to_move != self.side:
                raise SeatError(f"{action!r}: the actions before it already end the declaration")
            trial.push(action)
        found = trial.pending_odds()
        return None if found is None else {**found.to_dict(), **costs.of_attack(trial)}

    # Playing

    def act(self, actions: Sequence[str]) -> tuple[Walk, list[Entry]]:
        """Carry out as many of the actions as possible, then the dice and the other side's reply.

        Return how many were carried out, and the events since then as the side may read them. No
        exception is raised for an illegal action: the walk says where it stopped and why.
        """
        self._check_going_on()
        self._check_actions(actions)
        told = len(self._story.entries)
        found = follow(self._record.position, actions)
        self.decisions += len(found.steps)
        self.refused += found.error is not None
        for _, decision in found.steps:
            self._do(decision)
        self._play_on()
        happened = self._story.entries[told:]
        if self.over:
            self._tell_all()
        return found, happened

    def resign(self) -> list[Entry]:
        """Resign the game."""
        return self.act(["resign"])[1]

    def forfeit(self, why: str) -> None:
        """End the game early: the side loses, for this reason."""
        self.given_up = why

    def _play_on(self) -> None:
        """Let the dice and the other side act until the side is to decide, or the game is over."""
        record = self._record
        while (mover := record.position.to_move) not in (self.side, None):
            if mover == "dice":
                self._do(record.next_action())
            else:
                self._do(self._player.choose(record.position))

    def _do(self, action: str) -> None:
        before, number = self._record.position.copy(), len(self._record.actions)
        for decision in self._record.do(action):
            after, number = before.copy(), number + 1
            after.push(decision)
            self._story.add(before, decision, after, number)
            before = after

    def _tell_all(self) -> None:
        """Make the whole log again with everything that was hidden, because the game is over."""
        self._story = tell(self._record, EVERYTHING)

    # Files

    def save(self, path: Path) -> None:
        """Write the record to a new file.

        SeatError if it would reveal a secret, or if the file exists.
        """
        record = self._record
        begun_in_secret = record.start is not None and self.game.id in title_of(self.game.id).hiding
        if not self.over and (begun_in_secret or self._story.actions != record.actions):
            raise SeatError(
                "the record names what your side may not know while the game goes on: save it "
                "when the game is over"
            )
        if path.exists():
            raise SeatError(f"{path.name} exists already: choose another name")
        record.save(path)

    # Checks

    def _check_going_on(self) -> None:
        if self.given_up:
            raise SeatError(f"the game was ended: {self.given_up}")
        if self.over:
            raise SeatError("the game is over: `score` says how it ended")

    @staticmethod
    def _check_actions(actions: Sequence[str], least: int = 1) -> None:
        if not least <= len(actions) <= MOST_ACTIONS:
            raise SeatError(
                f"actions: there are {len(actions)}; give {least} to {MOST_ACTIONS} texts"
            )
        for action in actions:
            if len(action) > LONGEST_ACTION:
                raise SeatError(f"an action has {len(action)} characters: at most {LONGEST_ACTION}")
