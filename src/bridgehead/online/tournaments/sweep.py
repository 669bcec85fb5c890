"""Sweeps tournaments: closes entries, begins games, resigns games of players who withdrew."""

from __future__ import annotations

import contextlib
import logging
from dataclasses import replace

from bridgehead.core.errors import BridgeheadError, IllegalAction
from bridgehead.core.titles.games import game_info
from bridgehead.online.clocks import paces
from bridgehead.online.clocks.stored_clocks import AUTO
from bridgehead.online.ratings import after_a_game, matches
from bridgehead.online.ratings.after_a_game import GameAccess
from bridgehead.online.tournaments import (
    leagues,
    progress,
    seasons,
    stored_tournaments,
    tournaments,
)
from bridgehead.server.web.threads import aside

_log = logging.getLogger(__name__)


async def sweep(server: GameAccess) -> None:
    """Do all work of leagues and tournaments that is due."""
    for league in await server.database.read(leagues.due):
        try:
            await server.database.write(seasons.carry_on, league)
        except BridgeheadError as error:  # continue with the other leagues
            _log.warning("league %s: %s", league, error)
    for tournament in await server.database.read(tournaments.due):
        try:
            await carry_on(server, tournament)
        except BridgeheadError as error:  # continue with the other tournaments
            _log.warning("tournament %s: %s", tournament, error)


async def carry_on(server: GameAccess, tournament: str) -> None:
    """Do the work that is due in one tournament. Repeating it does no harm."""
    read, write = server.database.read, server.database.write
    await write(tournaments.close_entries, tournament)
    known = await read(stored_tournaments.load, tournament)
    if known.state != stored_tournaments.RUNNING:
        return
    for game, side in await read(progress.left_behind, tournament):
        live = await server.game(game)
        with contextlib.suppress(IllegalAction):  # the game is over by now, or cannot be played on
            await live.resign(side, f"withdrawn {tournament[:10]}", "tournament")
    plan = known.plan
    first = game_info(plan.title).sides[0]
    wanted = await aside(
        "setup", matches.opening, plan.title, plan.options, first,
        pace=paces.read(plan.pace), is_rated=plan.is_rated, allows_vacation=plan.vacation,
        stand_in=plan.agreement,
    )  # fmt: skip
    wanted = replace(wanted, flag=AUTO)  # other players wait for its end: no claim is needed
    known = await read(stored_tournaments.load, tournament)
    proposed = await aside("setup", progress.next_round, known)
    begun = await write(progress.go_on, tournament, wanted, server.seal.fresh, proposed)
    await after_a_game.opened(server, begun, wanted.waits_for)
