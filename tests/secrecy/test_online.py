"""What a game between people tells a side, or who watches, depends on nothing that is hidden.

The pairs of worlds are those of `test_secrecy.py`. Each action that both worlds take is one append;
what the class of readers gets must be the same bytes: states, versions, log, earlier positions.
"""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from bridgehead.core.kernels.kernel import JIT
from bridgehead.core.records.record import Record
from bridgehead.core.titles.games import title_of
from bridgehead.online.live.readers import Reader
from bridgehead.render.small_boards import small_units
from bridgehead.server.views import points, positions
from bridgehead.titles.loading import load
from tests.secrecy.receive import serve
from tests.secrecy.test_secrecy import MANY, ONWARD, step
from tests.secrecy.worlds import PAIRS, Pair

FEW = {"across-suez": 3, "middle-east-battles": 6, "october-war": 8 if JIT else 6}


class Window:
    """What a class of readers is sent, action by action."""

    def __init__(self, start: Any, viewer: str | None) -> None:
        self.record = Record(start.game, start=start, program="test")
        self.reader = Reader(viewer, self.record)
        self.reader.settle()
        self.texts = [self.reader.greeting("game", {}), json.dumps(self.reader.state())]

    def do(self, action: str) -> None:
        before = self.record.position.copy()
        self.record.do(action)
        after = self.record.position
        self.reader.add(before, action, after, len(self.record.actions))
        if after.result is not None:
            self.reader.end(after.result.to_dict())
        sent = self.reader.change()
        self.reader.settle()
        if sent is not None:
            self.texts.append(json.dumps(sent))

    async def rest(self) -> list[str]:
        reader = self.reader
        found = [json.dumps(reader.story_data()), json.dumps(reader.state())]
        for number in sorted({0, reader.length}):
            found.append(json.dumps(await reader.state_at(number)))
        position = await reader.position_at(reader.length)
        view = reader.seen(position)
        found.append(small_units(self.record.game, view, reader.viewer))
        if title_of(self.record.game.id).kind == "points":
            found.append(points.picture(self.record.game, view, reader.viewer))
        else:
            found.append(positions.render.svg(positions.scene(position, view, positions.Layers())))
        return found


def look(title: str, seed: int) -> tuple[bool, int]:
    """Compare both worlds; return whether they differed, and how many actions were compared."""
    draw = random.Random(f"online {title} {seed}")
    pair: Pair = PAIRS[title](draw)
    if pair.one.to_move is None:
        return False, 0
    differ, path = pair.one != pair.other, 0
    windows = Window(pair.one.copy(), pair.viewer), Window(pair.other.copy(), pair.viewer)
    for _ in range(ONWARD):
        if pair.one.to_move is None or pair.other.to_move is None:
            break
        done = step(pair, draw)
        if done is None:
            break
        path += 1
        for window, action in zip(windows, done, strict=True):
            window.do(action)
        assert windows[0].texts == windows[1].texts
    rest = [serve(window.rest()) for window in windows]
    assert rest[0] == rest[1]
    return differ, path


@pytest.mark.slow_for("across-suez", "middle-east-battles")
@pytest.mark.parametrize("title", PAIRS)
def test_what_is_hidden_changes_no_byte(title: str) -> None:
    found = [look(title, seed) for seed in range(FEW[title])]
    assert sum(path for _, path in found) > FEW[title]


@pytest.mark.slow
@pytest.mark.parametrize("title", PAIRS)
def test_what_is_hidden_changes_no_byte_at_many_positions(title: str) -> None:
    found = [look(title, 1000 + seed) for seed in range(MANY // 10)]
    assert sum(path for _, path in found) > MANY // 10


def test_a_secret_decision_changes_no_byte_for_others() -> None:
    """Whether and how often somebody decides in secret shows in no state and in no version."""
    draw, hidden = random.Random(1973), 0
    for _ in range(2):
        record = Record(load("october-war"))
        readers = [Reader(side, record) for side in (*record.game.sides, None)]
        for _ in range(20):
            for reader in readers:
                reader.settle()
                reader.roll = {"face": 3}  # as it was seen last
                reader.settle()
            before = record.position.copy()
            legal = before.legal_actions()
            action = legal[draw.randrange(len(legal))]
            record.do(action)
            for reader in readers:
                reader.add(before, action, record.position, len(record.actions))
            unknown = [one for one in readers if not before.public(action, one.viewer)]
            hidden += len(unknown)
            assert [one.change() for one in unknown] == [None] * len(unknown), action
            if draw.random() < 0.3 and record.can_undo():
                record.undo()
                for reader in readers:
                    reader.cut(len(record.actions))
                assert [one.change() for one in unknown] == [None] * len(unknown), action
            for reader in readers:
                reader.change()
    assert hidden > 20
