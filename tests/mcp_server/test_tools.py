"""The tools that a model calls, through a client of the protocol in the same process."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import anyio
from mcp import Client

import bridgehead as bh
from bridgehead.mcp_server import host as hosts
from bridgehead.mcp_server.host import Host
from bridgehead.mcp_server.seat import MOST_ACTIONS
from bridgehead.mcp_server.tools import create_server

Ask = Callable[..., Awaitable[Any]]
GAME = "across-suez-1980"


class Talk:
    """Calls tools; what is no error comes back as data."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.game = ""

    async def raw(self, tool: str, **given: Any) -> Any:
        return await self.client.call_tool(tool, given)

    async def ask(self, tool: str, **given: Any) -> Any:
        answer = await self.raw(tool, **({"game_id": self.game} if self.game else {}), **given)
        assert not answer.is_error, answer.content[0].text
        found = answer.structured_content
        return found["result"] if set(found) == {"result"} else found

    async def refused(self, tool: str, **given: Any) -> str:
        answer = await self.raw(tool, **given)
        assert answer.is_error, answer
        return str(answer.content[0].text)


def talk(work: Callable[[Talk], Awaitable[None]], host: Host | None = None) -> None:
    """Let `work` talk to a server in this process."""

    async def main() -> None:
        async with Client(create_server(host or Host(opponent="recruit"))) as client:
            await work(Talk(client))

    anyio.run(main)


def test_the_tools_are_described_and_those_of_one_game_start_none() -> None:
    async def names(kind: Any) -> dict[str, Any]:
        async with Client(create_server(Host(), kind)) as client:
            return {tool.name: tool for tool in (await client.list_tools()).tools}

    every = anyio.run(names, "everything")
    one = anyio.run(names, "one game")
    assert set(every) - set(one) == {"list_games", "new_game", "save_record"}
    for tool in every.values():
        assert tool.description
        assert tool.description.endswith(".")
    assert {name for name, tool in every.items() if not tool.annotations.read_only_hint} == {
        "new_game", "save_record", "act", "resign",
    }  # fmt: skip


def test_a_game_is_played_to_its_end_and_saved(tmp_path: Path) -> None:
    async def play(to: Talk) -> None:
        offered = {each["game"]: each for each in (await to.ask("list_games"))["games"]}
        assert set(offered) == {info.id for info in bh.games()}
        assert offered[GAME]["opponents"][0] == "recruit"
        begun = await to.ask("new_game", game=GAME, side="egypt", seed=5)
        to.game = begun["game_id"]
        over, calls = False, 0
        while not over:
            legal = (await to.ask("legal_actions", limit=1))["actions"]
            last = (await to.ask("legal_actions", offset=0, verb="end"))["actions"]
            answer = await to.ask("act", actions=last or legal)
            assert answer["done"] == 1
            assert "refused" not in answer
            over, calls = answer["over"], calls + 1
        assert calls > 10
        score = await to.ask("score")
        assert score["result"] == answer["result"] is not None
        assert answer["result"]["reason"] in answer["next"]
        log = (await to.ask("history", last=400))["log"]
        assert log[-1] == answer["happened"][-1]
        assert "is over" in await to.refused("act", game_id=to.game, actions=["end"])
        saved = await to.ask("save_record", name="mine")
        record = bh.Record.load(saved["saved"])
        assert record.position.result.to_dict() == score["result"]
        assert record.players == {"israel": "recruit", "egypt": "model"}
        for name in ("../mine", "a/b", "", ".hidden", "x" * 70):
            assert "file name" in await to.refused("save_record", game_id=to.game, name=name)
        assert "exists" in await to.refused("save_record", game_id=to.game, name="mine.json")
        assert [path.name for path in tmp_path.iterdir()] == ["mine.json"]

    talk(play, Host(opponent="recruit", records=tmp_path))


def test_what_is_read_is_what_the_game_says() -> None:
    async def read(to: Talk) -> None:
        assert "How you win" in await to.ask("briefing", game=GAME)
        assert "4.5 " in await to.ask("rules", game=GAME)
        assert (await to.ask("rules", game=GAME, case="4.5")).startswith("[4.5]")
        to.game = (await to.ask("new_game", game=GAME, side="israel", seed=5))["game_id"]
        position = bh.load(GAME).start()
        view = position.view("israel")
        legal = list(view.pop("legal_actions", position.legal_actions()))
        assert await to.ask("view_data") == json.loads(json.dumps(view))
        text = await to.ask("view")
        assert "You play israel" in text
        for unit, place in view["units"].items():
            assert any(unit in line and place in line for line in text.splitlines())
        first = await to.ask("legal_actions", limit=500)
        assert first["actions"] == legal
        assert first["next_offset"] is None
        paged, offset = [], 0
        while offset is not None:
            page = await to.ask("legal_actions", unit="matt-1", verb="move", offset=offset, limit=7)
            paged += page["actions"]
            offset = page["next_offset"]
        assert paged == [text for text in legal if text.startswith("move matt-1 ")]
        told = await to.ask("places", places=["0910"])
        assert "Chinese Farm" in told
        assert "16-4" in told
        assert "n 0909" in told

    talk(read)


def test_refusals_name_the_case_and_odds_are_those_of_the_position() -> None:
    async def fight(to: Talk) -> None:
        to.game = (await to.ask("new_game", game=GAME, side="israel", seed=5))["game_id"]
        wrong = "move reshef-2 0309"
        position = bh.load(GAME).start()
        error = position.why_not(wrong)
        assert error is not None
        asked = await to.ask("why_not", action=wrong)
        assert (asked["legal"], asked["case"], asked["reason"]) == (False, error.case, error.reason)
        assert asked["rule"]
        assert await to.ask("why_not", action="move matt-1 0514") == {"legal": True}
        answer = await to.ask("act", actions=["move matt-1 0514", wrong, "end"])
        assert answer["done"] == 1
        assert answer["refused"]["case"] == error.case
        assert answer["refused"]["action"] == wrong
        assert answer["stopped"]
        position.push("move matt-1 0514")
        assert (await to.ask("view_data"))["units"] == position.view("israel")["units"]
        assert (await to.ask("act", actions=["nonsense 3"]))["refused"]["case"] == "notation"
        assert (await to.ask("odds"))["odds"] is None
        await to.ask("act", actions=["end"])
        position.push("end")
        declared = "attack 0407 with reshef-2"
        odds = (await to.ask("odds", actions=[declared]))["odds"]
        position.push(declared)
        assert odds["column_label"] == position.pending_odds().column_label
        assert odds["results"]
        assert odds["effects"]
        assert "combat" not in await to.ask("view_data")  # it was only tried
        ended = await to.ask("resign")
        assert ended["over"]
        assert ended["result"]["winner"] == "egypt"

    talk(fight)


def test_what_makes_no_sense_is_refused_in_a_sentence(monkeypatch: Any) -> None:
    monkeypatch.setattr(hosts, "MOST_GAMES", 2)

    async def err(to: Talk) -> None:
        start = {"game": GAME, "side": "israel"}
        for wrong, reason in (
            ({"game": "across-suez"}, "unknown game"),
            ({"side": "arab"}, "choose one of israel, egypt"),
            ({"opponent": "admiral"}, "there are recruit, corporal, sergeant"),
            ({"opponent": "general@60"}, "at most 5 seconds"),
            ({"opponent": "captain@5000n"}, "2000 rollouts"),
            ({"opponent": "engine:rm -rf /"}, "no player"),
            ({"options": ["snow"]}, "snow"),
            ({"seed": -1}, "greater than or equal to 0"),
        ):
            assert reason in await to.refused("new_game", **{**start, **wrong})
        assert "start one" in await to.refused("view", game_id="game-9")
        game = (await to.ask("new_game", **start))["game_id"]
        for tool, given, reason in (
            ("places", {"places": ["9999"]}, "written like '0101'"),
            ("legal_actions", {"unit": "rommel"}, "rommel"),
            ("legal_actions", {"verb": "sing"}, "there are"),
            ("legal_actions", {"limit": 10**6}, "500"),
            ("act", {"actions": []}, f"1 to {MOST_ACTIONS}"),
            ("act", {"actions": ["end"] * (MOST_ACTIONS + 1)}, f"1 to {MOST_ACTIONS}"),
            ("act", {"actions": ["move " + "x" * 500]}, "at most 400"),
            ("odds", {"actions": ["end", "end", "end", "end"]}, ""),
            ("save_record", {"name": "mine"}, "--records FOLDER"),
        ):
            assert reason in await to.refused(tool, game_id=game, **given)
        await to.ask("new_game", **start)
        assert "most at once" in await to.refused("new_game", **start)
        await to.ask("resign", game_id=game)
        await to.ask("new_game", **start)  # in the place of the one that is over

    talk(err)
