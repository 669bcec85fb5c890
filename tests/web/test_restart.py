"""The server is killed in the middle of a combat and started again: nothing is lost."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.web.conftest import NewPage, Watch
from tests.web.driver import Driver
from tests.web.positions import recorded, until
from tests.web.server import Server

ACTIONS = recorded("1980-held")["actions"]
RETREAT = 25  # actions before a retreat that is pending
# What a browser says of a server that is gone; what was asked for at that moment is reset or empty.
LOST = r"WebSocket connection|net::ERR_(CONNECTION|EMPTY|INCOMPLETE|SOCKET|NETWORK)"


def test_killed_while_a_retreat_is_pending(
    new_page: NewPage, own_server: Server, watch: Watch
) -> None:
    watch.expect(LOST)
    driver = Driver(new_page(base_url=own_server.url))
    game = own_server.put(until("1980-held", RETREAT - 4))
    driver.open(game)
    driver.play_record(ACTIONS[RETREAT - 4 : RETREAT])
    expect(driver.game).to_have_attribute("data-step", "retreat")

    own_server.kill()
    lost = driver.page.locator("#lost")
    expect(lost).to_be_visible()
    own_server.start()
    expect(lost).to_be_hidden()

    assert own_server.record(game)["actions"] == ACTIONS[:RETREAT]
    driver.play_record(ACTIONS[RETREAT:34])
    assert own_server.record(game)["actions"] == ACTIONS[:34]


def test_killed_right_after_an_action(new_page: NewPage, own_server: Server, watch: Watch) -> None:
    watch.expect(LOST)
    page = new_page(base_url=own_server.url)
    driver = Driver(page)
    game = driver.new_game("across-suez-1980", seed=0)
    driver.do(ACTIONS[0], 1)
    own_server.kill()
    own_server.start()
    page.reload()
    driver.open(game)
    assert driver.at == 1
    driver.play_record(ACTIONS[1:15])
    assert own_server.record(game)["actions"] == ACTIONS[:15]
