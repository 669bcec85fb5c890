"""Whatever a side receives depends on nothing that it cannot know: all titles.

At random positions something that a side cannot know is changed: which of the hidden counters
stands where, the secret last turn, a plan. Both worlds are played on with the same actions. Until
one of the changed things is shown by an action, the side must receive the same: view, list of legal
actions, log, refusals, step, who decides, number of actions, pictures, every byte of the server.

`make test` tries a few; at night 10,000 positions of each title (`BRIDGEHEAD_SECRECY` sets another
number).
"""

from __future__ import annotations

import os
import random
from collections import Counter
from typing import Any

import pytest

from bridgehead.core.errors import IllegalAction
from bridgehead.core.kernels.kernel import JIT
from bridgehead.core.titles.games import title_of
from bridgehead.core.titles.layers import About
from bridgehead.server.views import layers
from tests.secrecy import worlds
from tests.secrecy.receive import Page, engine, refusals, serve, told
from tests.secrecy.worlds import PAIRS, Pair, named, shows
from tests.titles.october_war.test_hidden import some_texts

FEW = {"across-suez": 6, "middle-east-battles": 12, "october-war": 15 if JIT else 12}
MANY = int(os.environ.get("BRIDGEHEAD_SECRECY", "10000"))
ONWARD = 8  # actions that both worlds are played on
AGAIN = (7781,)  # seeds; set-ups that were made otherwise, which their end lays open
SERVED = 0.1  # of the positions, over a server too


def fitting(pair: Pair, text: str) -> str | None:
    """Return what looks like an action of the first world in the second one, None if nothing."""
    legal = pair.other.legal_actions()
    words = text.split()
    if pair.swapped and len(words) > 1 and words[1] in pair.one.game.grammar.units:
        units = pair.one.game.units
        u = pair.one.game.grammar.units[words[1]]
        words[1] = units[pair.swapped.get(u, u)]
    for wanted in (" ".join(words), text):
        if wanted in legal and same_to(pair, text, wanted):
            return wanted
    if not len(legal) or pair.one.to_move == pair.viewer:
        return None
    return next((found for found in legal if same_to(pair, text, found)), None)


def same_to(pair: Pair, text: str, other: str) -> bool:
    """Whether the viewer reads the same of both actions, done by counters in the same place."""
    mine, its = (_place(*found) for found in ((pair.one, text), (pair.other, other)))
    if mine != its:
        return False
    return bool(pair.one.public(text, pair.viewer) == pair.other.public(other, pair.viewer))


def _place(position: Any, text: str) -> str:
    """Return where the counter is that an action names."""
    names = [word for word in text.split()[1:2] if word in position.game.units]
    return str(position.units[names[0]]) if names and hasattr(position, "units") else ""


def check(pair: Pair, why: Any) -> None:
    """See that both worlds tell the viewer the same."""
    mine, its = (engine(position, pair.viewer) for position in (pair.one, pair.other))
    for name, value in mine.items():
        assert value == its[name], (name, pair.viewer, why)


def step(pair: Pair, draw: random.Random) -> tuple[str, str] | None:
    """Play one action on in both worlds and compare; None where they part, or nothing fits."""
    text = other = ""
    for _ in range(4):
        text = worlds.choose(pair.one, draw)
        other = fitting(pair, text) or ""
        if other:
            break
    if not other:
        return None
    before = pair.one.copy(), pair.other.copy()
    try:
        pair.one.push(text)
        pair.other.push(other)
    except IllegalAction:  # pragma: no cover
        raise AssertionError((text, other)) from None
    acted = named(pair.one, text), named(pair.other, other)
    ones, others = acted[0] - acted[1], acted[1] - acted[0]
    if worlds.is_laid_open(before[0], pair):
        return None
    if shows(before[0], pair.one, pair, ones) or shows(before[1], pair.other, pair, others):
        return None
    if pair.secrets and (pair.one.result is None) != (pair.other.result is None):
        return None  # the last turn is over
    if (pair.one.result is not None) and (pair.swapped or pair.secrets):
        return None  # now all is turned up
    mine, its = told(before[0], text, pair.viewer), told(before[1], other, pair.viewer)
    assert mine == its, (text, other, pair.viewer, mine, its)
    check(pair, (text, other, [pair.one.game.units[u] for u in pair.swapped]))
    return text, other


def ask(pair: Pair, draw: random.Random) -> list[str]:
    """Ask for refusals; return what was asked."""
    if pair.viewer is None or pair.one.to_move != pair.viewer:
        return []
    if pair.one.game.id == "october-war":
        texts = some_texts(pair.one, pair.viewer, draw, 4)
    else:
        units = draw.sample(list(pair.one.game.units), 3)
        texts = [f"move {unit} {pair.one.units[unit]}" for unit in units] + ["end", "fire"]
    assert refusals(pair.one, texts) == refusals(pair.other, texts)
    return texts


async def over_a_server(pair: Pair, path: list[tuple[str, str]], draw: random.Random) -> None:
    """Play the same on two servers, and compare every byte that the viewer's connection gets."""
    pages = Page(pair.one, pair.viewer), Page(pair.other, pair.viewer)
    seed = draw.randrange(1 << 30)
    for texts in path:
        for page, text in zip(pages, texts, strict=True):
            await page.do(text)
    position = pages[0].session.record.position
    if pair.viewer is not None and position.to_move == pair.viewer:
        on_points = title_of(position.game.id).kind == "points"
        texts = some_texts(position, pair.viewer, draw, 3) if on_points else ["end"]
        for page in pages:
            await page.ask(texts, list(position.game.units)[:2])
    units = draw.sample(list(position.game.units), 3)
    for page in pages:
        await page.ask_layers(units)
    assert pages[0].texts == pages[1].texts
    rest = [await page.rest(random.Random(seed)) for page in pages]
    assert rest[0] == rest[1]


def look(title: str, seed: int, found: Counter[str]) -> None:
    """Compare at one position, and after it."""
    draw = random.Random(f"{title} {seed}")
    pair = PAIRS[title](draw)
    found["differ"] += pair.one != pair.other
    if pair.one.to_move is None:
        return
    start, path = pair.copy(), []
    check(pair, "at once")
    ask(pair, draw)
    for _ in range(ONWARD):
        if pair.one.to_move is None or pair.other.to_move is None:
            break
        done = step(pair, draw)
        if done is None:
            break
        path.append(done)
        found["actions"] += 1
        ask(pair, draw)
    if draw.random() < SERVED:
        serve(over_a_server(start, path, draw))
        found["served"] += 1


@pytest.mark.parametrize("title", PAIRS)
def test_what_is_hidden_changes_nothing_that_is_received(title: str) -> None:
    found: Counter[str] = Counter()
    for seed in range(FEW[title]):
        look(title, seed, found)
    assert found["actions"] > FEW[title]


def compare_layers(title: str, seed: int) -> int:
    """Compare what every layer shows of two worlds; return how many were compared."""
    draw = random.Random(f"layers {title} {seed}")
    pair = PAIRS[title](draw)
    game = pair.one.game
    units = draw.sample(list(game.units), 6)
    about = About(units[0], draw.choice(game.hexes))
    for one in layers.listed(game):
        mine, its = (
            layers.answer(world, pair.viewer, one["id"], about) for world in (pair.one, pair.other)
        )
        assert mine == its, (one["id"], pair.viewer, seed)
    for unit in units:
        mine, its = (
            layers.answer(world, pair.viewer, layers.CONDITIONS, About(unit))
            for world in (pair.one, pair.other)
        )
        assert mine == its, (unit, pair.viewer, seed)
    mine, its = (
        layers.answer(world, pair.viewer, layers.AHEAD, about) for world in (pair.one, pair.other)
    )
    assert mine == its, (about, pair.viewer, seed)
    return int(pair.one != pair.other)


@pytest.mark.parametrize("title", ["october-war"])
def test_what_is_hidden_changes_no_layer(title: str) -> None:
    assert sum(compare_layers(title, seed) for seed in range(4)) > 1


@pytest.mark.slow
@pytest.mark.parametrize("title", PAIRS)
def test_what_is_hidden_changes_no_layer_of_many_positions(title: str) -> None:
    differ = sum(compare_layers(title, seed) for seed in range(100, 300))
    assert differ > 50 or title == "across-suez"  # El Arish hides nothing, Suez only the last turn


@pytest.mark.slow
@pytest.mark.parametrize("seed", AGAIN)
def test_positions_at_which_this_test_was_wrong_once(seed: int) -> None:
    look("october-war", seed, Counter())


@pytest.mark.slow
@pytest.mark.parametrize("part", range(10))
@pytest.mark.parametrize("title", PAIRS)
def test_what_is_hidden_changes_nothing_at_ten_thousand_positions(title: str, part: int) -> None:
    found: Counter[str] = Counter()
    for seed in range(part, MANY, 10):
        look(title, 1000 + seed, found)
    print(title, dict(found))
    assert found["actions"] > MANY // 10
