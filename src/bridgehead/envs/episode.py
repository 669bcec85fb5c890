"""One game in an environment: the position, its dice, and the agents' observations."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bridgehead.core.errors import IllegalAction
from bridgehead.core.positions.position import Game
from bridgehead.core.titles.games import load_with, options_on
from bridgehead.envs.history import History
from bridgehead.envs.spaces import Spaces, build, spaces

Mask = NDArray[np.int8]


def game_of(game: Game | str, options: Mapping[str, bool | str]) -> Game:
    """Return a game by its id and options, or the game itself, with compiled rules."""
    if isinstance(game, str):
        build(game)
        return load_with(game, options_on(game, options))
    if options:
        raise ValueError(f"{game!r} has its options already; leave out {', '.join(options)}")
    build(game.id)
    return game


class Episode:
    """A game in progress; actions are given as indices of the action space."""

    def __init__(self, game: Game, history: int = 0) -> None:
        self.game = game
        self.spaces: Spaces = spaces(game)
        self.position: Any = game.start()
        self.history = History(game, self.spaces.actions, history)

    def begin(self, start: Mapping[str, Any] | None = None) -> None:
        """Start a new game, or continue from a position given as data."""
        self.position = self.game.start() if start is None else self.game.position(start)
        self.history.clear()

    @property
    def to_move(self) -> str | None:
        """The side whose decision is pending, "dice", or None when the game is over."""
        return self.position.to_move  # type: ignore[no-any-return]

    def push(self, action: int) -> None:
        """Carry out an action; IllegalAction, with the reason, leaves everything unchanged."""
        space = self.spaces.actions
        if not 0 <= action < space.n:
            raise IllegalAction(
                "notation", f"action {action} is none: the actions are 0 to {space.n - 1}"
            )
        self._carry_out(space.code(int(action)))

    def _carry_out(self, code: int) -> None:
        before = self.position.copy() if self.history.length else None
        self.position.push_code(code)
        if before is not None:
            self.history.add(before, code)

    def push_text(self, text: str) -> None:
        """Carry out a player's choice, which may be a whole attack as one text."""
        now = self.position.copy() if self.history.length else None
        for one in self.position.push(text):
            if now is not None:
                code = self.game.grammar.encode(one)
                self.history.add(now, code)
                now.push_code(code)

    def roll(self, random: np.random.Generator) -> None:
        """Roll the dice until somebody else is to move; each outcome is equally likely."""
        while self.position.to_move == "dice":
            codes = self.position.legal_codes()
            self._carry_out(int(codes[random.integers(len(codes))]))

    def legal(self) -> NDArray[np.int32]:
        """Return the indices of the legal actions in the action space, ascending."""
        return self.spaces.legal(self.position)

    def observe(self, agent: str, form: str) -> Any:
        """Return an agent's observation; the dice observe what a spectator sees."""
        viewer = agent if agent in self.game.sides else None
        found = self.spaces.observe(self.position, viewer, form)
        return found | {"history": self.history.of(viewer)} if self.history.length else found

    def mask(self, agent: str) -> Mask:
        """Return a new mask over all actions: 1 for the agent's legal actions."""
        found = np.zeros(self.spaces.actions.n, np.int8)
        if self.position.to_move == agent:
            found[self.legal()] = 1
        return found

    def reward(self, agent: str) -> float:
        """Return 1 if the agent has won, -1 if it has lost, else 0; always 0 for the dice."""
        result = self.position.result
        if result is None or agent not in self.game.sides or result.winner not in self.game.sides:
            return 0.0
        return 1.0 if result.winner == agent else -1.0
