"""Our players served: every request, every refusal, and that nothing ends the talk."""

from __future__ import annotations

import io
import json
from dataclasses import dataclass
from typing import Any

import pytest

import bridgehead as bh
from bridgehead import players
from bridgehead.core.kernels import compiled
from bridgehead.core.kernels.kernel import JIT
from bridgehead.core.records.record_data import data_of
from bridgehead.core.titles.dataset import DataSet, from_texts
from bridgehead.core.titles.games import game_info, load_with
from bridgehead.engine import serve
from bridgehead.engine.protocol import LONGEST_REQUEST, RequestError, decode, encode, read_line
from bridgehead.engine.serve import Engine
from tests.earlier_data import earlier_data

GAME = "across-suez-1980"
AN_ATTACK = ["end", "attack 0407 with reshef-2 fire"]


def ask(engine: Engine, request: str, **fields: Any) -> dict[str, Any]:
    """Ask as a line does, and return the answer as a line brings it."""
    line = encode({"id": "q", "request": request, **fields})
    answer = json.loads(encode(engine.answer_line(line.rstrip(b"\n"))))
    assert answer.pop("id") == "q"
    return dict(answer)


def refused(answer: dict[str, Any], kind: str, *words: str) -> None:
    assert list(answer) == ["error"]
    assert answer["error"]["kind"] == kind
    for word in words:
        assert word in answer["error"]["reason"]


def talk(engine: Engine, *lines: bytes) -> list[dict[str, Any]]:
    """Run a whole conversation."""
    sink = io.BytesIO()
    engine.run(io.BytesIO(b"".join(lines)), sink)
    return [json.loads(line) for line in sink.getvalue().splitlines()]


# A thinking player of the shape that `players.thinker` has


@dataclass(frozen=True)
class FakeLine:
    action: str
    plan: tuple[str, ...]
    chance: float
    looks: int


@dataclass(frozen=True)
class FakeThought:
    side: str
    lines: tuple[FakeLine, ...]
    looks: int
    seconds: float

    @property
    def best(self) -> FakeLine:
        return self.lines[0]


class FakeThinker:
    def __init__(self, game: bh.Game, name: str, seed: int | None) -> None:
        self.game, self.name, self.seed = game, name, seed
        self.limits: list[float | None] = []

    def limit(self, seconds: float | None) -> None:
        self.limits.append(seconds)

    def choose(self, position: bh.Position) -> str:
        return self.think(position).best.action

    def think(self, position: bh.Position) -> FakeThought:
        side = str(position.to_move)
        actions = list(position.legal_actions())[:3]
        lines = tuple(FakeLine(a, (a, "end"), 0.5 - i / 10, 8) for i, a in enumerate(actions))
        return FakeThought(side, lines, 24, 0.25)

    def chance(self, position: bh.Position, looks: int = 32) -> float:
        return 0.75 if position.to_move != "dice" else 0.25


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Put a thinking player "fake" into every game; return what players are made."""
    names: list[str] = []
    create, known, check = players.create, players.names, players.check

    def fake(game: bh.Game, name: str, seed: int | None = None, threads: int = 1) -> Any:
        names.append(name)
        fake_check(game.id, name)
        if name.partition("@")[0] != "fake":
            return create(game, name, seed)
        return FakeThinker(game, name, seed)

    def fake_check(game_id: str, name: str) -> tuple[str, float | None, int | None]:
        rank, seconds, looks = check(game_id, name.replace("fake", "captain"))
        return rank.replace("captain", "fake"), seconds, looks

    monkeypatch.setattr(serve.players, "create", fake)
    monkeypatch.setattr(serve.players, "check", fake_check)
    monkeypatch.setattr(serve.players, "names", lambda game_id: (*known(game_id), "fake"))
    monkeypatch.setattr(serve, "THINKERS", ("fake",))
    return names


# The requests


def test_hello() -> None:
    told = ask(Engine("sergeant"), "hello", protocol=1)
    assert (told["protocol"], told["name"], told["version"]) == (
        1, "Bridgehead sergeant", bh.__version__
    )  # fmt: skip
    games = {game["id"]: game for game in told["games"]}
    assert list(games) == [info.id for info in bh.games()]
    assert games[GAME]["sides"] == ["israel", "egypt"]
    assert games[GAME]["players"] == list(players.names(GAME))
    assert "commandos" in games["across-suez-reprint"]["options"]
    refused(ask(Engine(), "hello", protocol=2), "protocol", "protocol 1")


@pytest.mark.plain
def test_a_game_move_by_move() -> None:
    engine = Engine("recruit", seed=3)
    assert ask(engine, "new", game=GAME) == {"to_move": "israel", "turn": 1, "phase": "movement"}
    position = bh.load(GAME).start()
    assert ask(engine, "legal") == {"to_move": "israel", "legal": list(position.legal_actions())}
    action = ask(engine, "choose")["action"]
    assert action == players.create(position.game, "recruit", 3).choose(position)
    after = ask(engine, "play", actions=AN_ATTACK)
    assert after == {"to_move": "dice", "turn": 1, "phase": "combat"}
    assert ask(engine, "legal")["legal"] == [f"roll {face}" for face in range(1, 7)]
    refused(ask(engine, "choose"), "dice", "roll 4")
    after = ask(engine, "play", actions=["roll 6"])
    over = ask(engine, "play", actions=["resign"])
    assert (over["to_move"], over["result"]["ending"]) == (None, "resigned")
    refused(ask(engine, "choose"), "over")


def test_a_position_as_a_record_and_as_data() -> None:
    record = bh.Record.new(bh.load("across-suez-reprint", commandos=True), seed=5, dice="seeded")
    for _ in range(4):
        record.do(record.position.legal_actions()[0])
    engine = Engine("sergeant")
    assert ask(engine, "position", **record.to_dict())["phase"] == record.position.phase
    legal = list(record.position.legal_actions())
    assert ask(engine, "legal")["legal"] == legal
    data = {"game": record.game.id, "options": ["commandos"]}
    start = record.position.to_dict()
    assert ask(engine, "legal", **data, start=start)["legal"] == legal
    assert ask(engine, "legal", **data, start=start, actions=[legal[0]])["legal"] != legal
    assert ask(engine, "legal")["legal"] == legal  # that was for one question only
    assert ask(engine, "choose", game=GAME)["action"] in bh.load(GAME).start().legal_actions()


def test_data_of_ones_own() -> None:
    engine = Engine()
    text = game_info(GAME).data.own_text("units.toml").replace("strength = 3", "strength = 9", 1)
    own = bh.load(GAME, data=from_texts(game_info(GAME).data, {"units.toml": text}))
    assert ask(engine, "new", game=GAME, **data_of(own))["to_move"] == "israel"
    assert engine._position is not None
    assert engine._position.game == own
    assert ask(engine, "legal")["legal"]
    assert ask(engine, "new", game=GAME)["to_move"] == "israel"
    assert engine._position.game == bh.load(GAME)
    refused(ask(engine, "new", game=GAME, data={"files": {"units.toml": "x = 1"}}), "data", "unit")
    hostile = "a" + ".a" * 20_000 + "=1"
    refused(ask(engine, "new", game=GAME, data={"files": {"units.toml": hostile}}), "data", "limit")
    refused(ask(engine, "new", game=GAME, map={"text": hostile}), "map", "limit")
    refused(ask(engine, "new", game=GAME, data="mine"), "request", '"data"')


def test_a_map_of_ones_own() -> None:
    own = bh.load(GAME)
    text = own.map.text.replace(own.map.name, "Another map", 1)
    engine = Engine("recruit")
    told = ask(engine, "new", game=GAME, map={"text": text})
    assert told["to_move"] == "israel"
    refused(ask(engine, "new", game=GAME, map={"text": "no map"}), "map")
    refused(ask(engine, "new", game=GAME, map="mine"), "request", '"map"')


@pytest.mark.parametrize(
    ("player", "seconds", "expected"),
    [
        (None, None, "fake"),
        (None, 0.5, "fake"),
        ("fake@2", 0.5, "fake@2"),
        ("fake@300n", 500, "fake@300n"),
        ("recruit", 0.5, "recruit"),
    ],
)
def test_who_thinks_and_for_how_long(
    made: list[str], player: str | None, seconds: float | None, expected: str
) -> None:
    engine = Engine(player, seed=1)
    ask(engine, "new", game=GAME)
    fields = {} if seconds is None else {"seconds": seconds}
    answer = ask(engine, "choose", **fields)
    assert made[-1] == expected
    assert answer["action"] in bh.load(GAME).start().legal_actions()
    count = len(made)
    ask(engine, "choose", seconds=0.25)
    assert len(made) == count  # a player goes on where it was, whatever time there is left
    if expected != "recruit":
        (playing,) = engine._players.values()
        told = None if seconds is None else min(seconds, players.MOST_SECONDS)
        assert playing.limits == [told, 0.25]


def test_what_a_thinking_player_tells(made: list[str]) -> None:
    engine = Engine("fake", seed=1)
    ask(engine, "new", game=GAME)
    first, second = list(bh.load(GAME).start().legal_actions())[:2]
    best = {"action": first, "plan": [first, "end"], "chance": 0.5, "looks": 8}
    assert ask(engine, "choose") == {"action": first}
    assert ask(engine, "choose", tell=True) == {**best, "looks": 24, "seconds": 0.25}
    assert list(ask(engine, "choose", tell=True, player="recruit")) == ["action"]
    refused(ask(engine, "choose", tell=1), "request", "true or false")
    found = ask(engine, "analyse", lines=2)
    assert (found["side"], found["looks"], found["seconds"]) == ("israel", 24, 0.25)
    assert found["lines"][0] == best
    assert [line["action"] for line in found["lines"]] == [first, second]
    assert len(ask(engine, "analyse")["lines"]) == 3
    assert ask(engine, "chance", looks=4) == {
        "chance": {"israel": 0.75, "egypt": 0.25}, "looks": 4
    }  # fmt: skip
    refused(ask(engine, "chance", looks=0), "request", "looks")
    refused(ask(engine, "choose", player="fake@never"), "player", "after the @")
    refused(ask(engine, "analyse", player="recruit"), "player", "does not look ahead")
    ask(engine, "new", game=GAME, player="recruit")
    assert ask(engine, "analyse")["lines"][0] == best  # nobody was named: the strongest does
    assert made


def test_the_dice_can_be_judged(made: list[str]) -> None:
    engine = Engine("fake")
    found = ask(engine, "chance", game=GAME, actions=AN_ATTACK)
    assert found["chance"] == {"israel": 0.25, "egypt": 0.75}
    assert made


def test_a_new_game_gets_its_player_and_its_rules_ready(
    made: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    built: list[str] = []
    monkeypatch.setattr(compiled, "build", lambda unit, tell=None: built.append(unit))
    ask(Engine("fake@2"), "new", game=GAME, side="egypt")
    assert made == ["fake@2"]
    assert "bridgehead.titles.across_suez" in built


def test_a_player_of_a_request_stays(made: list[str]) -> None:
    engine = Engine("recruit", seed=1)
    ask(engine, "new", game=GAME, player="fake")
    assert "plan" in ask(engine, "choose", tell=True)
    assert "plan" not in ask(engine, "choose", tell=True, player="recruit")
    assert "plan" in ask(engine, "choose", tell=True)
    assert made


def test_seeds() -> None:
    choices = []
    for seed in (7, 7, 8):
        engine = Engine("recruit")
        ask(engine, "new", game=GAME, seed=seed)
        choices.append([ask(engine, "choose")["action"] for _ in range(8)])
    assert choices[0] == choices[1] != choices[2]


@pytest.mark.skipif(not JIT, reason="thinking takes too long in plain Python")
def test_a_captain_is_the_same_behind_the_protocol() -> None:
    game = bh.load(GAME)
    engine, here = Engine("captain@20n", threads=2), players.create(game, "captain@20n", 4)
    ask(engine, "new", game=GAME, seed=4)
    position = game.start()
    for _ in range(4):
        action = ask(engine, "choose", view=position.view(position.to_move))["action"]
        assert action == here.choose(position)
        position.push(action)
    ask(engine, "position", start=position.to_dict())
    told = ask(engine, "choose", tell=True)
    assert told["plan"][0] == told["action"]
    assert 0 <= told["chance"] <= 1
    assert told["looks"] >= 1
    lines = ask(engine, "analyse")["lines"]
    assert len({tuple(line["plan"]) for line in lines}) == len(lines)
    assert all(line["action"] in position.legal_actions() for line in lines)
    chance = ask(engine, "chance", looks=4)["chance"]
    assert sum(chance.values()) == pytest.approx(1)


# Refusals


@pytest.mark.parametrize(
    ("request_", "fields", "kind", "words"),
    [
        ("sing", {}, "request", ["'sing'", "hello, new"]),
        ("new", {"options": ["commandos"]}, "option", ["no option"]),
        ("new", {"game": 7}, "request", ['"game" is 7']),
        ("new", {"game": "across-suez-1981"}, "game", ["did you mean"]),
        ("new", {"game": GAME, "options": ["commandos"]}, "option", ["no option"]),
        ("new", {"game": GAME, "options": ["map"]}, "option", ["no option"]),
        ("new", {"game": GAME, "options": "commandos"}, "request", ["a list of texts"]),
        ("new", {"game": GAME, "side": "syria"}, "request", ["israel, egypt"]),
        ("new", {"game": GAME, "seed": -1}, "request", ["seed"]),
        ("new", {"game": GAME, "seed": 2**80}, "request", ["seed"]),
        ("new", {"game": GAME, "seed": True}, "request", ["seed"]),
        ("new", {"game": GAME, "player": "colonel"}, "player", ["colonel"]),
        ("new", {"game": GAME, "player": "engine:rm"}, "player", ["engine:rm"]),
        ("play", {"actions": ["move sharon 0910"]}, "action", ["enemy"]),
        ("play", {"actions": "end"}, "request", ["a list of texts"]),
        ("play", {"actions": ["end", "end", "charge"]}, "action", []),
        ("position", {"start": {"game": GAME, "turn": 9}}, "position", ["turn"]),
        ("position", {"start": {"game": GAME, "units": {"sharon": []}}}, "position", []),
        ("position", {"start": []}, "position", []),
        ("position", {"game": "october-war", "start": {"game": GAME}}, "position", ["october-war"]),
        ("position", {"actions": ["charge"]}, "action", ["charge"]),
        ("choose", {"seconds": 0}, "request", ["seconds"]),
        ("choose", {"seconds": "2"}, "request", ["seconds"]),
        ("choose", {"side": "egypt"}, "side", ["israel is to decide"]),
        ("choose", {"view": 3}, "position", ["must be an object"]),
        ("choose", {"legal": ["end now"]}, "view", ["does not match the legal actions"]),
        ("choose", {"player": "engine:rm"}, "player", []),
        ("analyse", {"player": "sergeant"}, "player", ["does not look ahead"]),
        ("analyse", {"player": "colonel"}, "player", ["colonel"]),
        ("choose", {"player": "recruit@2"}, "player", ["recruit@2"]),
        ("choose", {"player": "captain@0"}, "player", ["captain@0"]),
        ("choose", {"player": "recruit", "seconds": -1}, "request", ["seconds"]),
        ("chance", {"looks": "many"}, "request", ["looks"]),
        ("chance", {"view": {"hidden": {"tasa": 1}}}, "view", ["without hidden facts"]),
    ],
)
def test_what_is_refused(
    request_: str, fields: dict[str, Any], kind: str, words: list[str]
) -> None:  # fmt: skip
    engine = Engine("recruit", seed=1)
    before = ask(engine, "new", game=GAME)
    refused(ask(engine, request_, **fields), kind, *words)
    assert ask(engine, "play", actions=[]) == before  # nothing has changed


def test_an_illegal_action_has_its_case() -> None:
    engine = Engine("recruit")
    ask(engine, "new", game=GAME)
    error = ask(engine, "play", actions=["move sharon 0910"])["error"]
    assert (error["kind"], error["case"]) == ("action", "4.3")


def test_before_there_is_a_game() -> None:
    for request in ("legal", "choose", "analyse", "chance"):
        refused(ask(Engine(), request), "position", "`new`")
    refused(ask(Engine(), "play", actions=[]), "position")
    refused(ask(Engine(), "new"), "request", '"game" is missing')


def test_a_fault_of_ours_does_not_end_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(_: str) -> None:
        raise ZeroDivisionError("by zero")

    engine = Engine("recruit")
    with monkeypatch.context() as patch:
        patch.setattr(serve.players, "names", broken)
        refused(ask(engine, "hello"), "internal", "ZeroDivisionError: by zero")
    assert "ZeroDivisionError" in capsys.readouterr().err
    assert ask(engine, "hello")["protocol"] == 1


# Lines


def test_a_whole_talk() -> None:
    answers = talk(
        Engine("recruit", 1),
        b'{"id": 1, "request": "hello"}\r\n',
        b"\n   \n",
        b"nonsense\n",
        b"[1]\n",
        b"\xff\n",
        b'{"id": NaN, "request": "hello"}\n',
        b'{"request": "hello"}\n',
        b'{"id": 2.5, "request": "hello"}\n',
        b'{"id": true, "request": "hello"}\n',
        b"[" * 100_000 + b"\n",
        b'{"id": 1' + b"0" * 5000 + b"}\n",
        b'{"id": "x" , "request": "new", "game": "across-suez-1980"}\n',
        b'{"id": -3, "request": "quit"}\n',
        b'{"id": 9, "request": "hello"}\n',
    )
    ids = [answer["id"] for answer in answers]
    assert ids == [1, None, None, None, None, None, None, None, None, None, "x", -3]
    errors = [answer["error"]["kind"] for answer in answers if "error" in answer]
    assert errors == ["json"] * 4 + ["request"] * 3 + ["json"] * 2


def test_the_end_of_input_ends_it() -> None:
    assert [answer["id"] for answer in talk(Engine(), b'{"id": 1, "request": "hello"}')] == [1]
    assert talk(Engine()) == []


def test_long_lines_are_refused_and_passed_over() -> None:
    long = b'{"id": 1, "x": "' + b"a" * LONGEST_REQUEST + b'"}\n'
    first, second = talk(Engine(), long, b'{"id": 2, "request": "hello"}\n')
    assert (first["id"], first["error"]["kind"]) == (None, "too long")
    assert second["id"] == 2
    (only,) = talk(Engine(), long.rstrip())
    assert only["error"]["kind"] == "too long"


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b""])
def test_the_longest_line(end: bytes) -> None:
    assert read_line(io.BytesIO(b"a" * 9 + end), 10) == b"a" * 9
    with pytest.raises(RequestError, match="10 bytes at most"):
        read_line(io.BytesIO(b"a" * 12 + end + b"next"), 10)


def test_lines_are_pure_json() -> None:
    line = encode({"id": "ä\n", "x": "\ud800"})
    assert line.count(b"\n") == 1
    assert decode(line)["id"] == "ä\n"
    with pytest.raises(ValueError, match="JSON compliant"):
        encode({"id": 1, "chance": float("nan")})


@pytest.mark.parametrize("title", ["el-arish-67", "october-war"])
def test_data_of_an_earlier_version_are_named_by_their_digest(title: str) -> None:
    with earlier_data(title) as former:
        is_played_with(former, title)


def is_played_with(former: DataSet, title: str) -> None:
    then = load_with(title, (), data=former)
    engine = Engine()
    assert data_of(then)["data"] == {"digest": former.digest}  # what a player of ours sends
    ask(engine, "new", game=title, **data_of(then))
    assert engine._position is not None
    assert engine._position.game == then
    record = bh.Record.new(then)
    ask(engine, "position", **record.to_dict())
    assert engine._position.game == then
    view = then.start().view(str(then.start().to_move))
    refused(ask(engine, "legal", game=title, view=view), "position", "differ")


def test_data_that_nobody_knows_are_refused() -> None:
    engine = Engine()
    unknown = {"digest": "0" * 64}
    refused(ask(engine, "new", game=GAME, data=unknown), "request", "digest '0000")
    refused(ask(engine, "new", game=GAME, map=unknown), "request", "digest '0000")
    assert engine._position is None
