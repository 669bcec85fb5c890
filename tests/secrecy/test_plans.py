"""[10, 72, O43] Plans: until they are made nobody else knows what, or how much, has been planned.

One world plans nothing, the other much. The other side gets the same bytes from the server, as many
messages, the same number of actions, until both are done.
"""

from __future__ import annotations

import asyncio
import json
import random
from typing import Any

import pytest

import bridgehead as bh
from bridgehead.core.records.record import Record
from tests.secrecy.receive import Page, engine, serve, told

GAME = "october-war"
NONE: list[str] = []
ARAB = {
    "nothing": NONE,
    "a little": ["commit tac egypt sinai strategic 1"],
    "much": [
        "commit tac egypt sinai strategic 1", "commit tac egypt sinai ground-attack 2",
        "commit tac syria golan air-superiority 1", "commit tac syria golan recon 1",
    ],
}  # fmt: skip
ISRAELI = {
    "nothing": NONE,
    "much": ["commit tac israel sinai strategic 1", "commit tac israel golan recon 2"],
}


def start(**fields: Any) -> Any:
    """Return a position before the air commitment of turn 2, everybody set up."""
    game = bh.load(GAME)
    ready = {f"{nation}-tac-{n}": "ready" for nation in ("eg", "sy") for n in (1, 2, 3)}
    ready |= {f"tac-{n}": "ready" for n in (1, 2, 3)}
    units = {**game.position({"game": GAME}).to_dict()["units"]}
    strikes = {c["id"] for c in game.counters if c["class"] == "air"}
    units = {u: "eliminated" if u in strikes else place for u, place in units.items()} | ready
    return game.position(
        {"game": GAME, "turn": 2, "phase": "air commitment", "side": "arab", "committed": -1,
         "units": units, **fields}
    )  # fmt: skip


async def seen_by(viewer: str | None, position: Any, actions: list[str], last: str) -> Any:
    """Return all that a viewer's page gets while plans are made, `last` the end of them."""
    page = Page(position, viewer)
    for action in [*actions, last] if last else actions:
        await page.do(action)
    return page.texts, await page.rest(random.Random(1))


@pytest.mark.slow_for("-nothing")
@pytest.mark.plain
@pytest.mark.parametrize("plan", ARAB)
@pytest.mark.parametrize("last", ["", "end"])
def test_the_arab_plan_is_not_seen_before_israel_has_one(plan: str, last: str) -> None:
    """Nor the number of its lines, nor when it is full, nor how many actions there were."""
    position = start()
    wanted = serve(seen_by("israel", position, ARAB["a little"], last))
    assert serve(seen_by("israel", position, ARAB[plan], last)) == wanted


@pytest.mark.plain
@pytest.mark.parametrize("plan", ISRAELI)
def test_the_israeli_plan_is_not_seen_before_it_is_whole(plan: str) -> None:
    position = start()
    position.push("end")
    wanted = serve(seen_by("arab", position, NONE, ""))
    assert serve(seen_by("arab", position, ISRAELI[plan], "")) == wanted


@pytest.mark.plain
def test_all_committed_is_not_the_end() -> None:
    """3 of 3 need their `end` as 2 of 3 do."""
    for number in (2, 3):
        position = start()
        position.push(f"commit tac egypt sinai strategic {number}")
        position.push("commit tac syria golan recon 3")
        assert (position.step, position.to_move) == ("commit", "arab")
        assert list(position.legal_actions()) == ["end"]
        position.push("end")
        assert (position.step, position.to_move) == ("commit", "israel")


@pytest.mark.plain
def test_who_has_nothing_to_commit_is_not_asked() -> None:
    """That the Ready box is empty is known to all."""
    gone = {f"{nation}-tac-{n}": "eliminated" for nation in ("eg", "sy") for n in (1, 2, 3)}
    whole = start().to_dict()
    position = start(units={**whole["units"], **gone, "eg-tac-1": "ready"})
    assert position.to_move == "arab"
    administration = {**whole, "turn": 2, "phase": "administration", "step": "bridges",
                      "units": {**whole["units"], **gone}}  # fmt: skip
    position = bh.load(GAME).position(administration)
    for _ in range(4):
        if position.phase == "administration":
            position.push("end")
    assert (position.turn, position.step, position.to_move) == (3, "commit", "israel")


@pytest.mark.plain
def test_set_up_is_not_seen_before_it_is_done() -> None:
    """The counters come in a fixed order: each that is seen to be placed would be known."""
    game = bh.load(GAME)
    first, second = game.start(), game.start()
    places = [text for text in first.legal_actions() if text.startswith("place ")]
    for position, text in ((first, places[0]), (second, places[1])):
        before = engine(position, "arab")
        assert told(position, text, "arab") == told(position, text, None) == []
        assert told(position, text, "israel")
        position.push(text)
        position.push(str(position.legal_actions()[0]))
        assert engine(position, "arab") == before
    for position in (first, second):
        position.push("deploy")
        position.push("end")
    assert (first.step, first.to_move) == ("setup", "arab")
    assert first.view("arab")["hidden"]


@pytest.mark.plain
def test_the_record_still_holds_all() -> None:
    position = start()
    record = Record(position.game, start=position)
    for text in [*ARAB["much"], "end", *ISRAELI["much"], "end"]:
        record.do(text)
    again = Record.from_dict(record.to_dict())
    assert again.actions == record.actions
    assert again.position == record.position


def test_pages_count_what_they_know() -> None:
    """A page that comes later, and looks back, counts as one that was there."""

    async def both() -> tuple[Any, Any]:
        position = start()
        page = Page(position, "israel")
        for action in [*ARAB["much"], "end", *ISRAELI["much"], "end"]:
            await page.do(action)
        assert page.session.view.length == 4
        assert len(page.session.record.actions) == 8
        back = [await page.session.view.state_at(n) for n in range(5)]
        return [state["at"] for state in back], [state["last"] for state in back]

    numbers, last = asyncio.run(both())
    assert numbers == [0, 1, 2, 3, 4]
    assert last == ["", "end", *ISRAELI["much"], "end"]


def test_a_secret_decision_changes_no_byte_of_the_present_state() -> None:
    """Who opens the page again learns nothing of it either, nor that the last roll is older now."""
    draw, hidden = random.Random(1973), 0
    page = Page(bh.load(GAME).start(), "arab")
    session = page.session

    async def play() -> None:
        nonlocal hidden
        for _ in range(60):
            position = session.record.position.copy()
            legal = position.legal_actions()
            action = legal[draw.randrange(len(legal))]
            session.view.roll = {"face": 3}  # as it was seen last
            before = json.dumps(session.state())
            await page.do(action)
            if not position.public(action, "arab"):
                hidden += 1
                assert json.dumps(session.state()) == before, action

    serve(play())
    assert hidden > 5
