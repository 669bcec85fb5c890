r"""A checkpoint as a player: `python -m bridgehead.learning.play CHECKPOINT` answers the protocol.

    bridgehead ladder across-suez-1980 sergeant \
        "engine:python -m bridgehead.learning.play checkpoint.pt" --pairs 20

It is sent what its side may know, and observes no more. With `--rounds N` it tests so many rounds
of drafts instead of as many as in its training.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from bridgehead.core.errors import BridgeheadError
from bridgehead.core.positions.position import Game
from bridgehead.engine.protocol import PROTOCOL, RequestError
from bridgehead.engine.serve import Engine
from bridgehead.engine.sight import from_view
from bridgehead.learning.lookahead import Effort, Lookahead

if TYPE_CHECKING:
    from bridgehead.learning.checkpoint import Checkpoint


class LearnedPlayer(Engine):
    """Answers `hello`, `new`, `choose` and `quit` with the network of a checkpoint."""

    def __init__(self, found: Checkpoint, *, rounds: int | None = None) -> None:
        super().__init__()
        self._network, self._name = found.network, f"Network {found.digest[:8]}"
        self._done: Mapping[str, Any] = found.told["done"]
        self._rounds = rounds
        self._lookaheads: dict[int, Lookahead] = {}  # by side
        self._random = np.random.default_rng()
        own = {"hello", "new", "choose", "quit"}
        self._requests = {name: do for name, do in self._requests.items() if name in own}

    @property
    def _played(self) -> Game:
        return self._network.game

    def _hello(self, request: Mapping[str, Any]) -> dict[str, Any]:
        told = super()._hello(request)
        games = [self._played.id]
        return {"protocol": PROTOCOL, "name": self._name, "version": told["version"]} | {
            "games": games
        }

    def _new(self, request: Mapping[str, Any]) -> dict[str, Any]:
        game = self._game(request)
        if game != self._played:
            raise RequestError(
                "game", f"this network has learned {self._played!r} and cannot play {game!r}"
            )
        seed = request.get("seed")
        self._random = np.random.default_rng(seed if isinstance(seed, int) else None)
        self._lookaheads = {}
        return {}

    def _choose(self, request: Mapping[str, Any]) -> dict[str, Any]:
        position = from_view(self._played, request.get("view"))
        if position.to_move not in self._played.sides:
            raise RequestError("side", "no side has to decide in this view")
        side = self._played.sides.index(position.to_move)
        chosen = self._player(side).choose(position.arrays[1], self._random)
        return {"action": self._played.grammar.decode(int(chosen))}

    def _player(self, side: int) -> Lookahead:
        """Return the player of a side."""
        if side not in self._lookaheads:
            effort, margin = Effort(**self._done["effort"]), self._done["margin"]
            if self._rounds is not None:
                effort = replace(effort, rounds=self._rounds)
            net = self._network.flat()
            self._lookaheads[side] = Lookahead(self._played, side, net, effort, margin)
        return self._lookaheads[side]


def main(words: list[str] | None = None) -> int:
    """Answer requests until `quit`; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m bridgehead.learning.play")
    parser.add_argument("checkpoint", type=Path)
    parser.add_argument(
        "--rounds",
        type=int,
        help="rounds of drafts to test (as in the training)",
    )
    given = parser.parse_args(words)
    try:
        from bridgehead.learning import checkpoint

        if given.rounds is not None and given.rounds < 0:
            raise BridgeheadError(f"rounds is {given.rounds}; it must be 0 or more")
        found = checkpoint.load(given.checkpoint)
    except (BridgeheadError, ModuleNotFoundError) as error:
        print(error, file=sys.stderr)
        return 1
    LearnedPlayer(found, rounds=given.rounds).run(sys.stdin.buffer, sys.stdout.buffer)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
