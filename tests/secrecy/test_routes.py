"""Every address of the server for many: what is hidden changes no byte of any answer.

The pairs of worlds are those of `test_secrecy.py`. One database is made, with players, somebody who
follows them and a running game, and copied; in the copy the game begins in the other world. Then
every route of the application is asked in both, by the player who cannot tell the worlds apart, by
who follows the game and by who has no account. Routes are taken from the application: a new one is
asked, too, unless NOT_ASKED says why not.
"""

from __future__ import annotations

import io
import json
import random
import re
import shutil
import time
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy import select, update
from starlette.routing import Route
from starlette.testclient import TestClient

from bridgehead.online.database import database as databases
from bridgehead.online.database.tables import ACCOUNT, GAME, ORIGIN
from bridgehead.online.following import follows
from bridgehead.online.games import chat
from bridgehead.online.games.games import GameOrigin
from bridgehead.online.notices.push_keys import Keys
from bridgehead.online.orders.stand_in import StandIn
from bridgehead.online.pages.lobby_pages import _packed
from bridgehead.online.ratings import matches
from bridgehead.online.web.app import Settings
from bridgehead.server.web.rate_limits import Limits
from tests.online.conftest import FREE, QUICK, SECRET, Person, Seat, client_of
from tests.secrecy.worlds import PAIRS, Pair

pytestmark = pytest.mark.plain
PLAYER, OTHER, FOLLOWER, NOBODY = "Anna", "Bert", "Eve", ""
NOT_ASKED = {
    "/logout": "it ends the session with which the rest is asked",
    "/settings/data/leave": "it deletes the account",
    "/settings/data/take": "its zip file has the time in it: what is in the file is compared",
    "/api/saved/{id}/board.png": "it is drawn from the text of board.svg",
    "/api/ready": "it says how far the rules are compiled",
}
FILE = "online.sqlite"


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with client_of(f"sqlite:///{tmp_path / FILE}", settings()) as found:
        yield found


def a_pair(title: str, seed: int) -> Pair:
    """Return two worlds that differ, in which a side is to decide."""
    draw = random.Random(f"routes {title} {seed}")
    while True:
        pair = PAIRS[title](draw)
        mover = pair.one.to_move
        if pair.viewer and mover in pair.one.game.sides and pair.one != pair.other:
            return pair


def opening(pair: Pair, position: Any, digest: str) -> Any:
    """Return the settings of a game that begins in a position."""
    game = position.game
    origin = GameOrigin(None, digest, 0, "", _packed(position))
    agreed = StandIn("recruit")
    options = tuple(game.options)
    return matches.opening(
        game.id, options, str(pair.viewer), origin=origin, is_listed=True, stand_in=agreed
    )


@pytest.fixture
def still(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no time pass in the database."""
    at = time.time()
    clock = SimpleNamespace(time=lambda: at, monotonic=time.monotonic)
    monkeypatch.setattr(databases, "time", clock)


def settings() -> Settings:
    return Settings(passwords=QUICK, limits=Limits(FREE), keys=Keys(bytes(32)), works=False)


def prepared(folder: Path, pair: Pair) -> tuple[str, dict[str, str]]:
    """Make both worlds; return the game, and the cookies by name."""
    first, second = (folder / name / FILE for name in ("one", "other"))
    for path in (first, second):
        path.parent.mkdir()
    wanted = [opening(pair, position, "d" * 64) for position in (pair.one, pair.other)]
    with client_of(f"sqlite:///{first}", settings()) as client:
        people = {name: Person(client, name) for name in (PLAYER, OTHER, FOLLOWER)}
        server = client.app.state.server  # type: ignore[attr-defined]

        def begin(connection: Any) -> str:
            rows = connection.execute(select(ACCOUNT.c.name, ACCOUNT.c.id))
            ids = {row.name: row.id for row in rows}
            settled = replace(wanted[0], against=ids[OTHER])
            fresh = server.seal.fresh
            [game] = matches.begin(connection, ids[PLAYER], settled, fresh, mirrored=False)
            follows.follow(connection, ids[FOLLOWER], follows.PLAYER, ids[PLAYER])
            follows.follow(connection, ids[FOLLOWER], follows.GAME, game)
            chat.say(connection, game, ids[OTHER], "Hello", "bert:00000001")
            return str(game)

        assert client.portal is not None
        game = client.portal.call(server.database.write, begin)
        cookies = {name: who.browser.cookies["session"] for name, who in people.items()}
    shutil.copy(first, second)  # closed, so that everything is in this one file
    database = databases.Database(f"sqlite:///{second}")
    with database.writing() as connection:
        start = update(ORIGIN).where(ORIGIN.c.game == game)
        connection.execute(start.values(start=_packed(pair.other)))
        other = {"summary": json.dumps(wanted[1].summary), "waits_for": wanted[1].waits_for}
        connection.execute(update(GAME).where(GAME.c.id == game).values(other))
    database.close()
    return game, cookies


def filled(path: str, pair: Pair, game: str) -> str:
    """Return the path of a route about the game and its player."""
    title = pair.one.game.id
    values = {"id": game, "title": title, "game": title, "name": PLAYER, "other": OTHER}
    values |= {"n": "0", "at": "0", "view": str(pair.viewer), "kind": "board", "what": "mute"}
    return re.sub(r"\{(\w+)[^}]*\}", lambda found: values.get(found[1], "x" * 20), path)


def answers(client: Any, pair: Pair, game: str, who: Person) -> Iterator[tuple[str, Any]]:
    """Ask every route, and play: return each answer with its name."""
    for route in [each for each in client.app.routes if isinstance(each, Route)]:
        for method in sorted((route.methods or set()) - {"HEAD"}):
            if route.path in NOT_ASKED:
                continue
            sent = (
                {"json": {"text": "x"}} if route.path.startswith("/api/") else {"data": {"a": ""}}
            )
            given: Any = sent if method in ("POST", "PUT") else {}
            path = filled(route.path, pair, game)
            answer = who.browser.request(method, path, **given)
            assert answer.status_code < 500, (method, path)
            kept = {name: answer.headers.get(name) for name in ("location", "content-disposition")}
            yield f"{method} {route.path}", (answer.status_code, kept, answer.content)
    if who.name:
        data = who.post("/settings/data/take", password=SECRET).content
        with zipfile.ZipFile(io.BytesIO(data)) as found:
            yield "own data", {name: found.read(name) for name in found.namelist()}
    with who.sits(game) as socket:
        seat = Seat(socket)
        yield "socket", (seat.hello, seat.state)
        if who.name == PLAYER:
            yield "away", seat.call(type="away", until="turn")
            yield "refused", seat.call(type="ask", what="why", action="end")
            seat.until(lambda: bool(seat.state["away"]))
            yield "is away", seat.state


def everything(
    folder: Path, pair: Pair, game: str, cookies: dict[str, str], name: str
) -> dict[str, Any]:
    """Return all answers of one world to somebody. The database stays as it is."""
    copy = folder.parent / f"{folder.name} for {name}"
    copy.mkdir()
    shutil.copy(folder / FILE, copy / FILE)
    with client_of(f"sqlite:///{copy / FILE}", settings()) as client:
        who = Person(client, name, register=False)
        if name:
            who.browser.cookies.set("session", cookies[name])
        return dict(answers(client, pair, game, who))


def compare(folder: Path, pair: Pair) -> None:
    game, cookies = prepared(folder, pair)
    for name in (PLAYER, FOLLOWER, NOBODY):
        one, other = (
            everything(folder / world, pair, game, cookies, name) for world in ("one", "other")
        )
        assert len(one) > 100
        assert [each for each in one if one[each] != other[each]] == [], name
    one, other = (
        everything(folder / world, pair, game, cookies, OTHER) for world in ("one", "other")
    )
    assert one != other  # who may know it is told: the worlds differ on the server


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("title", ["middle-east-battles", "october-war"])
@pytest.mark.usefixtures("still")
def test_what_is_hidden_changes_no_answer(title: str, seed: int, tmp_path: Path) -> None:
    compare(tmp_path, a_pair(title, seed))


def test_every_route_that_is_not_asked_is_there(client: TestClient) -> None:
    there = {each.path for each in client.app.routes if isinstance(each, Route)}  # type: ignore[attr-defined]
    assert set(NOT_ASKED) <= there
