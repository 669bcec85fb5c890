"""The pages of tournaments: list, new tournament, entries, standings, cross table."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from sqlalchemy import Connection, select
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from bridgehead.core.errors import BridgeheadError
from bridgehead.core.titles.games import game_info
from bridgehead.core.titles.games import games as titles_played
from bridgehead.online.accounts import time_zones
from bridgehead.online.accounts.accounts import Account
from bridgehead.online.clocks import paces
from bridgehead.online.database.tables import GAME
from bridgehead.online.games import games
from bridgehead.online.games.games import GameError, GameRow
from bridgehead.online.pages.lobby import unless_known
from bridgehead.online.pages.lobby_pages import told_game
from bridgehead.online.pages.login_pages import status_of
from bridgehead.online.pages.pace_pages import pace_of
from bridgehead.online.pages.site import (
    account_of,
    asker_of,
    chosen_options,
    even_bids,
    form_of,
    needs_account,
    server_of,
    show,
    told,
    zone_of,
)
from bridgehead.online.ratings import matches
from bridgehead.online.tournaments import (
    leagues,
    plans,
    progress,
    results,
    stored_tournaments,
    tie_breaks,
    tournaments,
)
from bridgehead.online.tournaments.plans import Plan
from bridgehead.online.tournaments.stored_tournaments import Part, Tournament
from bridgehead.server.views import title_data
from bridgehead.server.web.threads import aside

TournamentAction = Callable[[Connection, str, str], None]
SHOWN = 12  # running games on the page of a tournament
BREAK_FIELDS = ("break0", "break1", "break2", "break3")  # one after the other
USUAL = {
    "name": "", "size": "4", "closes": "", "pace": "daily", "together": "0", "rated": "no",
    "format": plans.ALL, "legs": "2", "rounds": "3", "group_size": "4", "finalists_each": "1",
    "substitutes": "", "vacation": "", "stand_in": "", "stand_in_on_time": "", "away_days": "0",
    **dict.fromkeys(BREAK_FIELDS, ""),
}  # fmt: skip


async def listing(request: Request) -> Response:
    """List the tournaments: open for entries, running, finished."""
    read = server_of(request).database.read
    found = await read(stored_tournaments.listing)
    groups: dict[str, list[dict[str, Any]]] = {}
    for one, entered in found:
        groups.setdefault(one.state, []).append({**_about(one), "entered": entered})
    played = [title_data.game_data(info.id) for info in titles_played()]
    told_leagues = [
        {"id": one.id, "name": one.settings.plan.name, "members": count,
         "game": title_data.game_data(one.settings.plan.title)["name"]}
        for one, count in await read(leagues.listing)
    ]  # fmt: skip
    return show(request, "tournaments/list", groups=groups, titles=played, leagues=told_leagues)


def _about(one: Tournament) -> dict[str, Any]:
    data = title_data.game_data(one.plan.title)
    return {
        "id": one.id,
        "name": one.plan.name,
        "game": data["name"],
        "options": title_data.option_texts(one.plan.title, one.plan.options),
        "is_rated": one.plan.is_rated,
        "size": one.plan.size,
        "together": one.plan.together,
        "closes": one.plan.closes,
        "state": one.state,
        "plan": one.plan,
    }


# A new tournament


@needs_account
async def new(request: Request) -> Response:
    """Show the form for a new tournament, or create it."""
    return await new_competition(request, _form, plan_of, tournaments.create, "/tournament")


def _form(request: Request, game: str, **more: Any) -> Response:
    return show_form(request, "tournaments/new", game, USUAL, **more)


async def new_competition(
    request: Request,
    form_page: Callable[..., Response],
    plan_of_form: Callable[[str, tuple[str, ...], dict[str, str], str | None], Any],
    create: Callable[..., str],
    path: str,
) -> Response:
    """Show a form for a new tournament or league; create what is sent, and lead to its page."""
    info, me, server = (
        game_info(request.path_params["title"]),
        account_of(request),
        server_of(request),
    )
    assert me is not None
    if request.method == "GET":
        return form_page(request, info.id)
    form = await form_of(request)
    try:
        server.limits.check("challenge", me.id)
        options = await chosen_options(request)
        plan = plan_of_form(info.id, options, form, zone_of(request))
        await aside("setup", matches.opening, info.id, options, info.sides[0])
        made = await server.database.write(create, me.id, plan, chained=server.seal.chained)
    except BridgeheadError as error:
        return form_page(request, info.id, status=status_of(error), error=told(error), form=form)
    return RedirectResponse(f"{path}/{made}", 303)


def show_form(
    request: Request, template: str, game: str, usual: dict[str, str], *,
    status: int = 200, error: str = "", form: dict[str, str] | None = None, **more: Any,
) -> Response:  # fmt: skip
    """Show a form for a new tournament or league, with what was sent before, or with defaults."""
    given = {**usual, **(form or {})}
    return show(
        request, template, status, game=title_data.game_data(game), even=even_bids(game),
        error=error, given=given, pace=pace_of(given, is_timed=True),
        can_rate=server_of(request).seal.chained,
        plans=plans, breaks=tie_breaks.BREAKS, fields=BREAK_FIELDS,
        zone=zone_of(request) or time_zones.UNKNOWN, **more,
    )  # fmt: skip


def plan_of(title: str, options: tuple[str, ...], form: dict[str, str], zone: str | None) -> Plan:
    """Return the tournament of a form, with times in a zone; GameError or ZoneError if invalid."""
    closes, has_groups = form.get("closes", ""), form.get("format") == plans.GROUPS
    return Plan(
        name=form.get("name", "").strip(),
        title=title,
        options=options,
        pace=paces.of_form(form).text,
        is_rated=form.get("rated") == "yes",
        size=number_in(form.get("size", "")),
        together=number_in(form.get("together", "0")),
        closes=time_zones.read(closes, zone) if closes else None,
        format=form.get("format", plans.ALL),
        legs=number_in(form.get("legs", "2")),
        rounds=number_in(form.get("rounds", "0")) if form.get("format") == plans.SWISS else 0,
        group_size=number_in(form.get("group_size", "0")) if has_groups else 0,
        finalists_each=number_in(form.get("finalists_each", "0")) if has_groups else 0,
        breaks=tuple(filter(None, (form.get(name, "") for name in BREAK_FIELDS))),
        substitutes=form.get("substitutes") == "yes",
        vacation=form.get("vacation") == "yes",
        stand_in=form.get("stand_in", ""),
        stand_in_on_time=form.get("stand_in_on_time") == "yes",
        away_days=number_in(form.get("away_days") or "0"),
    )


def number_in(given: str) -> int:
    """Return the whole number in a field; GameError if there is none."""
    if not (given.isascii() and given.isdigit() and len(given) < 4):
        raise GameError(f"{given!r} must be a whole number")
    return int(given)


# One tournament


async def show_one(request: Request) -> Response:
    """Show a tournament."""
    server_of(request).limits.check("list", asker_of(request))
    tournament = request.path_params["id"]
    found = await server_of(request).database.read(stored_tournaments.load, tournament)
    return unless_known(request, await _page(request, found, account_of(request)))


async def _page(
    request: Request, one: Tournament, me: Account | None, status: int = 200, error: str = ""
) -> HTMLResponse:
    mine = one.entrant(me.id if me else None)
    names = results.names_of(one)
    now_played = [each.game for each in one.pairings if each.game and not each.is_over]
    read = server_of(request).database.read
    rows = await read(_games, now_played)
    league = await read(leagues.of_tournament, one.id)
    parts = one.parts()
    labels = [side["label"] for side in title_data.game_data(one.plan.title)["sides"]]
    places = [] if me is None or mine is not None else tournaments.free_places(one)
    return show(
        request, "tournaments/tournament", status, one=_about(one), error=error,
        names=names, running=[told_game(row, me) for row in rows], running_count=len(now_played),
        waiting=progress.waiting(one), league=league,
        sections=[_told_part(one, part, has_groups=len(parts) > 1) for part in parts],
        entrants=one.entrants, labels=labels, breaks=one.plan.tie_breaks, places=places,
        is_in=mine is not None, is_gone=mine is not None and mine.withdrawn is not None,
        is_creator=me is not None and me.id == one.creator,
        replaced={each.account: each.replaces for each in one.entrants if each.replaces},
    )  # fmt: skip


def _games(connection: Connection, which: list[str]) -> list[GameRow]:
    """Return running games, those that began last first, as many as a page shows."""
    wanted = select(GAME).where(GAME.c.id.in_(which)).order_by(GAME.c.created.desc(), GAME.c.id)
    return games.listed(connection, wanted.limit(SHOWN))


def _told_part(one: Tournament, part: Part, *, has_groups: bool) -> dict[str, Any]:
    """Return a group, the final or the whole tournament as the page shows it."""
    is_swiss = one.plan.format == plans.SWISS
    return {
        "number": part.number,
        "is_final": has_groups and not part.number,
        "lines": part.lines,
        "breaks": [
            name
            for name in one.plan.tie_breaks
            if name != tie_breaks.LEAD or any(line.values[name] is not None for line in part.lines)
        ],
        "cross": None if is_swiss else _cross(one, part),
        "rounds": _rounds(part),
    }


def _cross(one: Tournament, part: Part) -> dict[tuple[str, str], list[dict[str, Any]]]:
    """Return each player's scores against each other: with the first side, then the second."""
    found: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for each in part.pairings:
        score = each.result.score
        other = None if score is None else 1 - score
        first, second = (one.holder(who) for who in each.players)
        for player, against, points in [(first, second, score), (second, first, other)]:
            cell = {"game": each.game, "score": points, "is_first": player == first}
            found.setdefault((player, against), []).append(cell)
    for cells in found.values():
        cells.sort(key=lambda cell: not cell["is_first"])
    return found


def _rounds(part: Part) -> list[tuple[int, list[dict[str, Any]]]]:
    """Return the games round by round, the last round first, with the players who have a bye."""
    found: dict[int, list[dict[str, Any]]] = {}
    for each in part.pairings:
        first, second = each.players
        told = {"game": each.game, "first": first, "second": second, "score": each.result.score}
        found.setdefault(each.round, []).append(told)
    for player, number in part.byes:
        found.setdefault(number, []).append({"bye": player})
    return sorted(found.items(), reverse=True)


# Actions


def _action_page(action: TournamentAction) -> Any:
    """Return a page that performs an action on a tournament, and shows the tournament again."""

    @needs_account
    @wraps(action)
    async def page(request: Request) -> Response:
        server, me, tournament = server_of(request), account_of(request), request.path_params["id"]
        assert me is not None
        try:
            server.limits.check("challenge", me.id)
            await server.database.write(action, me.id, tournament)
        except GameError as error:
            found = await server.database.read(stored_tournaments.load, tournament)
            return await _page(request, found, me, 400, told(error))
        server.look_for_work()
        return RedirectResponse(f"/tournament/{tournament}", 303)

    return page


@needs_account
async def take_over(request: Request) -> Response:
    """Take over the place of a player who has withdrawn."""
    server, me, tournament = server_of(request), account_of(request), request.path_params["id"]
    assert me is not None
    name = (await form_of(request)).get("place", "")
    known = await server.database.read(stored_tournaments.load, tournament)
    names = results.names_of(known)
    who = next((each for each in tournaments.free_places(known) if names[each] == name), "")
    try:
        server.limits.check("challenge", me.id)
        await server.database.write(tournaments.take_over, me.id, tournament, who)
    except GameError as error:
        found = await server.database.read(stored_tournaments.load, tournament)
        return await _page(request, found, me, 400, told(error))
    server.look_for_work()
    return RedirectResponse(f"/tournament/{tournament}", 303)


enter = _action_page(tournaments.enter)
leave = _action_page(tournaments.leave)
start = _action_page(tournaments.start)
cancel = _action_page(tournaments.cancel)
