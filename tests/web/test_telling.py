"""What a screen reader hears: every sentence, and a computer's turn in a few of them."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.web.driver import Driver
from tests.web.positions import recorded, until
from tests.web.server import Server

SAY = """async texts => {
    const {say} = await import("/static/js/common/announce.js");
    texts.forEach(say);
}"""
SAY_NOW = """async text => {
    const {sayNow} = await import("/static/js/common/announce.js");
    window.told = 0;
    const watch = new MutationObserver(changes => {
        for (const {addedNodes} of changes) window.told += addedNodes.length;
    });
    watch.observe(document.querySelector("#live-now"), {childList: true});
    sayNow(text);
    sayNow(text);
    await new Promise(requestAnimationFrame);
    return window.told;
}"""
LISTEN = """() => {
    window.heard = [];
    window.gone = 0;
    new MutationObserver(changes => {
        for (const {addedNodes, removedNodes} of changes) {
            window.heard.push(...[...addedNodes].map(each => each.textContent));
            window.gone += removedNodes.length;
        }
    }).observe(document.querySelector("#live"), {childList: true});
}"""


def test_two_sentences_at_once_are_both_told_and_equal_ones_twice(
    visitor: Driver, server: Server
) -> None:
    visitor.open(server.put(until("1980-held", 0)))
    page = visitor.page
    page.evaluate(SAY, ["One.", "Two.", "Two."])
    last = page.locator("#live p").all_inner_texts()[-3:]
    assert last == ["One.", "Two.", "Two."]
    assert page.evaluate(SAY_NOW, "In 0908: nobody.") == 2  # each time made anew


def test_a_turn_of_the_computer_is_told_in_a_few_sentences(visitor: Driver, server: Server) -> None:
    game = server.put(until("1980-held", 0), israel="recruit")
    visitor.page.goto("/")
    visitor.open(game)
    page = visitor.page
    page.evaluate(LISTEN)
    visitor.wait_mine()
    expect(page.locator("#live")).to_contain_text("has played")
    heard = page.evaluate("window.heard")
    assert visitor.at > len(heard)
    assert 3 <= len(heard) <= 8
    assert page.evaluate("window.gone") == 0  # nothing took the place of what nobody has heard yet
    page.keyboard.press("g")  # the log is read from its newest entry, by the arrow keys
    expect(page.locator("#log [data-n] button:focus")).to_have_count(1)


def test_what_a_person_does_is_told_at_once(visitor: Driver, server: Server) -> None:
    actions = recorded("1980-held")["actions"]
    visitor.open(server.put(until("1980-held", 9)))
    visitor.page.evaluate(LISTEN)
    visitor.play_record(actions[9:14])
    heard = " ".join(visitor.page.evaluate("window.heard"))
    assert "Reshef 1" in heard
    assert "has played" not in heard
