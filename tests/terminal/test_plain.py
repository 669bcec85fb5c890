import io
import re
import subprocess
import sys

import pytest

import bridgehead as bh
from bridgehead.terminal import run
from tests.processes import as_users_do

from . import helpers
from .helpers import lines


def test_output_is_plain_and_narrow():
    written = lines(
        "show\nlegal\nlegal erez-1\nrules\nhelp\nunits\nlog\nend\nattack 0407 with reshef-2 fire\n"
    )
    assert "\x1b" not in written
    assert max(map(len, written.splitlines())) <= 100


def test_the_map_has_numbers_terrain_roads_units_and_both_sides():
    written = lines("")
    assert "0306^" in written
    assert "MAT3" in written
    assert "4-12]" in written
    assert "2-10)" in written
    assert "╱═══╱" in written  # noqa: RUF001
    assert "≈≈≈≈≈" in written
    assert "0112B" in written


def test_it_is_said_once_what_is_reconstructed():
    assert lines("show\n").count("The terrain of the printed map is not public.") == 1
    game = helpers.session(helpers.REPRINT, commandos=True)
    assert "commandos of both sides" in lines("", game)


def test_questions():
    written = lines(
        "why erez-1 0101\nwhy erez-1 0415\npath erez-1 0415\nodds 0407 with reshef-2\nhex 0910\n"
        "line\nlegal reshef-2\nhelp 4.5\nhelp 77\nunits egypt\n"
    )
    assert "[4.3] enemy units bar every way of erez-1 to 0101" in written
    assert "erez-1 can go to 0415" in written
    assert "0615 0515 0415: 2 of 10 points" in written
    assert "Dr defender retreats 3/6 50%" in written
    assert "0910 Chinese Farm: chinese farm, costs 3" in written
    assert "the line of communication is cut" in written
    assert "none: [9.1]" in written
    assert "[4.5] Enemy zones stop movement" in written
    assert "there is no case 77" in written


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("move erez-1 0101", "[4.3]"),
        ("attack 0407", "[3.0]"),
        ("fly erez-1", "[notation]"),
        ("odds 0407", "the form is: odds"),
        ("odds 0101 with erez-1", "holds no enemy unit"),
        ("why erez-1", "the form is: why"),
        ("why nobody 0101", "no unit is called"),
        ("hex", "the form is: hex"),
        ("hex 9999", "off the map"),
        ("load", "the form is: load"),
        ("load /nowhere/g.json", "cannot be read"),
        ("save", "give the name of the file"),
        ("undo", "cannot take back"),
        ("legal nobody", "no unit is called"),
    ],
)
def test_what_is_wrong_is_answered_and_the_game_goes_on(line, answer):
    written = lines(f"{line}\nmove erez-1 0415\n")
    assert answer in written
    assert "Erez 1 moves from 0615 to 0415." in written


def test_a_game_is_saved_undone_and_gone_on_with(tmp_path):
    path = tmp_path / "g.json"
    written = lines(f"move erez-1 0415\nsave {path}\nundo\nload {path}\nlog 1\nsave\nquit\n")
    assert f"saved to {path}" in written
    assert "taken back: move erez-1 0415" in written
    assert bh.Record.load(path).actions == ["move erez-1 0415"]


def test_a_whole_game_is_played_against_the_computer(tmp_path):
    path = tmp_path / "g.json"
    game = helpers.session(players={"egypt": "x"}, path=path)
    script = ["end", "attack 0407 with reshef-2 fire"]
    for _ in range(600):  # Israel always does the first thing that it can, endings first
        script.append("end")
        script.append("stay")
    first = lines("\n".join(script[:2]) + "\n", helpers.session(players={"egypt": "x"}))
    assert "Reshef 2 attacks" in first
    while not game.is_over:
        if game.step() is None:
            actions = game.decision
            text = next(iter(game.position.legal_actions()))
            lines(f"{'end' if 'end' in actions.plain else text}\n", game)
    assert "WINS" in lines("show\n", game) or game.is_over
    assert bh.Record.load(path).position.result is not None


def test_computers_play_on_their_own_and_the_result_is_told():
    written = lines("", helpers.session(players={"israel": "x", "egypt": "x"}))
    assert re.search(r"^(ISRAEL|EGYPT) WINS$", written, re.M)
    assert "across the canal:" in written


def test_nothing_is_asked_of_a_person_who_does_not_play():
    game = helpers.session(players={"israel": "x", "egypt": "x"})
    assert "the game is over" in lines("end\n", game)


def test_a_poor_terminal_gets_ascii():
    written = lines("show\n", encoding="ascii")
    assert written.isascii()
    assert "/===/" in written


@pytest.mark.slow
def test_run_chooses_the_line_mode_without_a_terminal(tmp_path):
    program = (
        "import bridgehead as bh, sys; from bridgehead.terminal import run; "
        f"sys.exit(run(bh.load('{helpers.Y1980}'), players={{}}, dice='seeded', seed=1))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        input="move erez-1 0415\nquit\n",
        capture_output=True,
        text=True,
        check=True,
        env=as_users_do(BRIDGEHEAD_DATA=str(tmp_path), PYTHONIOENCODING="utf-8"),
    )
    assert "Erez 1 moves from 0615 to 0415." in done.stdout
    assert "\x1b" not in done.stdout


def test_run_plays_a_record_on(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    game = helpers.session()
    game.do("move erez-1 0415")
    path = tmp_path / "g.json"
    assert run(game.game, players={}, record=game.record, record_path=path, plain=True) == 0
    assert "ERE1" in capsys.readouterr().out


def test_briefing_and_goals_are_told():
    written = lines("brief\ngoals\n")
    assert "How you win: At the end of turn 7 you need all three" in written
    assert "First game: play Egypt, the easier side, against the sergeant:" in written
    assert "bridgehead play across-suez-1980 --terminal --side egypt --opponent sergeant" in written
    assert "turn 1, Israel, movement> " in written
    assert "Israel: Units across the canal: 0 of 6 [14.0]" in written


def test_what_is_placed_in_a_set_up_is_moved_and_taken_back():
    game = helpers.session("el-arish-67", players={"egypt": "human", "israel": "human"})
    written = lines(
        "deploy\nplace sf-inf 1928\ntake back 2-armor\ntake back\nplace sf-inf 4816\n"
        "take back sf-inf\nplace sf-inf 1929\nend\ntake back sf-inf\n",
        game,
    )
    told = written.partition("> deploy")[2]
    assert told.count("1928") == 2  # typed, and told
    assert "2-armor cannot be taken back alone" in told
    assert "the form is: take back UNIT …" in told
    assert "[10.3]" in told.partition("place sf-inf 4816")[2].splitlines()[1]
    assert "taken back: sf-inf" in told
    assert "no set-up is being made now" in told
    assert game.record.actions[-2:] == ["place sf-inf 1929", "end"]
    assert game.record.replay() == game.record.position
    assert [line.number for line in game.log] == sorted(line.number for line in game.log)
