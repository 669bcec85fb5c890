"""`ActionSpace`: the actions of a game as the numbers 0 to n - 1, the same in every process.

A number stands for one text, in all positions. Every action that can ever be legal has one, except
`resign` and the one-line spellings of whole attacks. `digest` identifies a numbering: store it with
a trained model, and compare it before you use the model again.
"""

from __future__ import annotations

import hashlib
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bridgehead.core.errors import BridgeheadError
from bridgehead.core.kernels.dense import Numbering, number
from bridgehead.core.positions.position import Game, Position
from bridgehead.core.titles.games import title_of

VERSION = 1  # of how actions are numbered


class ActionSpace:
    """The dense numbering of a game's actions."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.numbering: Numbering = number(
            title_of(game.id).environments.possible(game), game.grammar.packing
        )
        self.n = len(self.numbering.codes)
        self.digest = self._digest()

    def _digest(self) -> str:
        """Return a short digest of the numbering: of its version and the meaning of each number."""
        grammar = self.game.grammar
        names = (VERSION, self.game.id, [*grammar.verbs], [*grammar.units], [*grammar.hexes])
        made = hashlib.sha256(repr(names).encode())
        made.update(self.numbering.codes.astype("<i4").tobytes())
        made.update(np.asarray(getattr(self.game.board[0], "walk", 0)).astype("<i8").tobytes())  # type: ignore[attr-defined]
        return f"{VERSION}-{made.hexdigest()[:16]}"

    @property
    def codes(self) -> NDArray[np.int32]:
        """The kernels' codes of all actions, by index, ascending; read-only."""
        return self.numbering.codes

    def code(self, index: int) -> int:
        """Return the kernels' code of an action."""
        if not 0 <= index < self.n:
            raise BridgeheadError(
                f"{index} is the number of no action of {self.game.id}: they are 0 to {self.n - 1}"
            )
        return int(self.numbering.codes[index])

    def index(self, code: int) -> int:
        """Return the index of an action by the kernels' code."""
        found = self.numbering.index(code)
        if found < 0:
            raise BridgeheadError(
                f"{self._named(code)} has no number in {self.game.id}: it can never be legal"
            )
        return found

    def _named(self, code: int) -> str:
        try:
            return repr(self.game.grammar.decode(int(code)))
        except (IndexError, ValueError):
            return f"the code {code}"

    def text(self, index: int) -> str:
        """Return the text of an action."""
        return self.game.grammar.decode(self.code(index))

    def index_of(self, text: str) -> int:
        """Return the index of an action's text; IllegalAction if it is not an action."""
        return self.index(self.game.grammar.encode(text))

    def legal(self, position: Position) -> NDArray[np.int32]:
        """Return the indices of a position's legal actions, ascending.

        BridgeheadError if one has no number, which would be an error in the numbering.
        """
        codes = position.legal_codes()
        found: NDArray[np.int32] = np.searchsorted(self.codes, codes).astype(np.int32)
        missing = self.codes[np.minimum(found, len(self.codes) - 1)] != codes
        if missing.any():
            text = self._named(int(codes[missing][0]))
            raise BridgeheadError(f"{text} is legal, but has no number in {self.game.id}")
        return found

    def mask(self, position: Position) -> NDArray[np.int8]:
        """Return a mask with 1 for each legal action of a position, 0 for all others."""
        found = np.zeros(self.n, np.int8)
        found[self.legal(position)] = 1
        return found

    def parts(self) -> dict[str, NDArray[np.int32]]:
        """Return unit, verb and place of each action, for networks that score single actions.

        `unit` is -1 if an action names none; `verb` is the index of the verb in
        `game.grammar.verbs`; `place` is a hex, a point, a die's face or another object of the verb.
        """
        packing = self.game.grammar.packing
        unit, rest = np.divmod(self.codes, packing.unit)
        verb, place = np.divmod(rest, packing.verb)
        return {"unit": np.where(unit == packing.no_unit, -1, unit), "verb": verb, "place": place}

    def __len__(self) -> int:
        return self.n

    def __reduce__(self) -> tuple[Any, ...]:
        return action_space, (self.game,)

    def __copy__(self) -> ActionSpace:
        return self  # it never changes

    def __deepcopy__(self, memo: dict[int, Any]) -> ActionSpace:
        return self

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ActionSpace) and self.digest == other.digest

    def __hash__(self) -> int:
        return hash(self.digest)

    def __repr__(self) -> str:
        return f"<{self.n} actions of {self.game.id}, {self.digest}>"


@lru_cache(maxsize=16)
def action_space(game: Game) -> ActionSpace:
    """Return the action space of a game; cached."""
    return ActionSpace(game)
