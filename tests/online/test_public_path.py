"""A server under a path: `--public https://example.org/bridgehead`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import ExitStack
from importlib.resources import files
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from bridgehead.core.errors import BridgeheadError
from bridgehead.online.notices.push_keys import Keys
from bridgehead.online.web.app import Settings
from bridgehead.online.web.run import checked_public
from bridgehead.server.web.rate_limits import Limits
from tests.online.conftest import FREE, GAME, QUICK, SECRET, Person, Seat, client_of

pytestmark = pytest.mark.plain
HOST = "https://example.org"
PATH = "/bridgehead"
ADDRESS = re.compile(r'\s(?:href|src|action|formaction)="(/[^"]*)"')
SLOW = re.compile(f"{PATH}/(static|title|puzzle|api|logout)[/s]?")  # no pages, or slow ones
# What leaves a page: each of these with an address that begins with "/" lacks `fromRoot`.
LEAVES = re.compile(
    r"""(fetch|location\.assign|\.register|new URL)\(["'`]/|\.(href|src|action) = ["'`]/|path=/"""
)


@pytest.fixture
def under(lite: str) -> Iterator[TestClient]:
    """Return a server under a path."""
    settings = Settings(
        public=HOST + PATH, passwords=QUICK, limits=Limits(FREE), keys=Keys(bytes(32))
    )
    with client_of(lite, settings, HOST) as client:
        yield client


@pytest.mark.slow
def test_every_link_of_a_page_has_the_path(under: TestClient) -> None:
    anna = Person(under, "Anna")
    game = begun(under, anna)
    seen, waiting = set(), [f"{PATH}/", f"{PATH}/game/{game}"]
    while waiting:
        page = waiting.pop()
        answer = anna.get(page)
        assert answer.status_code < 500, page  # what forms are sent to is asked for, too
        seen.add(page)
        if not answer.headers.get("content-type", "").startswith("text/html"):
            continue
        found = ADDRESS.findall(answer.text)
        assert [one for one in found if not one.startswith(f"{PATH}/")] == [], page
        assert f'data-root="{PATH}"' in answer.text[:200], page
        new = {one.partition("#")[0] for one in found} - seen - set(waiting)
        waiting += sorted(one for one in new if not SLOW.match(one))
    assert len(seen) > 30


def begun(client: TestClient, anna: Person) -> str:
    """Begin a game with somebody else; return its id."""
    answer = anna.post(f"{PATH}/new/{GAME}", side="israel", opponent="open")
    assert answer.headers["location"] == f"{PATH}/"
    game = anna.get(f"{PATH}/").text.partition("/withdraw")[0][-20:]
    bert = Person(client, "Bert")
    assert bert.post(f"{PATH}/challenge/{game}/join").headers["location"] == f"{PATH}/game/{game}"
    return game


@pytest.mark.parametrize("before", [PATH, ""], ids=["kept", "taken off by the proxy"])
def test_requests_with_and_without_the_path(under: TestClient, before: str) -> None:
    made = under.post(f"{before}/register", data={"name": "Anna", "password": SECRET})
    assert made.headers["location"] == f"{PATH}/"
    cookie = made.headers["set-cookie"]
    assert cookie.startswith("__Secure-session.bridgehead=")
    assert f"; Path={PATH};" in cookie
    assert "; Secure" in cookie
    page = under.get(f"{before}/").text
    assert f'<html data-root="{PATH}" ' in page
    assert [one for one in ADDRESS.findall(page) if not one.startswith(f"{PATH}/")] == []
    assert under.get(f"{before}/static/icon.svg").status_code == 200
    assert under.get(f"{before}/readyz").status_code == 200
    told = under.get(f"{before}/api/openapi.json").json()
    assert told["servers"] == [{"url": HOST + PATH}]
    under.cookies.clear()
    asks = under.get(f"{before}/settings?x=1").headers["location"]
    assert asks == f"{PATH}/login?next=/settings%3Fx%3D1"
    back = under.post(f"{before}/login?next=/settings",
                      data={"name": "Anna", "password": SECRET, "next": "/settings"})  # fmt: skip
    assert back.headers["location"] == f"{PATH}/settings"
    assert under.get(f"{before}/games/").headers["location"] == f"{PATH}/games"  # a slash too many


def test_servers_above_and_below_a_path_have_sessions_of_their_own(tmp_path: Path) -> None:
    """A browser sends the cookie of the one at / to both."""
    fields = {"name": "Anna", "password": SECRET}
    with ExitStack() as stack:
        clients = []
        for number, path in enumerate(("", PATH)):
            url = f"sqlite:///{tmp_path / f'{number}.sqlite'}"
            settings = Settings(
                public=f"http://localhost{path}", passwords=QUICK, limits=Limits(FREE)
            )
            clients.append(stack.enter_context(client_of(url, settings)))
        cookies = [
            client.post("/register", data=fields).headers["set-cookie"].partition(";")[0]
            for client in clients
        ]
        both = {"cookie": f"{cookies[1]}; {cookies[0]}"}
        for client in clients:
            client.cookies.clear()
            assert client.get("/settings", headers=both).status_code == 200
            assert client.get("/settings").status_code == 303


def test_paths_that_only_begin_alike_are_other_paths(under: TestClient) -> None:
    assert under.get(f"{PATH}s/login").status_code == 404
    assert under.get(PATH).status_code == 200


@pytest.mark.parametrize(
    "path",
    ["//evil.example/", "//evil.example/games/", f"{PATH}//evil.example/", f"{PATH}//games/",
     f"{PATH}///evil.example/people/", f"{PATH}/%2f%2fevil.example/", f"{PATH}/..//evil.example/",
     f"{PATH}/games//", f"{PATH}{PATH}//evil.example/", f"//evil.example{PATH}/games/",
     f"{PATH}/login?next=//evil.example", f"{PATH}/login?next=/%5Cevil.example",
     f"{PATH}/people/%2fevil.example/follow", f"{PATH}/%5cevil.example/"],
)  # fmt: skip
def test_no_answer_leads_to_another_host(path: str, under: TestClient) -> None:
    anna = Person(under, "Anna")
    for answer in (anna.browser.get(path), anna.post(path, name="Anna", password=SECRET)):
        assert answer.status_code < 500
        to = answer.headers.get("location", PATH)
        assert re.match(f"{PATH}(/(?!/)|$)", to), to
        assert not [one for one in ADDRESS.findall(answer.text) if not one.startswith(PATH)]


def test_a_game_is_played_and_previewed_under_the_path(under: TestClient) -> None:
    anna = Person(under, "Anna")
    game = begun(under, anna)
    html = anna.get(f"{PATH}/game/{game}").text
    assert f'<meta property="og:url" content="{HOST}{PATH}/game/{game}">' in html
    url = f"wss://example.org{PATH}/api/saved/{game}/play"
    with anna.browser.websocket_connect(url, headers={"origin": HOST}) as socket:
        seat = Seat(socket)
        assert seat.do(seat.a_move())["ok"]


def test_passkeys_are_of_the_host(under: TestClient) -> None:
    asked = under.post(f"{PATH}/api/passkeys/register/ask", json={"name": "Anna"}).json()
    assert asked["rp"]["id"] == "example.org"


@pytest.mark.parametrize("public", [HOST + PATH, f"{HOST}/games-of/suez", f"{HOST}:8443/~me"])
def test_public_addresses_with_a_path(public: str) -> None:
    assert checked_public(public) == checked_public(f"{public}/") == public


@pytest.mark.parametrize(
    "path", ["/a//b", "/../a", "/a/./b", "/a b", "/ä", "/a%20b", "/game", "/static/x", '/a"b']
)
def test_paths_that_cannot_be(path: str) -> None:
    with pytest.raises(BridgeheadError, match="--public"):
        checked_public(HOST + path)


def test_no_script_and_no_style_sheet_forgets_the_path() -> None:
    web = Path(str(files("bridgehead.web")))
    titles = Path(str(files("bridgehead.titles")))
    scripts = [path for folder in (web, titles) for path in folder.rglob("*.js")]
    assert len(scripts) > 100
    found = [
        f"{path.name}:{number}"
        for path in scripts
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if LEAVES.search(line)
    ]
    assert found == []
    sheets = {path.name: path.read_text("utf-8") for path in web.rglob("*.css")}
    assert [name for name, text in sheets.items() if re.search(r"url\([\"']?/", text)] == []
