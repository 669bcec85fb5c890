"""Who may try how often, and how many windows may be open; what strangers do harms nobody else."""

from __future__ import annotations

from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from bridgehead.online.web.app import Settings
from bridgehead.online.web.limits import LIMITS, OpenWindows, TooManyError
from bridgehead.online.web.window import MANY
from bridgehead.server.web.rate_limits import Limit, Limits, network_of
from tests.online.conftest import FREE, QUICK, SECRET, Person, Seat, client_of
from tests.tiers import first

pytestmark = pytest.mark.plain


class Elsewhere(Person):
    """Somebody at an address of their own."""

    def __init__(self, client: TestClient, address: str) -> None:
        super().__init__(client, "", register=False)
        self.browser = TestClient(
            client.app, str(client.base_url), follow_redirects=False, client=(address, 5000)
        )
        self.browser.portal = client.portal


def few(lite: str, **tries: int) -> TestClient:
    limits = FREE | {name.replace("_", " "): Limit(n, 3600) for name, n in tries.items()}
    limited = Limits(limits, clock=lambda: 0.0)  # nothing fills again while a test runs
    return client_of(lite, Settings(passwords=QUICK, limits=limited))


def test_a_stranger_who_guesses_locks_nobody_out(lite: str) -> None:
    with few(lite, log_in_as=3) as client:
        Person(client, "Anna")
        stranger, owner = Elsewhere(client, "203.0.113.5"), Elsewhere(client, "198.51.100.7")
        guesses = [stranger.post("/login", name="Anna", password="a guess at it") for _ in range(5)]
        assert [one.status_code for one in guesses] == [400, 400, 400, 429, 429]
        assert stranger.post("/login", name="ANNA", password=SECRET).status_code == 429
        assert owner.post("/login", name="Anna", password=SECRET).status_code == 303


def test_the_limit_does_not_tell_who_is_there(lite: str) -> None:
    with few(lite, log_in_as=3) as client:
        Person(client, "Anna")
        stranger = Elsewhere(client, "203.0.113.5")
        answers = [
            [stranger.post("/login", name=name, password="a guess at it") for _ in range(5)]
            for name in ("Anna", "Nora")
        ]
        known, unknown = (
            [(one.status_code, one.text.replace(name, "…")) for one in some]
            for some, name in zip(answers, ("Anna", "Nora"), strict=True)
        )
        assert known == unknown


def test_all_names_together_are_limited_by_address(lite: str) -> None:
    with few(lite, log_in_from=4) as client:
        stranger = Elsewhere(client, "2001:db8:1:2::1")
        same_network = Elsewhere(client, "2001:db8:1:2:ffff::9")
        for n in range(4):
            assert stranger.post("/login", name=f"N{n}", password="a guess").status_code == 400
        assert same_network.post("/login", name="N9", password="a guess").status_code == 429
        other = Elsewhere(client, "2001:db8:1:3::1")
        assert other.post("/login", name="N9", password="a guess").status_code == 400


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("203.0.113.5", "203.0.113.5"),
        ("::ffff:203.0.113.5", "203.0.113.5"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("testclient", "testclient"),
        ("", ""),
    ],
)
def test_what_counts_as_one_address(address: str, counted: str) -> None:
    assert network_of(address) == counted


def test_every_limit_allows_something_and_ends() -> None:
    clock = [0.0]
    limits = Limits(LIMITS, clock=lambda: clock[0])
    for kind, limit in LIMITS.items():
        for _ in range(limit.tries):
            limits.check(kind, "x")
        with pytest.raises(Exception, match="too often"):
            limits.check(kind, "x")
        limits.check(kind, "y")
        clock[0] += limit.each + 0.001
        limits.check(kind, "x")


def test_windows_are_counted_as_long_as_they_are_open() -> None:
    windows = OpenWindows(account=2, address=3)
    with windows.one_more("anna", "1"), windows.one_more("anna", "2"):
        with pytest.raises(TooManyError), windows.one_more("anna", "3"):
            pass
        with windows.one_more("bert", "1"), windows.one_more("", "1"):
            with pytest.raises(TooManyError), windows.one_more("carl", "1"):
                pass
            with windows.one_more("carl", "2"):
                pass
        with windows.one_more("carl", "1"):
            pass
    assert not windows._open


@pytest.mark.parametrize("windows", [OpenWindows(account=2), OpenWindows(address=2)])
def test_a_window_too_many_is_told_so_and_closed(lite: str, windows: OpenWindows) -> None:
    settings = Settings(passwords=QUICK, limits=Limits(FREE), windows=windows)
    with client_of(lite, settings) as client:
        anna = Person(client, "Anna")
        game = anna.challenge()
        Person(client, "Bert").join(game)
        with anna.sits(game) as first, anna.sits(game) as second:
            Seat(first), Seat(second)
            with anna.sits(game) as third:
                said = third.receive_json()
                assert said["type"] == "gone"
                assert "too many games are open" in said["text"]
                with pytest.raises(WebSocketDisconnect) as ended:
                    third.receive_json()
                assert ended.value.code == MANY == 4429
        with anna.sits(game) as fourth:
            assert Seat(fourth).hello["online"]["you"] == "israel"


MESSAGES = ['{"type": "pace"}', '{"type": "now"}', '{"type": "pause"}', '{"type": "look"}',
            '{"type": "layer"}', '{"type": "seen"}', "{unreadable", "[]"]  # fmt: skip


@pytest.mark.parametrize("message", first(3, MESSAGES))
def test_every_message_counts_over_all_windows_of_an_address(lite: str, message: str) -> None:
    with few(lite, message=4, flood=3) as client:
        anna, bert = Person(client, "Anna"), Person(client, "Bert")
        game = anna.challenge()
        bert.join(game)
        stranger, other = Elsewhere(client, "203.0.113.5"), Elsewhere(client, "198.51.100.7")
        with (
            stranger.sits(game) as one, stranger.sits(game) as two, other.sits(game) as three,
            anna.sits(game) as four,
        ):  # fmt: skip
            floods, watches, plays = [Seat(one), Seat(two)], Seat(three), Seat(four)
            for n in range(8):  # four are taken, three refused, and then all windows are closed
                floods[n % 2].socket.send_text(message)
            for each in floods:
                said, code = until_closed(each)
                assert code == MANY
                assert said[-1]["type"] == "gone"
                assert "far more messages" in said[-1]["text"]
            assert watches.call(type="layer", name="line", at=0)["ok"]  # others are not concerned
            assert plays.do(plays.a_move())["ok"]


def until_closed(seat: Seat) -> tuple[list[Any], int]:
    """Return what a window is told until it is closed, and the code."""
    said = []
    while True:
        try:
            said.append(seat.receive())
        except WebSocketDisconnect as ended:
            return said, ended.code


def test_messages_of_an_account_count_together(lite: str) -> None:
    with few(lite, message=3, flood=1) as client:
        anna = Person(client, "Anna")
        game = anna.challenge()
        Person(client, "Bert").join(game)
        with anna.sits(game) as one, anna.sits(game) as two:
            first, second = Seat(one), Seat(two)
            assert first.call(type="looked", at=0)["ok"]
            assert second.call(type="looked", at=0)["ok"]
            assert first.call(type="looked", at=0)["ok"]
            assert second.call(type="looked", at=0)["error"]["kind"] == "often"
            first.socket.send_text("{}")
            assert until_closed(first)[1] == until_closed(second)[1] == MANY


def test_who_opens_window_after_window_is_asked_to_come_later(lite: str) -> None:
    with few(lite, open=2) as client:
        anna = Person(client, "Anna")
        game = anna.challenge()
        Person(client, "Bert").join(game)
        stranger = Elsewhere(client, "203.0.113.5")
        for _ in range(2):
            with stranger.sits(game) as socket:
                Seat(socket)
        with pytest.raises(WebSocketDisconnect), stranger.sits(game):
            pass
        with anna.sits(game) as socket:
            assert Seat(socket).hello["online"]["you"] == "israel"


def test_whatever_changes_something_is_limited(lite: str) -> None:
    with few(lite, change=5) as client:
        anna, bert = Person(client, "Anna"), Person(client, "Bert")
        changes = ("/settings/zone", "/language", "/challenge/x/withdraw", "/game/x/share", "/lost",
                   "/settings/notices/quiet", "/settings/notices/x")  # fmt: skip
        answers = [anna.post(path).status_code for path in changes]
        assert 429 not in answers[:5]
        assert answers[5:] == [429, 429]
        refused = anna.browser.put("/api/saved/x/note", json={"text": "a note"})
        assert refused.status_code == 429
        assert refused.json()["error"]["kind"] == "often"
        assert int(refused.headers["retry-after"]) > 0
        assert anna.get("/settings").status_code == 200  # who reads changes nothing
        assert bert.post("/language", language="de").status_code == 303  # and nobody else is


@pytest.mark.parametrize(
    "page",
    ["/games", "/people/Anna", "/people/Anna/against/Anna", "/tournament/x", "/api/tournaments/x",
     "/league/x", "/api/leagues/x"],
)  # fmt: skip
def test_pages_that_are_made_of_many_games_are_limited(page: str, lite: str) -> None:
    with few(lite, list=3) as client:
        anna, visitor = Person(client, "Anna"), Elsewhere(client, "203.0.113.5")
        found = [visitor.get(page).status_code for _ in range(5)]
        assert found == [found[0]] * 3 + [429, 429]
        assert found[0] in (200, 404)
        assert anna.get(page).status_code == found[0]
