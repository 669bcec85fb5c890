"""Two windows on one game: both follow it, and an action on an old position is refused."""

from __future__ import annotations

import pytest
from playwright.sync_api import WebSocketRoute, expect

from tests.tiers import first
from tests.web.conftest import NewPage, Watch
from tests.web.driver import Driver
from tests.web.positions import record, recorded, until
from tests.web.server import Server


def test_both_windows_follow(new_page: NewPage, server: Server) -> None:
    actions = recorded("1980-held")["actions"]
    game = server.put(until("1980-held", 8))
    here, there = Driver(new_page()), Driver(new_page())
    here.open(game)
    there.open(game)
    here.do("end", 9)
    there.wait_at(9)
    there.play_record(actions[9:14])
    here.wait_at(14)
    expect(here.page.locator("#die")).to_have_attribute("data-face", actions[13][5:])
    here.play_record(actions[14:26])
    there.wait_at(26)
    assert here.place("16-7") == there.place("16-7") == "1109"


def test_a_stale_action_is_refused_clearly(new_page: NewPage, server: Server) -> None:
    game = server.put(record())
    page = new_page()
    held: list[str | bytes] = []
    deaf = False  # whether the window hears of no new state

    def route(socket: WebSocketRoute) -> None:
        upstream = socket.connect_to_server()

        def to_page(message: str | bytes) -> None:
            if deaf and '"type":"state"' in str(message):
                held.append(message)
            else:
                socket.send(message)

        upstream.on_message(to_page)

    page.route_web_socket("**/play?*", route)
    late, quick = Driver(page), Driver(new_page())
    late.open(game)
    quick.open(game)
    deaf = True
    quick.do("move matt-1 0514", 1)
    late.select("matt-1")
    late.click("0515")
    expect(late.notice).to_be_visible()
    expect(late.notice).to_contain_text("moved on")
    assert server.record(game)["actions"] == ["move matt-1 0514"]
    deaf = False
    quick.do("move reshef-1 0411", 2)
    late.wait_at(2)
    assert late.place("matt-1") == "0514"
    late.do("end", 3)
    quick.wait_at(3)


@pytest.mark.parametrize("question", first(1, ["ending", "resign"]))
def test_a_question_does_not_outlive_its_position(
    new_page: NewPage, server: Server, question: str
) -> None:
    game = server.put(record({"turn": 2, "side": "israel"}))
    here, there = Driver(new_page()), Driver(new_page())
    here.open(game)
    there.open(game)
    if question == "ending":
        here.button("end").click()  # units could still arrive
    else:
        here.tab("game")
        here.page.locator("button[data-resign]").click()
    dialog = here.page.locator(f"dialog#{question}")
    expect(dialog).to_be_visible()
    there.do("end", 1)
    here.wait_at(1)
    expect(dialog).to_be_hidden()
    expect(here.game).to_have_attribute("data-step", "combat")
    assert server.record(game)["actions"] == ["end"]


def test_a_game_deleted_elsewhere_is_gone_here(
    new_page: NewPage, server: Server, watch: Watch
) -> None:
    game = server.put(record())
    watch.expect(rf"404 .*/{game}/")  # its little map may still be on its way to the first page
    here, there = Driver(new_page()), Driver(new_page())
    here.open(game)
    there.home()
    saved = there.page.locator(f"#saved [data-saved='{game}']")
    expect(saved).to_be_visible()
    saved.locator("[data-delete]").click()
    there.page.locator("dialog [data-confirm]").click()
    expect(saved).to_have_count(0)
    expect(here.notice).to_be_visible()
    expect(here.page.locator("#home")).to_be_visible()
    assert game not in [each["id"] for each in server.get("/api/saved")["saved"]]
