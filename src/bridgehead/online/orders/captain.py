"""Captains: computer players that make decisions for a person who has asked for this.

The captain sees what the person sees; hidden facts are drawn at random before it thinks. It makes a
fixed number of rollouts. Their seed follows from the secret of the game and the entry, so the same
job always gives the same answer. It answers after a fixed time, or later if it is not ready, so the
time reveals nothing about the position.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Any

from bridgehead import players
from bridgehead.core.kernels.warming import Warming
from bridgehead.online.live.live_game import LiveGame
from bridgehead.server.games.persistence import StaleActionError
from bridgehead.server.web.threads import aside

RANK, LOOKS = "captain", 60
WAIT = 5.0  # seconds from a question to its answer
WARM = 1.0  # seconds between two checks whether the rules are compiled


async def reply(
    game: LiveGame, warming: Warming, is_ours: Callable[[], Awaitable[bool]] | None = None
) -> None:
    """Make all decisions that are left to a captain, until somebody else is to decide.

    `is_ours` renews the claim to the game, and returns whether this process still has it.
    """
    while (is_ours is None or await is_ours()) and (asked := game.orders.captain_for()) is not None:
        side, position, seed = asked
        if await game.clocks.stands_still(side):
            return  # the captain is asked again until the vacation or pause ends
        began = time.monotonic()
        while not warming.is_ready(position.game.id):
            await asyncio.sleep(WARM)
            if is_ours is not None and not await is_ours():
                return
        action = await aside("choice", decide, position, seed)
        await asyncio.sleep(max(began + WAIT - time.monotonic(), 0))
        try:
            await game.captain_plays(side, action, position)
        except StaleActionError:
            await asyncio.sleep(0)


def decide(position: Any, seed: int) -> str:
    """Return a captain's action. Titles without thinking players use the best player they have."""
    there_are = players.names(position.game.id)
    name = f"{RANK}@{LOOKS}n" if RANK in there_are else there_are[-1]
    return players.create(position.game, name, seed).choose(position)
