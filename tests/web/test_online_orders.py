"""Standing orders in the browser, and the way back to a game."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import NewPage
from tests.web.driver import keep_sent, wait_sent
from tests.web.server import OnlineServer
from tests.web.test_accessibility import faults
from tests.web.test_online import accept, challenge, register, seated

pytestmark = pytest.mark.slow

SEND = """([game, actions]) => new Promise((done, failed) => {
    const socket = new WebSocket(`ws://${location.host}/api/saved/${game}/play`);
    let state, number = 0;
    const next = () => {
        if (number === actions.length) return socket.close(), done(state.toMove);
        const { at, version } = state;
        const key = `test ${crypto.randomUUID()}`;
        const action = actions[number++];
        socket.send(JSON.stringify({ type: "do", action, at, version, key, id: number }));
    };
    socket.onmessage = ({ data }) => {
        const message = JSON.parse(data), first = !state;
        if (message.type === "state") state = message;
        if (message.type === "reply" && !message.ok) failed(new Error(message.error.text));
        else if (message.type === "reply" || (message.type === "state" && first)) next();
    };
})"""


def send(page: Page, *actions: str) -> str:
    """Act in the game of a page without a click; return who decides then."""
    return str(page.evaluate(SEND, [page.url.rpartition("/")[2], actions]))


def open_orders(page: Page) -> None:
    page.click("[data-tab=table]")
    expect(page.locator("#orders")).to_be_visible()


def test_orders_and_what_happened_since(new_page: NewPage, online: OnlineServer) -> None:
    anna, bert = new_page(base_url=online.url), new_page(base_url=online.url)
    keep_sent(bert)
    register(anna, "Anna")
    register(bert, "Bert")
    challenge(anna, "israel", "open")
    there = accept(bert)

    # an order is added, edited and removed; it is there when the page comes again
    open_orders(bert)
    bert.click("[data-orders=add]")
    bert.select_option("[data-field=kind]", "advance")
    bert.select_option("[data-answer='0'] [data-field=verb]", "stay")
    assert faults(bert) == []
    bert.click("[data-orders=save]")
    expect(bert.locator("[data-order='0'] p")).to_contain_text("Do not advance")
    bert.click("[data-orders=add]")
    bert.fill("[data-answer='0'] [data-field=place]", "0000")
    bert.click("[data-orders=save]")
    expect(there.notice).to_contain_text("0000")
    bert.fill("[data-answer='0'] [data-field=place]", "1501")
    bert.click("[data-orders=another]")
    bert.select_option("[data-answer='1'] [data-field=verb]", "captain")
    bert.click("[data-orders=save]")
    expect(bert.locator("[data-order='1'] p")).to_contain_text("1501")
    bert.click("[data-order='1'] [data-orders=up]")
    expect(bert.locator("[data-order='0'] p")).to_contain_text("captain")
    bert.reload()
    seated(bert)
    open_orders(bert)
    expect(bert.locator("[data-order]")).to_have_count(2)
    bert.click("[data-order='0'] [data-orders=edit]")
    expect(bert.locator("[data-answer]")).to_have_count(2)
    bert.click("[data-order='0'] [data-orders=remove]")
    expect(bert.locator("[data-order]")).to_have_count(1)

    # what Anna does while Bert is away is told, replayed and marked
    wait_sent(bert, "message.type === 'looked'")
    bert.goto("/")
    anna.goto("/")
    anna.click("[data-next]")
    here = seated(anna)
    here.do("move matt-1 0514", 1)
    here.do("end", 2)
    bert.goto(anna.url)
    there = seated(bert)
    expect(bert.locator("#since")).to_contain_text("2 actions")
    bert.click("[data-tab=log]")
    expect(bert.locator("#log [data-fresh]")).to_have_count(2)
    assert faults(bert) == []
    bert.click("[data-since=replay]")
    expect(there.game).to_have_attribute("data-replay", "")
    expect(bert.locator("#since")).to_be_hidden()
    expect(there.game).to_have_attribute("data-at", "2")
    wait_sent(bert, "message.type === 'looked' && message.at === 2")
    bert.reload()
    seated(bert)
    expect(bert.locator("#since")).to_be_hidden()
    open_orders(bert)
    bert.click("#next-game")  # nothing waits for him
    expect(bert.locator("[data-list=mine]")).to_be_visible()


def test_answer_like_this_from_now_on(new_page: NewPage, online: OnlineServer) -> None:
    anna, bert = new_page(base_url=online.url), new_page(base_url=online.url)
    register(anna, "Anna")
    register(bert, "Bert")
    anna.goto("/new/october-war")
    anna.check("input[name=side][value=israel]")
    anna.check("input[name=opponent][value=open]")
    anna.click("#new-game button[type=submit]")
    bert.goto("/")
    bert.click("[data-list=challenges] button")
    seated(bert)
    anna.goto(bert.url)
    here = seated(anna)
    send(anna, "deploy", "end")
    send(bert, "deploy", "end", "end")
    send(anna, "end")
    assert send(bert, "fly eg-cdo-1 deversoir") == "israel"  # does a SAM unit fire at it?
    here.wait_mine()
    assert anna.locator("#order-suggested").is_hidden()
    here.decision.locator("[data-do=pass]").click()
    expect(anna.locator("#order-suggested")).to_contain_text("Show none")
    assert faults(anna) == []
    anna.click("#order-suggested [data-orders=yes]")
    expect(anna.locator("#order-suggested")).to_be_hidden()
    open_orders(anna)
    expect(anna.locator("[data-order]")).to_have_count(1)
    assert send(bert, "fly eg-cdo-3 fayid") == "arab"  # nobody was asked
