"""The next game that waits for the user."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from bridgehead.online.games import seen_actions
from bridgehead.online.pages.site import account_of, needs_account, server_of


@needs_account
async def next_game(request: Request) -> Response:
    """Redirect to the user's next waiting game, or to the lobby if no game waits.

    `after` is the game that the user comes from; the next game is the one after it in the list, so
    that repeated use visits all of them.
    """
    me = account_of(request)
    assert me is not None
    waiting = await server_of(request).database.read(seen_actions.waiting, me.id)
    after = request.query_params.get("after", "")
    if after in waiting:
        at = waiting.index(after)
        waiting = waiting[at + 1 :] + waiting[:at]
    return RedirectResponse(f"/game/{waiting[0]}" if waiting else "/", 303)
