"""The first page of one person: its doors, and games that go to a server for many and back."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.web.conftest import NewPage
from tests.web.driver import Driver
from tests.web.positions import until
from tests.web.server import OnlineServer, Server
from tests.web.test_accessibility import faults
from tests.web.test_online import SECRET, challenge, register, seated

USUAL = "http://127.0.0.1:8073/"  # where `bridgehead play` is by default


def test_doors_and_the_way_to_a_server(
    new_page: NewPage, server: Server, online: OnlineServer
) -> None:
    page = new_page()
    saved = server.put(until("1980-held", 9))
    page.goto("/")
    expect(page.locator("#network-switch")).to_be_visible()
    assert faults(page) == []
    for door, heading in {"continue": "saved", "learn": "learn", "play": "new-game",
                          "people": "people"}.items():  # fmt: skip
        page.click(f"[data-door={door}]")
        expect(page.locator(f"#{heading}-title")).to_be_focused()
    there = page.locator(f"[data-saved='{saved}'] [data-elsewhere=there]")
    expect(there).to_have_count(0)  # no server is known
    page.fill("#server-address", "not an address")
    page.press("#server-address", "Enter")
    expect(page.locator("#join-server [role=alert]")).to_be_visible()
    expect(page.locator("#server-address")).to_be_focused()
    page.fill("#server-address", online.url.removeprefix("http://"))
    page.press("#server-address", "Enter")
    page.wait_for_url(f"{online.url}/")
    page.click("nav a[href='/register']")
    page.fill("input[name=name]", "Anna")
    page.fill("input[name=password]", SECRET)
    page.click("main button[type=submit]")

    page.goto(server.url)
    there.click()
    page.wait_for_url(f"{online.url}/begin?line=**")
    page.click("#new-game button[type=submit]")
    expect(page.locator("[data-list=mine] [data-game]")).to_have_count(1)
    bert = new_page(base_url=online.url)
    register(bert, "Bert")
    bert.click("[data-list=challenges] button")
    assert seated(bert).at == 0
    assert seated(page).at == 0  # the lobby leads her there


def test_a_record_comes_to_this_computer(
    new_page: NewPage, server: Server, online: OnlineServer
) -> None:
    page = new_page(base_url=online.url)
    register(page, "Anna")
    challenge(page, "israel", "recruit")
    seated(page).do("move matt-1 0514", 1)
    page.click("[data-tab=game]")
    page.click("button[data-resign]")
    page.click("dialog#resign [data-confirm]")
    expect(page.locator("#result")).to_be_visible()
    page.route(f"{USUAL}**", lambda route: route.fulfill(body="", content_type="text/html"))
    page.click("[data-elsewhere=here]")
    page.wait_for_url(f"{USUAL}#/take/*")
    page.goto(f"{server.url}/#{page.url.partition('#')[2]}")
    driver = Driver(page)
    game = driver._opened()
    assert server.record(game)["actions"][0] == "move matt-1 0514"
    page.go_back()  # nothing is taken a second time
    expect(page.locator("#home")).to_be_visible()


def test_a_broken_link_takes_nothing(new_page: NewPage, server: Server) -> None:
    page = new_page()
    before = len(server.get("/api/saved")["saved"])
    page.goto("/#/take/AAAA")
    expect(page.locator("#notice")).to_contain_text("no record")
    expect(page.locator("#home")).to_be_visible()
    assert len(server.get("/api/saved")["saved"]) == before
