"""The pages of leagues: a new league, its groups and members, joining and leaving; as JSON, too."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from itertools import pairwise
from typing import Any

from sqlalchemy import Connection
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from bridgehead.online.accounts import time_zones
from bridgehead.online.accounts.accounts import Account
from bridgehead.online.games.games import GameError
from bridgehead.online.pages.competitions import tournament_pages
from bridgehead.online.pages.lobby import unless_known
from bridgehead.online.pages.site import (
    account_of,
    asker_of,
    needs_account,
    server_of,
    show,
    told,
)
from bridgehead.online.tournaments import leagues, plans, results
from bridgehead.online.tournaments.leagues import League, LeaguePlan
from bridgehead.online.tournaments.promotion import exchanged
from bridgehead.online.tournaments.stored_tournaments import Tournament
from bridgehead.server.views import title_data
from bridgehead.server.web.answers import Json

Action = Callable[[Connection, str, str], None]
USUAL = {**tournament_pages.USUAL, "group_size": "4", "moves": "1", "pause": "7", "starts": ""}


@needs_account
async def new(request: Request) -> Response:
    """Show the form for a new league, or create it."""
    return await tournament_pages.new_competition(request, _form, _plan, leagues.create, "/league")


def _form(request: Request, game: str, **more: Any) -> Response:
    return tournament_pages.show_form(
        request, "tournaments/new_league", game, USUAL, leagues=leagues, **more
    )


def _plan(
    title: str, options: tuple[str, ...], form: dict[str, str], zone: str | None
) -> LeaguePlan:
    """Return the league of a form, with times in a zone; an error if it is invalid."""
    number = tournament_pages.number_in
    fixed = {"format": plans.ALL, "size": str(plans.MOST[plans.ALL]), "closes": ""}
    plan = tournament_pages.plan_of(title, options, {**form, **fixed}, zone)
    if not form.get("starts"):
        raise GameError("say when the first season begins")
    return LeaguePlan(
        plan, number(form.get("group_size", "")), number(form.get("moves", "")),
        number(form.get("pause", "")), time_zones.read(form["starts"], zone),
    )  # fmt: skip


# One league


async def show_one(request: Request) -> Response:
    """Show a league."""
    server_of(request).limits.check("list", asker_of(request))
    found = await server_of(request).database.read(_read, request.path_params["id"])
    return unless_known(request, _page(request, *found, account_of(request)))


def _read(connection: Connection, league: str) -> tuple[League, list[Tournament]]:
    one = leagues.load(connection, league)
    return one, leagues.tournaments_of(connection, one.present)


def _page(
    request: Request, one: League, played: list[Tournament], me: Account | None,
    status: int = 200, error: str = "",
) -> HTMLResponse:  # fmt: skip
    mine = one.member(me.id if me else None)
    past: dict[int, list[leagues.Group]] = {}
    for group in one.groups:
        if group.season != one.season:
            past.setdefault(group.season, []).append(group)
    return show(
        request, "tournaments/league", status, one=about(one), error=error,
        groups=_told_groups(one, played), members=one.members,
        past=sorted(past.items(), reverse=True), is_member=mine is not None,
        leaves=mine is not None and mine.leaves, is_creator=me is not None and me.id == one.creator,
    )  # fmt: skip


def about(one: League) -> dict[str, Any]:
    """Return what pages say of a league."""
    plan = one.settings.plan
    return {
        "id": one.id, "name": plan.name, "game": title_data.game_data(plan.title)["name"],
        "options": title_data.option_texts(plan.title, plan.options), "plan": plan,
        "state": one.state, "closes": one.closes, "season": one.season,
        "starts": one.settings.starts, "group_size": one.settings.group_size,
        "moves": one.settings.moves, "pause": one.settings.pause,
    }  # fmt: skip


def _told_groups(one: League, played: list[Tournament]) -> list[dict[str, Any]]:
    """Return the groups of the present season with who would now go up and down."""
    tables = [each.standings() for each in played]
    players = [[line.player for line in lines] for lines in tables]
    moves = [exchanged(upper, lower, one.settings.moves) for upper, lower in pairwise(players)]
    found = []
    for at, (each, lines) in enumerate(zip(played, tables, strict=True)):
        names = results.names_of(each)
        up = moves[at - 1] if at else 0
        down = len(lines) - (moves[at] if at < len(moves) else 0)
        told_lines = [
            {
                "name": names[line.player], "rank": line.rank, "score": line.score,
                "played": line.played, "is_withdrawn": line.is_withdrawn,
                "goes": "up" if number < up else "down" if number >= down else "",
            }
            for number, line in enumerate(lines)
        ]  # fmt: skip
        found.append({"number": at + 1, "tournament": each.id, "lines": told_lines})
    return found


def _action_page(action: Action) -> Any:
    """Return a page that performs an action on a league, and shows the league again."""

    @needs_account
    @wraps(action)
    async def page(request: Request) -> Response:
        server, me, league = server_of(request), account_of(request), request.path_params["id"]
        assert me is not None
        try:
            server.limits.check("challenge", me.id)
            await server.database.write(action, me.id, league)
        except GameError as error:
            found = await server.database.read(_read, league)
            return _page(request, *found, me, 400, told(error))
        server.look_for_work()
        return RedirectResponse(f"/league/{league}", 303)

    return page


join = _action_page(leagues.join)
leave = _action_page(leagues.leave)
close = _action_page(leagues.close)


# For programs


async def every_league(request: Request) -> Response:
    """Return the leagues that are not closed."""
    found = await server_of(request).database.read(leagues.listing)
    return Json([{**_summary(one), "members": count} for one, count in found])


async def one_league(request: Request) -> Response:
    """Return a league with its members, and the standings of its present season."""
    server_of(request).limits.check("list", asker_of(request))
    one, played = await server_of(request).database.read(_read, request.path_params["id"])
    return Json(
        {
            **_summary(one),
            "members": [
                {"name": each.name, "new": each.is_new, "leaves": each.leaves}
                for each in one.members
            ],
            "groups": _told_groups(one, played),
            "past": [
                {"season": each.season, "group": each.number, "tournament": each.tournament}
                for each in one.groups
                if each.season != one.season
            ],
        }
    )


def _summary(one: League) -> dict[str, Any]:
    settings = one.settings
    return {
        "id": one.id, "name": settings.plan.name, "game": settings.plan.title, "state": one.state,
        "season": one.season, "starts": settings.starts, "pace": settings.plan.pace,
        "group_size": settings.group_size, "moves": settings.moves, "pause": settings.pause,
    }  # fmt: skip
