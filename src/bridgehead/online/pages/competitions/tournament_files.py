"""Tournaments as data: results as CSV, and JSON for programs."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from bridgehead.online.pages.site import asker_of, server_of
from bridgehead.online.tournaments import results, stored_tournaments
from bridgehead.online.tournaments.stored_tournaments import Tournament
from bridgehead.server.views.own_games import as_csv
from bridgehead.server.web.answers import Json, attachment


async def games_file(request: Request) -> Response:
    """Return the games of a tournament with their results as CSV."""
    one = await _export(request)
    return _file(as_csv(results.game_rows(one), results.GAMES), "tournament-games.csv")


async def standings_file(request: Request) -> Response:
    """Return the standings of a tournament as CSV."""
    one = await _export(request)
    columns = (*results.STANDINGS, *one.plan.tie_breaks)
    rows = results.standing_rows(one) if one.pairings else []
    return _file(as_csv(rows, columns), "tournament-standings.csv")


async def every_tournament(request: Request) -> Response:
    """Return the tournaments: open for entries, running, finished."""
    found = await server_of(request).database.read(stored_tournaments.listing)
    return Json([{**results.summary(one), "entered": entered} for one, entered in found])


async def one_tournament(request: Request) -> Response:
    """Return a tournament with its players, standings and games."""
    server_of(request).limits.check("list", asker_of(request))
    return Json(results.told(await _load(request)))


async def _export(request: Request) -> Tournament:
    server_of(request).limits.check("export", asker_of(request))
    return await _load(request)


async def _load(request: Request) -> Tournament:
    read = server_of(request).database.read
    return await read(stored_tournaments.load, request.path_params["id"])


def _file(text: str, name: str) -> Response:
    return Response(text, media_type="text/csv", headers=attachment(f"bridgehead-{name}"))
