"""Whatever a tool answers depends on nothing that the model's side cannot know."""

from __future__ import annotations

import json
import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from mcp.server.mcpserver.exceptions import ToolError

from bridgehead.core.kernels.kernel import JIT
from bridgehead.mcp_server.board import gazetteer
from bridgehead.mcp_server.host import Host
from bridgehead.mcp_server.seat import Seat
from bridgehead.mcp_server.tools import Tools
from tests.secrecy.worlds import PAIRS, Pair, shows
from tests.titles.middle_east_battles import games as battles
from tests.titles.october_war.test_hidden import some_texts

SEEDS = {  # of pairs of worlds that differ, the viewer to decide; found once, quickly made
    "october-war": (113, 144, 12, 38, 20, 200, 26, 41) if JIT else (113, 144),
    "suez-56": range(8 if JIT else 2),
}


class Desk:
    """One world, and the tools that play it."""

    def __init__(self, position: Any, side: str) -> None:
        host = Host()
        seat = Seat(position.game, side, "recruit", 1, start=position)
        self.name, _ = host.add(seat)
        self.tools = Tools(host)

    def reading(self, texts: list[str], places: list[str]) -> str:
        """Return everything that can be read, as it is sent."""
        tools, name = self.tools, self.name
        told = [tools.view(name), tools.view_data(name), tools.legal_actions(name, limit=500)]
        told += [tools.history(name), tools.score(name), tools.odds(name)]
        told += [tools.why_not(name, text) for text in texts]
        told += [tools.places(name, places)]
        return json.dumps(told)

    def act(self, text: str) -> str:
        return json.dumps(self.tools.act(self.name, [text]))


def harmless(pair: Pair, draw: random.Random) -> str | None:
    """Return an action of the viewer after which it decides again, knowing no more than before."""
    legal = list(pair.one.legal_actions())
    for text in draw.sample(legal, min(len(legal), 12)):
        trial = pair.copy()
        trial.one.push(text)
        trial.other.push(text)
        same = trial.one.to_move == trial.other.to_move == pair.viewer
        seen = shows(pair.one, trial.one, pair) or shows(pair.other, trial.other, pair)
        if same and not seen:
            return text
    return None


def suez_pair(draw: random.Random) -> Pair:
    """Return two worlds in which the West has written down another last turn; Egypt decides."""
    while True:
        start = battles.scatter("suez", draw.randrange(1 << 30))
        data = {**start.to_dict(), "turn": 8}
        worlds = [start.game.position({**data, "last_turn": last}) for last in (9, 11)]
        if worlds[0].to_move == "egypt":
            return Pair("egypt", *worlds, secrets=True)


MAKERS = {"october-war": PAIRS["october-war"], "suez-56": suez_pair}


def compare(game: str, seed: int, found: Counter[str]) -> None:
    """Compare what both worlds answer, at one position and after some actions."""
    draw = random.Random(f"mcp {game} {seed}")
    pair = MAKERS[game](draw)
    viewer = pair.viewer
    if viewer is None or not pair.one.to_move == pair.other.to_move == viewer:
        return
    found["differ"] += pair.one != pair.other
    desks = Desk(pair.one, viewer), Desk(pair.other, viewer)
    places = [word for word in pair.one.view(viewer)["units"].values() if word in known(pair)][:9]
    texts = ["end", "resign"]
    if game == "october-war":
        texts += some_texts(pair.one, viewer, draw, 4)
    for _ in range(3):
        mine, its = (desk.reading(texts, places) for desk in desks)
        assert mine == its, (game, seed)
        text = harmless(pair, draw)
        if text is None:
            return
        mine, its = (desk.act(text) for desk in desks)
        assert mine == its, (game, seed, text)
        pair.one.push(text)
        pair.other.push(text)
        found["acted"] += 1


def known(pair: Pair) -> set[str]:
    """Return the places of the map."""
    return set(gazetteer(pair.one.game).places)


@pytest.mark.parametrize("game", MAKERS)
def test_what_is_hidden_changes_no_answer(game: str) -> None:
    found: Counter[str] = Counter()
    for seed in SEEDS[game]:
        compare(game, seed, found)
    assert found["differ"] == len(SEEDS[game])
    assert found["acted"] >= len(SEEDS[game])


@pytest.mark.slow
@pytest.mark.parametrize("game", MAKERS)
def test_what_is_hidden_changes_no_answer_at_many_positions(game: str) -> None:
    found: Counter[str] = Counter()
    for seed in range(1000, 2000):
        compare(game, seed, found)
    assert found["differ"] > 100, found


def test_the_record_is_kept_back_while_it_names_what_is_hidden(tmp_path: Path) -> None:
    host = Host(opponent="recruit", records=tmp_path)
    name, _ = host.begin("october-war", "arab", seed=4)
    tools = Tools(host)
    tools.act(name, ["deploy"])
    with pytest.raises(ToolError, match="when the game is over"):
        tools.save_record(name, "early")
    tools.resign(name)
    tools.save_record(name, "late")
    assert [path.name for path in tmp_path.iterdir()] == ["late.json"]


def test_the_other_sides_secrets_are_in_no_answer() -> None:
    """A hidden counter is named nowhere."""
    host = Host(opponent="recruit")
    name, seat = host.begin("october-war", "arab", seed=4)
    tools = Tools(host)
    tools.act(name, ["deploy"])
    view = seat.view()
    unseen = set(seat.game.units) - set(view["units"])
    assert unseen
    told = json.dumps([tools.view(name), tools.view_data(name), tools.history(name),
                       tools.legal_actions(name), tools.score(name)])  # fmt: skip
    words = set(told.replace('"', " ").replace(",", " ").replace(";", " ").split())
    assert not unseen & words
