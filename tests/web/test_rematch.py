"""A rematch between two browsers: offered at the end, accepted, and both pages go there."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.web.conftest import NewPage
from tests.web.server import OnlineServer
from tests.web.test_online import challenge, register, seated

pytestmark = pytest.mark.slow


def test_a_rematch(new_page: NewPage, online: OnlineServer) -> None:
    anna, bert = new_page(base_url=online.url), new_page(base_url=online.url)
    register(anna, "Anna")
    register(bert, "Bert")
    challenge(anna, "israel", "open")
    bert.goto("/")
    bert.click("[data-list=challenges] button")
    seated(bert)
    game = bert.url
    anna.goto(game)
    seated(anna)
    anna.click("[data-tab=game]")
    anna.click("button[data-resign]")
    anna.click("dialog#resign [data-confirm]")
    for page in (anna, bert):
        expect(page.locator("#aftermath")).to_contain_text("a friendly game")
        expect(page.locator("[data-analyze]")).to_be_visible()
    anna.click("[data-after=rematch]")
    expect(bert.locator("#aftermath")).to_contain_text("Anna offers a rematch")
    bert.click("[data-after=accept]")
    for page, mine in ((anna, "false"), (bert, "true")):  # Bert has Israel now
        page.wait_for_url(lambda url: "/game/" in url and url != game)
        expect(page.locator("[data-mine]")).to_have_attribute("data-mine", mine)
    anna.goto(game)  # later, the page of the old game leads to the new one
    expect(anna.locator("#aftermath a.button")).to_have_attribute(
        "href", bert.url[len(online.url) :]
    )
    anna.click("[data-analyze]")
    expect(anna.locator("#analysis")).to_be_visible()
