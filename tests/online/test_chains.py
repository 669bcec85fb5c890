"""Dice that both players can check: nobody steers them, and everybody can recompute them."""

from __future__ import annotations

import contextlib
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from starlette.testclient import TestClient

from bridgehead.cli import main
from bridgehead.cli.game_commands import verify
from bridgehead.core.dice import dice as core_dice
from bridgehead.core.dice.verifiable import DiceHistory, header_of, link_before, words_of
from bridgehead.core.errors import InvalidRecord
from bridgehead.core.records.record import Record
from bridgehead.core.records.record_schema import schema
from bridgehead.online.dice import after_a_backup, verifiable
from bridgehead.online.dice.sealed import Seal
from bridgehead.online.games import games
from bridgehead.server.games.persistence import seal_of
from tests.online.chains import ChainSeat, before, chain, header, roll
from tests.online.conftest import SEAL, Person, client_of, opened

pytestmark = pytest.mark.plain

TITLE = "across-suez-1980"
SIDES = ["israel", "egypt"]
UP_TO_THE_ROLL = ["end", "attack 0708", "with reshef-3", "fire"]
NODE = Path(sys.prefix) / "bin/node"
SCRIPT = Path(verifiable.__file__).parents[2] / "web/js/online/chain.js"


class Hall:
    """A server by HTTPS, as far as the dice know, with a game of Anna (Israel) and Bert."""

    def __init__(self, client: TestClient) -> None:
        self.client = client
        client.app.state.server.seal.chained = True
        self.anna, self.bert = Person(client, "Anna"), Person(client, "Bert")
        self.game = self.anna.challenge("israel")
        self.bert.join(self.game)

    @contextlib.contextmanager
    def seats(self, *, alone: bool = True) -> Iterator[tuple[ChainSeat, ChainSeat]]:
        with self.anna.sits(self.game) as one, self.bert.sits(self.game) as two:
            here = ChainSeat(one, "anna", alone=alone)
            there = ChainSeat(two, "bert", alone=alone)
            if alone:
                settle(here, there)
            yield here, there

    def live(self) -> Any:
        return self.client.app.state.server._games[self.game].memory

    def make_strict(self) -> None:
        with self.client.app.state.server.database.writing() as connection:
            connection.exec_driver_sql("UPDATE dice SET mode = 'strict'")

    def secret(self) -> str:
        return str(self.live().dice.secret)

    def trail(self) -> dict[str, Any]:
        answer = self.anna.get(f"/api/saved/{self.game}/dice")
        assert answer.status_code == 200, answer.text
        return dict(answer.json())

    def record(self) -> dict[str, Any]:
        return dict(self.bert.get(f"/api/saved/{self.game}/record").json())


@pytest.fixture
def hall(lite: str) -> Iterator[Hall]:
    with client_of(lite) as client:
        yield Hall(client)


def settle(here: ChainSeat, there: ChainSeat) -> None:
    """Let both give what is wanted, until nothing is."""
    here.until(lambda: all(here.dice["anchors"].values()))
    here.give()
    there.until(lambda: all(there.dice["anchors"].values()))
    there.give()


def play(seat: ChainSeat, *actions: str) -> None:
    for action in actions:
        answer = seat.do(action)
        assert answer["ok"], answer


def rolls(hall: Hall) -> list[tuple[int, str]]:
    entries = [entry for entry in hall.live().history.actions if entry.startswith("roll ")]
    return list(enumerate(entries, start=1))


def head(hall: Hall) -> str:
    anchors = [f"israel {chain('anna')[0]}", f"egypt {chain('bert')[0]}"]
    commitment = core_dice.commitment_to(hall.secret())
    return header(hall.game, TITLE, commitment, *anchors)


def test_vectors() -> None:
    assert before("00" * 32) == link_before("00" * 32)
    anchors = {"israel": "11" * 32, "egypt": ""}
    found = header_of("g", TITLE, "cc" * 32, anchors)
    assert found == header("g", TITLE, "cc" * 32, "israel " + "11" * 32, "egypt none")
    words = words_of(found).split()
    assert len(words) == 6
    assert words != words_of(header_of("h", TITLE, "cc" * 32, anchors)).split()


@pytest.mark.parametrize("outcomes", [1, 2, 3, 6, 7, 10, 100, 255, 256])
def test_every_outcome_has_as_many_bytes(monkeypatch: pytest.MonkeyPatch, outcomes: int) -> None:
    class Fixed:
        byte = 0

        def __init__(self, key: bytes, message: bytes, kind: object) -> None:
            self.first = message.endswith(b"|0")

        def digest(self) -> bytes:
            if not self.first:
                raise LookupError
            return bytes([self.byte])

    monkeypatch.setattr(core_dice.hmac, "new", Fixed)
    counts = [0] * outcomes
    for Fixed.byte in range(256):
        with contextlib.suppress(LookupError):
            counts[core_dice.derived_draw("key", 1, (), outcomes)] += 1
    assert set(counts) == {256 // outcomes}


def test_a_game_with_checked_dice(url: str, tmp_path: Path) -> None:
    with client_of(url) as client:
        hall = Hall(client)
        with hall.seats(alone=False) as (here, there):
            published = here.dice["commitment"]
            assert here.dice["want"] == there.dice["want"] == "anchor"
            assert here.hello["record"]["dice"] == {"kind": "chained"}
            assert here.hand("anchor")["ok"]
            assert here.dice["want"] == ""  # the first link waits for the other's anchor
            assert not here.hand("link", link=here.chain[1])["ok"]
            play(here, *UP_TO_THE_ROLL)  # no link is due before all is fixed
            there.until(lambda: there.state["toMove"] == "dice")
            assert there.dice["owes"] == ["egypt"]  # so nothing is rolled
            assert hall.live().owes == ("egypt",)
            there.give()
            here.until(lambda: here.dice["want"] == "link")
            here.give()  # and now it is
            here.until(lambda: here.state["roll"] is not None)
            there.until(lambda: there.state["roll"] is not None)
            links = [here.chain[1], there.chain[1]]
            expected = roll(hall.secret(), 1, head(hall), links)
            assert rolls(hall) == [(1, f"roll {expected + 1}")]
            assert hall.live().dice.chains.strength == "checked"
            told = json.dumps([here.state, there.state, here.hello, there.hello])
            assert hall.secret() not in told
            assert here.chain[1] not in json.dumps(there.state)  # it would count decisions
            assert hall.anna.get(f"/api/saved/{hall.game}/dice").status_code == 409
            assert there.call(type="resign")["ok"]
        trail = hall.trail()
        assert trail["secrets"] == [{"commitment": published, "secret": hall.secret()}]
        path = tmp_path / "record.json"
        path.write_text(json.dumps(hall.record()))
        Draft202012Validator(schema()).validate(hall.record())
        found = verify._verify(str(path), json.loads(path.read_text()))
        assert "follow from it and the chains of the players" in " ".join(found.checked)
        assert f"the six words of these dice are: {words_of(head(hall))}" in found.checked
        # a side that resigns when the other is to decide does no action that rules could check
        assert all("Egypt resigned" in one for one in found.unchecked)


@pytest.mark.slow
def test_the_record_of_another_roll_is_refused_and_not_played_on(hall: Hall) -> None:
    with hall.seats() as (here, there):
        play(here, *UP_TO_THE_ROLL)
        assert here.call(type="offer", what="draw")["ok"]
        there.until(lambda: there.state["offer"] is not None)
        there.call(type="answer", answer="accept", version=there.state["version"])
    data = hall.record()
    (end,) = Record.from_dict(data).verify().unchecked  # the players ended it, not the rules
    assert "agreed to a draw" in end
    data = {name: value for name, value in data.items() if name not in ("ending", "result")}
    record = Record.from_dict(data)
    assert "of a server" in seal_of(record)
    with pytest.raises(InvalidRecord, match="of a server"):
        record._draw(6)
    text = next(action for action in data["actions"] if action.startswith("roll"))
    other = f"roll {int(text[-1]) % 6 + 1}"
    data["actions"] = [*data["actions"][: data["actions"].index(text)], other]
    with pytest.raises(InvalidRecord, match=f"{other}.*gave {text[-1]}"):
        Record.from_dict(data).verify()


def test_links_can_be_neither_chosen_nor_withheld(hall: Hall) -> None:
    with hall.seats() as (here, there):
        move = here.a_move()
        for link in (None, "", 7, "zz" * 32, here.chain[1], here.chain[3], there.chain[2]):
            answer = here.do(move, link=link)
            assert answer["error"]["kind"] == "illegal", link
        assert here.call(type="plan", actions=[move], at=0, version=here.state["version"])["error"][
            "text"
        ].endswith("64 hex digits")
        link = here.next
        assert here.do("move matt-1 0101")["error"]["kind"] == "illegal"  # a link was shown
        assert here.next == link  # the next action has the same one: refusing rolls nothing anew
        assert here.do("end", key="k" * 16)["ok"]
        assert here.do("end", key="k" * 16, link=link)["ok"]  # resent
        assert here.do("attack 0708", link=link)["error"]["kind"] == "illegal"  # used
        assert not here.hand("link")["ok"]  # no link without an action, in a game that is not live
        play(here, *UP_TO_THE_ROLL[1:])
        links = [here.chain[5], there.chain[1]]
        assert rolls(hall) == [(1, f"roll {roll(hall.secret(), 1, head(hall), links) + 1}")]


@pytest.mark.slow
def test_what_was_taken_back_is_counted(hall: Hall) -> None:
    with hall.seats() as (here, there):
        play(here, *UP_TO_THE_ROLL)
        first = hall.live().history.actions[-1]
        assert here.call(type="offer", what="takeback")["ok"]
        there.until(lambda: there.state["offer"] is not None)
        there.call(type="answer", answer="accept", version=there.state["version"])
        here.until(lambda: here.state["mine"] and here.state["roll"] is None)
        hall.live()  # `fire` is to be decided again
        play(here, "fire")
        links = [here.chain[6], there.chain[1]]
        second = roll(hall.secret(), 2, head(hall), links)
        assert hall.live().history.actions[-1] == f"roll {second + 1}"
        here.call(type="resign")
    data = hall.record()
    events = [one for one in data["dice"]["events"] if one["kind"] == "roll"]
    assert [one.get("at") for one in events] == [None, 5]
    assert events[0]["text"] == first
    found = Record.from_dict(data).verify()
    assert "taken back, and also correct: 1" in " ".join(found.checked)
    events[0]["gave"] = (events[0]["gave"] + 1) % 6  # of a roll that does not stand any more
    with pytest.raises(InvalidRecord, match="event"):
        Record.from_dict(data).verify()


@pytest.mark.slow
def test_a_lost_chain_counts_again_after_the_opponents_next_link(hall: Hall) -> None:
    with hall.seats() as (here, there):
        play(here, "end", "attack 0708")
        here.chain = chain("anna's other browser")
        assert not here.do("with reshef-3", link=here.chain[1])["ok"]
        assert here.hand("anchor")["ok"]
        assert not here.hand("anchor")["ok"]  # the same again
        assert here.dice["renewed"] == {"israel": 1, "egypt": 0}
        play(here, "with reshef-3", "fire")
        assert rolls(hall) == [
            (1, f"roll {roll(hall.secret(), 1, head(hall), ['', there.chain[1]]) + 1}")
        ]
        assert hall.live().dice.chains.links == ("", there.chain[1])
        while hall.live().record.position.to_move != "egypt":
            legal = hall.live().record.position.legal_actions()
            play(here, "end" if "end" in legal else legal[0])
        there.until(lambda: there.state["mine"])
        decision = hall.live().record.position.legal_actions()
        play(there, "end" if "end" in decision else decision[0])
        assert "" not in hall.live().dice.chains.links
        here.call(type="resign")
    told = " ".join(Record.from_dict(hall.record()).verify().checked)
    assert "israel began 1 more chains" in told
    assert "were made without the chain of a player" in told


def test_no_action_becomes_stale_by_what_browsers_give(hall: Hall) -> None:
    with hall.seats(alone=False) as (here, there):
        known = {"at": here.state["at"], "version": here.state["version"]}
        there.hand("anchor")
        here.until(lambda: here.dice["anchors"]["egypt"])
        assert here.state["version"] == known["version"]
        assert here.do(here.a_move(), **known)["ok"]
        assert here.state["version"] == known["version"] + 1


def test_strict_dice_need_a_link_of_the_other_for_each_roll(hall: Hall) -> None:
    hall.make_strict()
    with hall.seats() as (here, there):
        play(here, *UP_TO_THE_ROLL)
        assert here.state["toMove"] == "dice"
        assert (here.dice["owes"], here.dice["want"]) == (["egypt"], "")
        there.until(lambda: there.dice["want"] == "link")
        assert hall.live().owes == ("egypt",)
        ticket = there.dice["ticket"]
        assert here.dice["ticket"] == ""
        assert not here.hand("link")["ok"]  # it is not for the one who acted
        assert not there.hand("link", ticket="00" * 32)["ok"]
        assert not there.hand("link", link=there.chain[3])["ok"]
    with hall.seats() as (here, there):  # after a break it is wanted again, for the same ticket
        assert there.asked[0] == f"link {ticket}"
        here.until(lambda: here.state["roll"] is not None)
        links = [here.chain[5], there.chain[2]]
        assert rolls(hall) == [(1, f"roll {roll(hall.secret(), 1, head(hall), links) + 1}")]
        assert not there.hand("link", link=there.chain[3], ticket=ticket)["ok"]  # once for each
        assert hall.live().dice.chains.strength == "strict"
        here.call(type="resign")
    trail = hall.trail()
    link = next(event for event in trail["events"] if event.get("ticket"))
    assert link["ticket"] == ticket
    DiceHistory(trail, SIDES)
    link["after"] = "00" * 32  # another attack than the link was given for
    with pytest.raises(InvalidRecord, match="ticket"):
        DiceHistory(trail, SIDES)
    trail["events"].remove(link)
    with pytest.raises(InvalidRecord, match="without the required link of egypt"):
        DiceHistory(trail, SIDES)


def test_without_chains_the_dice_are_sealed(hall: Hall) -> None:
    with hall.seats(alone=False) as (here, there):
        here.hand("anchor")
        there.hand("anchor", anchor="none")
        here.until(lambda: here.dice["want"] == "link")
        assert here.dice["strength"] == "sealed"
        here.give()
        play(here, *UP_TO_THE_ROLL)
        commitment = here.dice["commitment"]
        anchors = [f"israel {here.chain[0]}", "egypt none"]
        found = header(hall.game, TITLE, commitment, *anchors)
        expected = roll(hall.secret(), 1, found, [here.chain[5], ""])
        assert rolls(hall) == [(1, f"roll {expected + 1}")]
        assert hall.live().dice.chains.strength == "sealed"
        for anchor in ("none", "", None, "ab", 7):
            assert not there.hand("anchor", anchor=anchor)["ok"]


def test_without_https_there_are_no_chains(client: TestClient) -> None:
    anna, bert = Person(client, "Anna"), Person(client, "Bert")
    game = anna.challenge("israel")
    bert.join(game)
    with anna.sits(game) as socket:
        here = ChainSeat(socket, "anna", alone=False)
        assert here.state["dice"] is None
        assert here.hello["record"]["dice"] == {"kind": "sealed"}
        assert here.call(type="anchor", anchor=here.chain[0])["error"]["case"] == "dice"
        assert client.app.state.server._games[game].memory.dice.chains is None


@pytest.mark.slow
def test_who_watches_is_asked_for_nothing(hall: Hall) -> None:
    clara = Person(hall.client, "Clara")
    with hall.seats() as (here, there), clara.sits(hall.game) as socket:
        watcher = ChainSeat(socket, "clara", alone=False)
        assert (watcher.dice["want"], watcher.dice["last"]) == ("", "")
        assert watcher.dice["anchors"]["israel"] == here.chain[0]
        assert not watcher.hand("anchor")["ok"]
        known = watcher.dice
        play(here, here.a_move())
        watcher.until(lambda: watcher.state["at"] == 1)
        assert watcher.dice == known
        assert there.dice["last"] == there.chain[1]


@pytest.mark.slow
def test_against_a_computer_one_chain_is_enough(hall: Hall) -> None:
    game = hall.anna.challenge("israel", opponent="recruit")
    with hall.anna.sits(game) as socket:
        here = ChainSeat(socket, "anna")
        assert set(here.dice["opening"]) == set(SIDES)
        play(here, *UP_TO_THE_ROLL)
        anchors = [f"israel {here.chain[0]}", "egypt none"]
        live = hall.client.app.state.server._games[game].memory
        found = header(game, TITLE, here.dice["commitment"], *anchors)
        expected = roll(live.dice.secret, 1, found, [here.chain[5], ""])
        assert f"roll {expected + 1}" in live.history.actions[4]


def test_the_command_after_a_restored_backup(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("BRIDGEHEAD_DATA", str(tmp_path))
    opened(f"sqlite:///{tmp_path / 'online.sqlite'}").close()
    assert main(["serve", "--restored"]) == 0
    assert "0 games have new dice" in capsys.readouterr().out


@pytest.mark.slow
def test_after_a_restored_backup_both_begin_anew(url: str) -> None:
    with client_of(url) as client:
        hall = Hall(client)
        waiting = hall.anna.challenge("israel")
        with hall.seats() as (here, _):
            play(here, *UP_TO_THE_ROLL[:2])
            old = hall.secret()
        cookies = hall.anna.browser.cookies, hall.bert.browser.cookies
    database = opened(url)
    assert after_a_backup.renew(database, Seal(SEAL)) == 2
    with database.reading() as connection:
        assert len(verifiable.read(connection, hall.game).secrets) == 2
        assert len(verifiable.read(connection, waiting).secrets) == 1
    database.close()
    with client_of(url) as client:
        hall.client = client
        hall.anna = Person(client, "Anna", register=False)
        hall.bert = Person(client, "Bert", register=False)
        hall.anna.browser.cookies, hall.bert.browser.cookies = cookies
        with hall.seats(alone=False) as (here, there):
            assert here.dice["want"] == there.dice["want"] == "anchor"
            assert here.dice["commitment"] != core_dice.commitment_to(old)
            play(here, *UP_TO_THE_ROLL[2:])
            assert here.state["toMove"] == "dice"  # nothing is rolled before a new link of both
            here.chain, there.chain = chain("anna, anew"), chain("bert, anew")
            here.hand("anchor")
            there.until(lambda: there.dice["anchors"]["israel"])
            there.give()
            here.until(lambda: here.dice["want"] == "link")
            here.give()
            assert hall.secret() != old
            anchors = [f"israel {here.chain[0]}", f"egypt {there.chain[0]}"]
            found = header(hall.game, TITLE, here.dice["commitment"], *anchors)
            links = [here.chain[1], there.chain[1]]
            assert rolls(hall) == [(1, f"roll {roll(hall.secret(), 1, found, links) + 1}")]
            here.call(type="resign")
        data = hall.record()
        assert [one["secret"] for one in data["dice"]["secrets"]] == [old, hall.secret()]
        unchecked = Record.from_dict(data).verify().unchecked
        assert all("Israel resigned" in one for one in unchecked)  # also while Egypt is to decide


# The browser's own computation


def in_node(script: str, **given: Any) -> Any:
    code = f"import * as chain from {json.dumps(SCRIPT.as_uri())};\n{script}"
    done = subprocess.run(
        [str(NODE), "--no-warnings", "--input-type=module", "-e", code, json.dumps(given)],
        capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.skipif(not NODE.exists(), reason="no Node.js in .venv")
def test_the_browser_computes_the_same(hall: Hall) -> None:
    hall.make_strict()
    with hall.seats() as (here, there):
        play(here, *UP_TO_THE_ROLL)
        there.until(lambda: there.dice["want"] == "link")
        there.give()
        here.call(type="resign")
    trail, found = hall.trail(), head(hall)
    bad = json.loads(json.dumps(trail))
    event = next(one for one in bad["events"] if one["kind"] == "roll")
    event["text"] = f"roll {(event['gave'] + 1) % 6 + 1}"
    forged = {"commitment": trail["secrets"][0]["commitment"], "header": "00" * 32, "tickets": {}}
    other = next(one for one in trail["events"] if one.get("ticket"))
    sold = {**forged, "header": found, "tickets": {other["link"]: "11" * 32}}
    numbers = [1, 2, 3, 6, 7, 52, 256]
    answer = in_node(
        """
        const { trail, bad, seed, head, numbers, forged, sold } = JSON.parse(process.argv[1]);
        const sides = ["israel", "egypt"];
        console.log(JSON.stringify({
            chain: await chain.chainOf(seed, 5),
            words: await chain.wordsOf(head),
            rolls: await Promise.all(numbers.map((n) => chain.draw("s", n, head, ["a", ""], n))),
            good: await chain.check(trail, sides),
            wrong: await chain.check(bad, sides),
            forged: await chain.check(trail, sides, [forged]),
            sold: await chain.check(trail, sides, [sold]),
        }));
        """,
        trail=trail, bad=bad, seed=chain("anna", 5)[-1], head=found, numbers=numbers,
        forged=forged, sold=sold,
    )  # fmt: skip
    assert answer["chain"] == chain("anna", 5)
    assert answer["words"] == words_of(found)
    assert answer["rolls"] == [roll("s", n, found, ["a", ""], n) for n in numbers]
    assert answer["good"] == {"ok": True, "rolls": 1, "back": 0, "event": 0, "why": ""}
    for name, why in (("wrong", "roll"), ("forged", "header"), ("sold", "given")):
        assert (answer[name]["ok"], answer[name]["why"]) == (False, why)


def test_the_row_says_how_the_dice_are_made(hall: Hall) -> None:
    server = hall.client.app.state.server
    with server.database.reading() as connection:
        assert verifiable.read(connection, hall.game).mode == "chains"
        assert games.load(connection, hall.game).waits_for == "israel"
    fresh = server.seal.fresh("g")
    assert (fresh.mode("unlimited"), fresh.mode("live 20+10")) == ("chains", "strict")


def test_a_browser_gives_again_what_was_refused() -> None:
    program = f"""
    import {{ Giving }} from {json.dumps((SCRIPT.parent / "repeated_answers.js").as_uri())};
    const given = [], waits = [], due = [];
    let fails = 3;
    const giving = new Giving(
      async (wanted) => {{ given.push(wanted); if (fails-- > 0) throw new Error("refused"); }},
      (run, ms) => {{ waits.push(ms); due.push(run); }},
    );
    const settle = () => new Promise((resolve) => setImmediate(resolve));
    giving.want("a"); await settle();
    giving.want("a"); await settle();  // the same state again: it waits for its time
    due.shift()(); await settle();
    due.shift()(); await settle();
    due.shift()(); await settle();  // taken
    fails = 1;
    giving.want("b"); await settle();
    giving.want("c"); await settle();
    due.shift()(); await settle();  // b is wanted no longer
    giving.want(""); await settle();
    console.log(JSON.stringify({{ given, waits, left: due.length }}));
    """
    done = subprocess.run(
        [NODE, "--input-type=module", "-e", program], capture_output=True, text=True, check=True
    )
    assert json.loads(done.stdout) == {
        "given": ["a", "a", "a", "a", "b", "c"], "waits": [2000, 4000, 8000, 2000], "left": 0,
    }  # fmt: skip
