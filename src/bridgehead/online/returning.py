"""The next game that waits for the user."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from bridgehead.online import looked
from bridgehead.online.site import account_of, house_of, needs_account


@needs_account
async def next_game(request: Request) -> Response:
    """Lead to the next game that waits for the one who asks; to the lobby where none does.

    `after` is the game that the user comes from: the one that follows it is the next, so that going
    on and on leads through all of them.
    """
    me = account_of(request)
    assert me is not None
    waiting = await house_of(request).database.read(looked.waiting, me.id)
    after = request.query_params.get("after", "")
    if after in waiting:
        at = waiting.index(after)
        waiting = waiting[at + 1 :] + waiting[:at]
    return RedirectResponse(f"/game/{waiting[0]}" if waiting else "/", 303)
