"""Standing orders and what is hidden: whether they answer tells nobody what he cannot know."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from bridgehead.core.titles.games import title_of
from bridgehead.core.words.replies import step_of
from bridgehead.online.orders import captain
from bridgehead.server.orders.orders import ASK, CAPTAIN, Order, answer, checked, kind_of
from bridgehead.titles.loading import load
from tests.secrecy.test_online import Window
from tests.secrecy.test_secrecy import MANY, fitting, same_to, step
from tests.secrecy.worlds import PAIRS, Pair, choose, shows

FEW = 3
# in three of these the enemy can do something else in the other world
QUESTIONS = (0, 12, 18, 143, 176, 195)


@pytest.mark.parametrize("title", ["across-suez-reprint", "suez-56", "el-arish-67", "october-war"])
def test_whoever_decides_in_the_others_turn_could_have_said_it_before(title: str) -> None:
    """Every such decision, and every verb of it, has a kind."""
    package = title_of(title).package.rpartition(".")[2].replace("_", "-")
    kinds, seen = title_of(title).replies(title), set()
    for seed in range(5):
        draw = random.Random(seed)
        position = PAIRS[package](draw).one
        for _ in range(60):
            side = position.to_move
            if side is None or position.game.id != title:
                break
            if side not in ("dice", position.side):
                shown = position.view(side)
                kind = next((one for one in kinds if step_of(shown) in one.steps), None)
                assert kind is not None, step_of(shown)
                verbs = {text.split()[0] for text in shown["legal_actions"]}
                assert verbs <= set(kind.verbs), kind.id
                seen.add(kind.id)
            position.push(choose(position, draw))
    assert seen or title != "october-war"


RETREAT = {
    "format": 1, "game": "across-suez-1980", "phase": "combat",
    "moved": ["reshef-1", "erez-3", "matt-1", "raviv-1", "sharon"],
    "fought": ["raviv-1"], "attacked": ["16-11"],
    "combat": {"step": "retreat", "hex": "1401", "target": "16-11",
               "attackers": {"raviv-1": "1402"}, "support": False, "result": "Dr"},
}  # fmt: skip


def test_a_captain_that_is_asked_twice_answers_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(captain, "LOOKS", 2)
    position = load("across-suez-1980").position(RETREAT)
    found = {captain.decide(position, 7) for _ in range(2)}
    assert len(found) == 1
    assert found <= set(position.legal_actions())


# Two worlds that a side cannot tell apart


def some_orders(pair: Pair, draw: random.Random) -> tuple[Order, ...]:
    """Return orders for some kinds, most of them for units that stand elsewhere in one world."""
    game = pair.one.game
    title, units, found = game.id, [game.units[u] for u in pair.swapped] or ["", ""], []
    for kind in title_of(title).replies(title):
        verbs = draw.sample(sorted(kind.verbs), draw.randint(1, min(2, len(kind.verbs))))
        named = [draw.choice((*units, *units, "")) for _ in verbs]
        answers = [{"verb": verb, "unit": unit} for verb, unit in zip(verbs, named, strict=True)]
        if draw.random() < 0.1:
            answers = [{"verb": draw.choice((ASK, CAPTAIN))}]
        found.append({"kind": kind.id, "answers": answers})
    return checked(game, draw.sample(found, draw.randint(1, len(found))))


def telling(pair: Pair, one: dict[str, Any], other: dict[str, Any]) -> list[tuple[Order, ...]]:
    """Return orders that name what only one of two views allows."""
    game, found = pair.one.game, []
    kind = kind_of(title_of(game.id).replies(game.id), one)
    for text in {*one["legal_actions"]} ^ {*other["legal_actions"]}:
        verb, unit, *_ = [*text.split(), ""]
        named = {"verb": verb, "unit": unit if unit in game.units else ""}
        found.append(checked(game, [{"kind": kind.id if kind else "", "answers": [named]}]))
    return found


def questions(seed: int) -> tuple[int, int]:
    """Compare whether orders answer, decision by decision; count decisions and those that differ.

    Decisions differ where the enemy could do something else in the other world.
    """
    draw = random.Random(f"questions {seed}")
    pair = PAIRS["october-war"](draw)
    if pair.viewer is None or not pair.swapped:
        return 0, 0
    game, count, differ = pair.one.game, 0, 0
    side = next(one for one in game.sides if one != pair.viewer)
    for _ in range(60):
        if pair.one.to_move is None:
            break
        seen = [position.view(side) for position in (pair.one, pair.other)]
        kind = kind_of(title_of(game.id).replies(game.id), seen[0])
        theirs = kind is not None and (kind.shared or pair.one.side != side)
        if pair.one.to_move == side and theirs:
            count += 1
            differ += seen[0]["legal_actions"] != seen[1]["legal_actions"]
            tried = [some_orders(pair, draw) for _ in range(10)]
            for orders in (*tried, *telling(pair, *seen)):
                found = [answer(orders, one, side, game) for one in seen]
                if set(found) & {ASK, CAPTAIN}:
                    assert found[0] == found[1], "whether somebody is asked tells what is hidden"
        text = choose(pair.one, draw)
        other = fitting(pair, text)
        if other is None:
            break
        before = pair.one.copy(), pair.other.copy()
        pair.one.push(text)
        pair.other.push(other)
        if shows(before[0], pair.one, pair) or shows(before[1], pair.other, pair):
            break
    return count, differ


def test_whether_orders_answer_tells_nothing_of_what_is_hidden() -> None:
    found = [questions(seed) for seed in QUESTIONS]
    assert sum(count for count, _ in found) > 6
    assert any(differ for _, differ in found)


class Sent(Window):
    """What a class of readers is sent: an action and the replies to it are one append."""

    def do_all(self, actions: list[str]) -> None:
        for action in actions:
            before = self.record.position.copy()
            self.record.do(action)
            after = self.record.position
            self.reader.add(before, action, after, len(self.record.actions))
            if after.result is not None:
                self.reader.end(after.result.to_dict())
        sent = self.reader.change()
        self.reader.settle()
        self.texts.append(json.dumps(sent))


def replies(pair: Pair, orders: tuple[Order, ...], side: str) -> tuple[list[str], list[str]] | None:
    """Answer by orders in both worlds; None where one of them shows what was not known."""
    mine: list[str] = []
    its: list[str] = []
    while pair.one.to_move == side:
        found = [
            answer(orders, position.view(side), side, position.game)
            for position in (pair.one, pair.other)
        ]
        if ASK in found or CAPTAIN in found:
            assert found[0] == found[1], "whether somebody is asked tells of what is hidden"
            break
        if not same_to(pair, *found):
            return None  # what he answers is seen, and tells it
        before = pair.one.copy(), pair.other.copy()
        pair.one.push(found[0])
        pair.other.push(found[1])
        if shows(before[0], pair.one, pair) or shows(before[1], pair.other, pair):
            return None
        mine.append(found[0])
        its.append(found[1])
    return mine, its


def look(title: str, seed: int) -> int:
    """Compare both worlds in a game in which the enemy answers by orders; count his answers."""
    draw = random.Random(f"orders {title} {seed}")
    pair = PAIRS[title](draw)
    if pair.one.to_move is None or pair.viewer is None:
        return 0
    game, answered = pair.one.game, 0
    side = next(one for one in game.sides if one != pair.viewer)
    orders = some_orders(pair, draw)
    windows = Sent(pair.one.copy(), pair.viewer), Sent(pair.other.copy(), pair.viewer)
    for _ in range(12):
        if pair.one.to_move is None or pair.other.to_move is None:
            break
        if (pair.one.to_move == side) != (pair.other.to_move == side):
            raise AssertionError("who is to decide tells of what is hidden")
        done = step(pair, draw)
        if done is None:
            break
        more = replies(pair, orders, side)
        if more is None:
            break
        for window, first, rest in zip(windows, done, more, strict=True):
            window.do_all([first, *rest])
        answered += len(more[0])
        assert windows[0].texts == windows[1].texts
    return answered


def test_orders_tell_nothing_of_what_is_hidden() -> None:
    assert sum(look("october-war", seed) for seed in range(FEW)) > 3


@pytest.mark.slow
@pytest.mark.parametrize("title", PAIRS)
def test_orders_tell_nothing_in_many_worlds(title: str) -> None:
    assert sum(look(title, 1000 + seed) for seed in range(MANY // 10)) > 10
