"""Two people with a browser each play over `bridgehead serve`, and a third watches."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Page, Route, WebSocketRoute, expect

from tests.waiting import wait_until
from tests.web.conftest import PHONE, NewPage, Watch
from tests.web.driver import Driver
from tests.web.server import OnlineServer
from tests.web.test_accessibility import faults
from tests.web.test_restart import LOST

SECRET = "a sentence that only I know"
GAME = "across-suez-1980"
SVG, PICTURE = "image/svg+xml", '<svg xmlns="http://www.w3.org/2000/svg"/>'
COUNT = """
window.asked = window.answersRead = 0;
window.fetch = new Proxy(window.fetch, {
    apply(...call) {
        window.asked += 1;
        return Reflect.apply(...call);
    },
});
Response.prototype.text = new Proxy(Response.prototype.text, {
    async apply(...call) {
        const read = await Reflect.apply(...call);
        window.answersRead += 1;
        return read;
    },
});"""


def register(page: Page, name: str) -> None:
    page.goto("/register")
    page.fill("input[name=name]", name)
    page.fill("input[name=password]", SECRET)
    page.click("main button[type=submit]")
    expect(page.locator("nav")).to_contain_text(name)


def challenge(page: Page, side: str, opponent: str) -> None:
    page.goto("/")
    page.click(f"[data-new={GAME}]")
    page.check(f"input[name=side][value={side}]")
    page.check(f"input[name=opponent][value={opponent}]")
    page.click("#new-game button[type=submit]")


def seated(page: Page) -> Driver:
    """Return somebody who clicks in the game that a page has opened."""
    driver = Driver(page)
    driver._opened()
    return driver


def accept(page: Page) -> Driver:
    """Accept the open challenge in the lobby; return who clicks in the game that opens."""
    page.goto("/")
    page.click("[data-list=challenges] button")
    return seated(page)


def test_a_game_between_two_browsers(new_page: NewPage, online: OnlineServer, watch: Watch) -> None:
    anna, bert = new_page(base_url=online.url), new_page(base_url=online.url)
    register(anna, "Anna")
    register(bert, "Bert")

    challenge(anna, "israel", "open")
    expect(anna.locator("[data-list=mine] [data-game]")).to_have_count(1)
    there = accept(bert)
    here = seated(anna)  # her lobby leads her there
    expect(here.game).to_have_attribute("data-mine", "true")
    expect(there.game).to_have_attribute("data-mine", "false")
    expect(there.decision).to_contain_text("Anna")

    # an action is seen by the other; what is taken back within a turn, too
    here.do("move matt-1 0514", 1)
    there.wait_at(1)
    assert there.place("matt-1") == "0514"
    here.page.locator("#undo").click()
    there.wait_at(0)
    here.wait_at(0)
    here.do("move matt-1 0514", 1)
    here.do("end", 2)
    there.wait_at(2)

    # talk
    here.tab("table")
    anna.fill("#remark", "<b>Shalom</b>")
    anna.press("#remark", "Enter")
    expect(bert.locator("[data-tab=table][data-calls]")).to_be_visible()
    there.tab("table")
    expect(bert.locator("#chat li p")).to_have_text("<b>Shalom</b>")
    expect(bert.locator(".people [data-seat=israel]")).to_have_attribute("data-here", "true")

    # a take-back by consent
    anna.click("[data-request=takeback]")
    expect(bert.locator("#offer[data-what=takeback]")).to_be_visible()
    assert faults(bert) == []
    bert.click("#offer [data-answer=decline]")
    expect(anna.locator("#offer")).to_be_hidden()
    anna.click("[data-request=takeback]")
    bert.click("#offer [data-answer=accept]")
    here.wait_at(1)
    there.wait_at(1)
    expect(here.game).to_have_attribute("data-mine", "true")
    here.do("end", 2)

    # the server dies; what was said and done is there when it is back
    watch.expect(LOST)
    online.kill()
    expect(anna.locator("#lost")).to_be_visible()
    expect(bert.locator("#lost")).to_be_visible()
    online.start()
    expect(anna.locator("#lost")).to_be_hidden()
    expect(bert.locator("#lost")).to_be_hidden()
    there.wait_at(2)
    expect(bert.locator("#chat li")).to_have_count(1)

    # who watches sees neither chat nor offers, and can do nothing
    clara = new_page(base_url=online.url)
    clara.goto("/")
    clara.click("[data-list=watch] a.button")
    watching = seated(clara)
    watching.tab("table")
    expect(clara.locator("#chat")).to_have_count(0)
    expect(watching.game).to_have_attribute("data-mine", "false")

    there.tab("game")
    bert.click("button[data-resign]")
    bert.click("dialog#resign [data-confirm]")
    for page in (anna, bert, clara):
        expect(page.locator("#result")).to_have_attribute("data-winner", "israel")
    anna.goto("/")
    expect(anna.locator("[data-list=mine]")).to_have_count(0)


def test_what_got_no_answer_is_sent_again(
    new_page: NewPage, online: OnlineServer, watch: Watch
) -> None:
    watch.expect(LOST)
    page = new_page(base_url=online.url)
    register(page, "Anna")
    sent: list[str | bytes] = []

    def route(socket: WebSocketRoute) -> None:
        upstream, first = socket.connect_to_server(), not sent

        def to_server(message: str | bytes) -> None:
            upstream.send(message)
            if '"type":"do"' in str(message):
                sent.append(message)

        def to_page(message: str | bytes) -> None:
            if first and sent:
                socket.close()  # before the first answer
            else:
                socket.send(message)

        socket.on_message(to_server)
        upstream.on_message(to_page)

    page.route_web_socket("**/play?*", route)
    challenge(page, "israel", "recruit")
    driver = seated(page)
    driver.do("move matt-1 0514", 1)  # its answer never came; it was sent again
    assert len(sent) == 2
    assert json.loads(sent[0])["key"] == json.loads(sent[1])["key"]
    driver.do("move reshef-1 0411", 2)
    assert driver.at == 2


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [{"width": 1440, "height": 900}, PHONE])
def test_a_guest_by_a_link_on_every_page(
    new_page: NewPage, online: OnlineServer, watch: Watch, size: dict[str, int], scheme: str
) -> None:
    watch.expect("404 .*/unknown")
    anna = new_page(base_url=online.url, viewport=size, color_scheme=scheme)
    guest = new_page(base_url=online.url, viewport=size, color_scheme=scheme)
    anna.goto("/login")
    assert faults(anna) == []
    register(anna, "Anna")
    assert faults(anna) == []
    challenge(anna, "egypt", "link")
    assert faults(anna) == []
    guest.goto(anna.locator("#link").input_value())
    assert faults(guest) == []
    guest.fill("input[name=name]", "Guy")
    guest.click("main button[type=submit]")
    seated(guest)
    for path in ("/", "/settings", "/people/Anna", f"/new/{GAME}", "/unknown"):
        guest.goto(path)
        assert faults(guest) == []
        wide = "document.documentElement.scrollWidth > document.documentElement.clientWidth"
        assert not guest.evaluate(wide), path


def test_an_open_lobby_gets_only_what_is_new(new_page: NewPage, online: OnlineServer) -> None:
    anna, visitor = new_page(base_url=online.url), new_page(base_url=online.url)
    for page in (anna, visitor):  # a new server draws them for a long time
        page.route("**/board.svg", lambda route: route.fulfill(content_type=SVG, body=PICTURE))
    register(anna, "Anna")
    visitor.clock.install(time=0)
    visitor.clock.pause_at(1000)
    visitor.add_init_script(COUNT)
    visitor.goto("/")

    def look() -> int:
        before = visitor.evaluate("window.answersRead")
        with visitor.expect_response(f"{online.url}/") as answer:
            visitor.clock.run_for(5000)
        status = int(answer.value.status)
        if status == 200:  # the page remembers it when it has read the whole answer
            wait_until(lambda: visitor.evaluate("window.answersRead") > before)
        return status

    assert [look(), look(), look()] == [200, 304, 304]
    challenge(anna, "israel", "open")
    expect(anna.locator("[data-list=mine] [data-game]")).to_have_count(1)
    assert look() == 200
    expect(visitor.locator("[data-list=challenges] [data-game]")).to_have_count(1)
    assert look() == 304
    # a list that somebody is about to use stays, and is shown as soon as it is left
    visitor.focus("[data-list=challenges] button")
    anna.click("[data-list=mine] button")
    expect(anna.locator("[data-list=mine]")).to_have_count(0)
    assert [look(), look()] == [200, 200]
    expect(visitor.locator("[data-list=challenges] [data-game]")).to_have_count(1)
    visitor.evaluate("document.activeElement.blur()")
    assert look() == 200
    expect(visitor.locator("[data-list=challenges]")).to_have_count(0)
    assert look() == 304

    # it does not ask again before it is answered
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    visitor.route(f"{online.url}/", hold)
    before = visitor.evaluate("window.asked")
    visitor.clock.run_for(15_000)
    assert visitor.evaluate("window.asked") == before + 1
    wait_until(lambda: visitor.evaluate("true") and held)  # the route is told meanwhile
    held[0].continue_()

    def asks_again() -> bool:
        visitor.clock.run_for(5000)
        return bool(visitor.evaluate("window.asked") == before + 2)

    wait_until(asks_again)


def test_the_lobby_works_without_script(new_page: NewPage, online: OnlineServer) -> None:
    page = new_page(base_url=online.url, java_script_enabled=False)
    register(page, "Anna")
    challenge(page, "israel", "open")
    expect(page.locator("[data-list=mine] [data-game]")).to_have_count(1)
    page.click("[data-list=mine] button")
    expect(page.locator("[data-list=mine]")).to_have_count(0)
    page.click("nav button")
    expect(page.locator("nav")).not_to_contain_text("Anna")


CLICK_TWICE = """() => new Promise((done) => {
    const button = document.querySelector("#new-game button[type=submit]");
    button.click();
    window.setTimeout(() => done(button.click()), 200);
})"""


def test_a_second_click_sends_no_form_again(new_page: NewPage, online: OnlineServer) -> None:
    anna = new_page(base_url=online.url)
    register(anna, "Anna")
    anna.goto(f"/new/{GAME}")
    sent: list[str] = []
    anna.on("request", lambda request: sent.append(request.method))
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    anna.route(f"{online.url}/new/**", hold)
    anna.evaluate(CLICK_TWICE)
    held[0].continue_()
    expect(anna.locator("[data-list=mine] [data-game]")).to_have_count(1)
    assert sent.count("POST") == 1
