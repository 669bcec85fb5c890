"""Pages about finished games: players, games, matches, ratings, and rematches from there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from sqlalchemy import Connection
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from bridgehead.core.titles.games import games as titles_played
from bridgehead.online.accounts.accounts import Account
from bridgehead.online.following import follows
from bridgehead.online.games import (
    games,
    listings,
    player_record,
    reliability,
)
from bridgehead.online.games.games import UnknownGameError
from bridgehead.online.games.listings import Finished
from bridgehead.online.games.player_record import GainedBy
from bridgehead.online.moderation import blocks
from bridgehead.online.pages.lobby_pages import told_game
from bridgehead.online.pages.site import (
    account_of,
    asker_of,
    form_of,
    needs_account,
    server_of,
    show,
)
from bridgehead.online.ratings import (
    after_a_game,
    bounds,
    finished_filters,
    matches,
    puzzle_attempts,
    ratings,
)
from bridgehead.server.views import title_data
from bridgehead.server.views.own_games import as_csv
from bridgehead.server.web.answers import attachment

NOTHING: Mapping[str, str] = {}
NOBODY = "there is no player with this name"


# People


async def person(request: Request) -> Response:
    """Show a player: ratings, games and results."""
    server_of(request).limits.check("list", asker_of(request))
    account, since = await _named(request, "name")
    me, read = account_of(request), server_of(request).database.read
    own = me is not None and me.id == account.id
    after = listings.mark_of(request.query_params.get("after", ""))
    running = await read(listings.running_of, account.id, everything=own)
    ended = await read(listings.finished_of, account.id, everything=own, after=after)
    known = await read(ratings.ratings_of, account.id)
    all_of = {"everything": own}
    names = ratings.pools()
    gained = await read(player_record.gained, account.id, **all_of)
    against = None
    if me is not None and not own:
        against = await read(listings.between, me.id, account.id, everything=True)
    by = me.id if me else ""
    return show(
        request, "people/person", person=account, since=since,
        titles=[title_data.game_data(info.id) for info in titles_played()],
        is_blocked=await read(blocks.is_blocked, by=by, account=account.id),
        follows=bool(by) and await read(follows.is_followed, by, follows.PLAYER, account.id),
        own=own, tally=await read(listings.tally_of, account.id, **all_of),
        ratings=[(pool, names.get(pool, pool), one) for pool, one in known.items()],
        opponents=await read(listings.opponents, account.id, **all_of), against=against,
        sides=[
            _of_side(*one, gained) for one in await read(listings.by_side, account.id, **all_of)
        ],
        scenarios=_by_scenario(await read(player_record.by_scenario, account.id, **all_of), gained),
        reliable=await read(reliability.with_mean, account.id), gained=gained,
        computers=await read(player_record.against_computers, account.id, **all_of),
        courses=_courses(await read(player_record.courses, account.id, **all_of)),
        puzzles=await read(_puzzles, account.id) if own else None,
        running=[told_game(row, me) for row in running],
        finished=_told_finished(ended, me), more=_more(request, ended),
    )  # fmt: skip


def _of_side(title: str, side: str, tally: listings.Tally, gained: GainedBy) -> dict[str, Any]:
    data = title_data.game_data(title)
    label = next(one["label"] for one in data["sides"] if one["id"] == side)
    return {"name": data["name"], "side": side, "label": label, "tally": tally,
            "gained": gained.sides.get((title, side))}  # fmt: skip


def _by_scenario(
    found: list[tuple[str, str, listings.Tally]], gained: GainedBy
) -> list[dict[str, Any]]:
    """Return results by scenario, if there are games with one."""
    if not any(scenario for _, scenario, _ in found):
        return []
    told = []
    for title, scenario, tally in found:
        data = title_data.game_data(title)
        names = {one["id"]: one["name"] for one in data["scenarios"]}
        told.append({
            "name": data["name"], "scenario": names.get(scenario, scenario), "tally": tally,
            "gained": gained.scenarios.get((title, scenario)),
        })  # fmt: skip
    return told


def _courses(found: dict[str, list[player_record.RatedGame]]) -> list[dict[str, Any]]:
    names = ratings.pools()
    return [
        {"name": names.get(pool, pool), "games": games, "sides": _by_course_side(games)}
        for pool, games in found.items()
    ]


def _by_course_side(games: list[player_record.RatedGame]) -> list[dict[str, Any]]:
    """Return the rated games of a title by side."""
    by: dict[str, list[player_record.RatedGame]] = {}
    for one in games:
        by.setdefault(title_data.side_data(one.title, one.side)["label"], []).append(one)
    return [{"label": label, "games": found} for label, found in sorted(by.items())]


def _puzzles(connection: Connection, account: str) -> dict[str, Any]:
    rating = puzzle_attempts.rating_of(connection, account)
    return {"rating": rating, "history": puzzle_attempts.history(connection, account)}


async def games_file(request: Request) -> Response:
    """Return a player's finished games as CSV: the public ones or, of oneself, all."""
    account, _ = await _named(request, "name")
    me, server = account_of(request), server_of(request)
    server.limits.check("export", asker_of(request))
    own = me is not None and me.id == account.id
    found = await server.database.read(player_record.written, account.id, everything=own)
    text = as_csv(found, player_record.COLUMNS)
    return Response(text, media_type="text/csv", headers=attachment("bridgehead-games.csv"))


async def head_to_head(request: Request) -> Response:
    """Show all games of two people against each other."""
    server_of(request).limits.check("list", asker_of(request))
    account, _ = await _named(request, "name")
    other, _ = await _named(request, "other")
    me, read = account_of(request), server_of(request).database.read
    own = me is not None and me.id in (account.id, other.id)
    tally = await read(listings.between, account.id, other.id, everything=own)
    found = await read(listings.games_between, account.id, other.id, everything=own)
    return show(
        request, "games/against", person=account, other=other, tally=tally,
        finished=_told_finished(found, me),
    )  # fmt: skip


async def _named(request: Request, parameter: str) -> tuple[Account, int]:
    found = await server_of(request).accounts.named(request.path_params[parameter])
    if found is None:
        raise UnknownGameError(NOBODY)
    return found


# Finished games


async def finished(request: Request) -> Response:
    """List the public finished games."""
    server_of(request).limits.check("list", asker_of(request))
    me, filters = account_of(request), finished_filters.of_query(request.query_params)
    played = [title_data.game_data(info.id) for info in titles_played()]
    after = listings.mark_of(request.query_params.get("after", ""))
    wanted = finished_filters.wanted(filters, after, games.LISTED)
    found = await server_of(request).database.read(listings.finished, wanted)
    return show(
        request, "games/finished", finished=_told_finished(found, me), titles=played,
        filters=filters, more=_more(request, found, filters.given),
        file=f"/games.jsonl?{urlencode(filters.given)}",
    )  # fmt: skip


async def finished_file(request: Request) -> Response:
    """Return public finished games as lines of JSON, with a link to the next file in a header."""
    server = server_of(request)
    server.limits.check("export", asker_of(request))
    filters = finished_filters.of_query(request.query_params)
    after = request.query_params.get("after", "")
    written, mark = await server.database.read(finished_filters.lines, filters, after)
    headers = attachment("bridgehead-games.jsonl")
    if mark:
        query = urlencode({**filters.given, "after": mark})
        headers["Link"] = f'</games.jsonl?{query}>; rel="next"'
    text = "".join(f"{line}\n" for line in written)
    return Response(text, media_type="application/x-ndjson", headers=headers)


def _told_finished(found: list[Finished], me: Account | None) -> list[dict[str, Any]]:
    return [
        {
            **told_game(one.row, me),
            "ended": one.ended,
            "changes": {side: ratings.told_change(c) for side, c in one.changes.items()},
        }
        for one in found
    ]


def _more(request: Request, found: list[Finished], kept: Mapping[str, str] = NOTHING) -> str:
    """Return the address of the next page of a list, "" if there is none."""
    if len(found) < games.LISTED:
        return ""
    return f"{request.url.path}?{urlencode({**kept, 'after': found[-1].mark})}"


# Matches


async def match(request: Request) -> Response:
    """Show a mirrored match with its total score."""
    me = account_of(request)
    found = await server_of(request).database.read(matches.match_of, request.path_params["id"])
    who = me.id if me else None
    # strangers see the score of a private match only if both games were shared
    if not found.games or not all(row.is_open_to(who) for row in found.games):
        raise UnknownGameError()
    if found.games[0].state not in (games.RUNNING, games.OVER):
        return RedirectResponse("/", 303)
    names = {seat.account or seat.computer or "": seat for row in found.games for seat in row.seats}
    lines = [(names[who], score, found.leads.get(who)) for who, score in found.scores.items()]
    lines.sort(key=lambda line: (-line[1], line[0].name))
    return show(
        request,
        "games/match",
        match=found,
        lines=lines,
        games=[told_game(row, me) for row in found.games],
    )


@needs_account
async def rematch(request: Request) -> Response:
    """Offer, accept, decline or withdraw a rematch, without the page of the game."""
    server, game, me = server_of(request), request.path_params["id"], account_of(request)
    assert me is not None
    if not (await server.database.read(games.load, game)).is_open_to(me.id):
        raise UnknownGameError()
    form = await form_of(request)
    mirrored = form.get("mirrored") == "yes"
    begun = await after_a_game.rematch(server, game, me.id, form.get("what", ""), mirrored=mirrored)
    return RedirectResponse(f"/game/{begun}" if begun else "/", 303)


@needs_account
async def share(request: Request) -> Response:
    """Share a private game that is over with everybody who has its address."""
    me, server, game = account_of(request), server_of(request), request.path_params["id"]
    assert me is not None
    await server.database.write(after_a_game.share, game, me.id)
    await server.tell_aftermath(game)
    return RedirectResponse(f"/game/{game}", 303)


# Ratings


async def all_ratings(request: Request) -> Response:
    """List the titles that have ratings, and explain how ratings change."""
    pools = sorted(ratings.pools().items(), key=lambda one: one[1])
    return show(request, "games/pools", pools=pools, bounds=bounds, fewest=ratings.FEWEST)


async def leaderboard(request: Request) -> Response:
    """Show the leaderboard of a title, and the balance of its sides."""
    pool = request.path_params["pool"]
    names = ratings.pools()
    if pool not in names:
        raise UnknownGameError("there is no such title")
    read = server_of(request).database.read
    places = await read(ratings.leaderboard, pool)
    balance = [_balance(one) for one in await read(ratings.advantages, pool)]
    return show(
        request, "people/leaderboard", pool=pool, title=names[pool], places=places, balance=balance,
        people=[one for one in places if not one.is_computer],
        computers=[one for one in places if one.is_computer],
        pools=sorted(names.items(), key=lambda one: one[1]),
    )  # fmt: skip


def _balance(one: ratings.Advantage) -> dict[str, Any]:
    data = title_data.game_data(one.title)
    labels = {side["id"]: side["label"] for side in data["sides"]}
    return {
        "name": data["name"],
        "options": title_data.option_texts(one.title, one.options),
        "side": labels[one.side],
        "chance": round(100 * one.chance),
        "games": one.games,
    }
