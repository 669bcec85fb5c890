r"""A checkpoint as a player: `python -m bridgehead.learning.play CHECKPOINT` answers the protocol.

    bridgehead ladder across-suez-1980 sergeant \
        "engine:python -m bridgehead.learning.play checkpoint.pt" --pairs 20

It is sent what its side may know, and observes no more. `--best` always takes the likeliest action
instead of drawing by the probabilities. `--rounds N` has a player that looks ahead look harder.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from bridgehead.core.errors import BridgeheadError
from bridgehead.core.position import Game
from bridgehead.engine.protocol import PROTOCOL, RequestError
from bridgehead.engine.serve import Engine
from bridgehead.engine.sight import from_view


class LearnedPlayer(Engine):
    """Answers `hello`, `new`, `choose` and `quit` for the network of a checkpoint."""

    def __init__(self, found: Any, *, best: bool = False, rounds: int | None = None) -> None:
        super().__init__()
        self._network, self._name, self._best = found.network, f"Network {found.digest[:8]}", best
        self._done: Mapping[str, Any] = found.told["done"]
        self._rounds = rounds
        self._drafters: dict[int, Any] = {}  # of each side, where the network is a judge
        self._random = np.random.default_rng()
        own = {"hello", "new", "choose", "quit"}
        self._requests = {name: do for name, do in self._requests.items() if name in own}

    @property
    def _played(self) -> Game:
        game: Game = self._network.features.game
        return game

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
        self._drafters = {}
        return {}

    def _choose(self, request: Mapping[str, Any]) -> dict[str, Any]:
        position = from_view(self._played, request.get("view"))
        if position.to_move not in self._played.sides:
            raise RequestError("side", "no side has to decide in this view")
        actions = self._network.features.actions
        if self._network.kind != "policy":
            return {"action": actions.text(actions.index(self._drafted(position)))}
        decisions = self._network.features.of_position(position)
        random = None if self._best else self._random
        (action,) = self._network.choose(decisions, random).tolist()
        return {"action": actions.text(action)}

    def _drafted(self, position: Any) -> int:
        """Return the code of the action of the draft that the network likes best."""
        from bridgehead.learning.drafts import Drafter

        side = self._played.sides.index(position.to_move)
        if self._network.kind == "evaluation":
            return self._looked_ahead(position.arrays[1], side)
        if side not in self._drafters:
            self._drafters[side] = Drafter(self._network.features, side)
        drafts, doubt = self._done["drafts"], self._done["doubts"][side]
        state = position.arrays[1]
        drafter = self._drafters[side]
        return int(drafter.choose(self._network, state, drafts, doubt, self._random))

    def _looked_ahead(self, state: Any, side: int) -> int:
        """Return the code of the action that looking ahead with the network finds."""
        from bridgehead.learning.lookahead import Effort, Lookahead

        if side not in self._drafters:
            effort, net = Effort(**self._done["effort"]), self._network.flat()
            if self._rounds is not None:
                effort = replace(effort, rounds=self._rounds)
            self._drafters[side] = Lookahead(self._played, side, net, effort, self._done["margin"])
        return int(self._drafters[side].choose(state, self._random))


def main(words: list[str] | None = None) -> int:
    """Answer requests until `quit`; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m bridgehead.learning.play")
    parser.add_argument("checkpoint", type=Path)
    parser.add_argument(
        "--best", action="store_true", help="a policy: the likeliest action, never drawn"
    )
    parser.add_argument(
        "--rounds",
        type=int,
        help="how many rounds of drafts a player that looks ahead tests (as in its training)",
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
    LearnedPlayer(found, best=given.best, rounds=given.rounds).run(
        sys.stdin.buffer, sys.stdout.buffer
    )
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
