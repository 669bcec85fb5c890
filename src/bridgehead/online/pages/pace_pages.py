"""Paces and clocks on the pages, and the form for vacations."""

from __future__ import annotations

import contextlib
import secrets
from collections.abc import Mapping
from typing import Any

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from bridgehead.core.errors import BridgeheadError
from bridgehead.online.clocks import paces, vacations
from bridgehead.online.clocks.vacations import VacationError
from bridgehead.online.games import listings
from bridgehead.online.games.games import RUNNING, GameRow
from bridgehead.online.live.game_server import GameServer
from bridgehead.online.orders import stand_in
from bridgehead.online.pages import login_pages
from bridgehead.online.pages.site import account_of, form_of, needs_account, server_of

FIELDS = {"main": "45", "increment": "120", "turn": "48", "reserve": "168"}
DAYS = 3  # digits


def pace_of(form: Mapping[str, str], *, is_timed: bool = False) -> dict[str, Any]:
    """Return the data for the pace fields of a form, with earlier choices.

    `is_timed`: whether the game must have a clock.
    """
    return {
        "is_timed": is_timed,
        "presets": paces.PRESETS,
        "chosen": form.get("pace", paces.UNLIMITED),
        "fields": {name: form.get(name, usual) for name, usual in FIELDS.items()},
        "bounds": {
            "main": paces.MAIN,
            "increment": paces.INCREMENT,
            "turn": paces.TURN,
            "reserve": paces.RESERVE,
        },
    }


def clock_of(row: GameRow, side: str | None) -> dict[str, Any] | None:
    """Return a side's clock as lists show it: only to the player who is to decide."""
    clock = row.clock
    if clock is None or row.state != RUNNING or side is None or clock.spell.side != side:
        return None
    if side in clock.away:
        return {"state": "away"}
    if side in clock.stood_in:
        return {"state": "stood-in"}
    if clock.deadline is None:
        return {"state": "paused"}
    left = clock.deadline - row.read
    return {"state": "runs" if left > 0 else "up", "left": left}


@needs_account
async def vacation(request: Request) -> Response:
    """Begin a vacation of some days, or end it."""
    form, server, me = await form_of(request), server_of(request), account_of(request)
    assert me is not None
    try:
        server.limits.check("challenge", me.id)
        if form.get("do") == "end":
            games = await server.database.write(vacations.end, me.id)
        else:
            days = form.get("days", "").strip()
            if not (days.isascii() and days.isdigit() and len(days) <= DAYS):
                raise VacationError("the days of a vacation must be a whole number")
            games = await server.database.write(vacations.begin, me.id, int(days))
    except BridgeheadError as error:
        return await login_pages.settings_refused(request, error)
    await server.clocks_changed(games)
    asked = form.get("stand_in") == "yes"
    await _stand_in(server, me.id, begins=form.get("do") != "end", asked=asked)
    done = "ended" if form.get("do") == "end" else "begun"
    return RedirectResponse(f"/settings?changed=vacation-{done}", 303)


async def _stand_in(server: GameServer, account: str, *, begins: bool, asked: bool) -> None:
    """Let computers play during a vacation in the games where this is agreed, or end that."""
    if begins and not asked:
        return
    for game, side in await server.database.read(listings.with_stand_in, account):
        with contextlib.suppress(BridgeheadError):  # it is over meanwhile, or nobody plays there
            absences, key = (await server.game(game)).absences, secrets.token_hex(8)
            if begins:
                await absences.begin(side, stand_in.VACATION, account, key)
            else:
                await absences.end(side, key, only=stand_in.VACATION)
