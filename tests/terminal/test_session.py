import pytest

import bridgehead as bh
from bridgehead.terminal.hexes.session import HexSession as Session

from . import helpers


def test_a_session_knows_whose_decision_it_is():
    game = helpers.session(players={"egypt": "x"})
    assert game.to_move == "israel"
    assert game.waits_for_person
    assert game.step() is None
    assert game.decision.step == "movement"
    assert "0415" in game.decision.units["erez-1"]["move"]
    assert game.decision.plain == ("end",)


def test_two_computers_play_a_whole_game():
    game = helpers.session(players={"israel": "x", "egypt": "x"})
    while game.step() is not None:
        pass
    assert game.is_over
    assert game.position.result.winner in game.game.sides
    assert game.log[-1].event.text.endswith(f"{game.position.result.reason}.")
    again = bh.Record.from_dict(game.record.to_dict())
    assert again.position == game.position


def test_undo_takes_back_a_move_and_its_line_of_the_log():
    game = helpers.session()
    game.do("move erez-1 0415")
    assert len(game.log) == 1
    assert game.undo() == "move erez-1 0415"
    assert game.log == []
    assert game.decision.units["erez-1"]
    with pytest.raises(bh.IllegalAction):
        game.undo()


def test_undo_stops_at_a_roll():
    game = helpers.session()
    game.do("end")
    game.attack("0407", ["reshef-2"], support=False)
    assert game.to_move == "dice"
    game.step()
    with pytest.raises(bh.IllegalAction):
        game.undo()


def test_a_refused_attack_leaves_nothing_behind():
    game = helpers.session()
    game.do("end")
    with pytest.raises(bh.IllegalAction) as caught:
        game.do("attack 0407 with matt-3 fire")
    assert caught.value.case == "5.0"
    assert game.decision.step == "combat"
    assert game.record.actions == ["end"]


def test_candidates_are_all_who_can_join_also_in_the_first_turn():
    game = helpers.session(start={**helpers.DAY, "phase": "combat"})
    assert game.candidates("0910") == (["matt-2", "matt-3"], [], True)
    first = helpers.session(start={**helpers.DAY, "turn": 1, "phase": "combat"})
    found, inside, support = first.candidates("0910")
    assert (found, inside, support) == (["matt-2", "matt-3"], [], False)


def test_an_attack_declared_in_part_is_finished():
    game = helpers.session(start={**helpers.DAY, "phase": "combat"})
    game.do("attack 0910")
    game.do("with matt-2")
    assert game.candidates("0910") == (["matt-3"], ["matt-2"], True)
    game.attack("0910", ["matt-2", "matt-3"], support=True)
    assert game.record.actions == ["attack 0910", "with matt-2", "with matt-3", "support", "fire"]


def test_save_load_and_the_log_of_a_loaded_game(tmp_path):
    game = helpers.session()
    assert not game.unsaved
    game.do("move erez-1 0415")
    assert game.unsaved
    with pytest.raises(bh.BridgeheadError):
        game.save()
    path = game.save(tmp_path / "g.json")
    assert not game.unsaved
    other = helpers.session()
    other.load(path)
    assert other.position == game.position
    assert [line.event for line in other.log] == [line.event for line in game.log]
    assert other.path == path


def test_a_game_with_a_file_is_saved_at_every_change_of_phase(tmp_path):
    path = tmp_path / "g.json"
    game = helpers.session(path=path)
    game.do("move erez-1 0415")
    assert not path.exists()
    game.do("end")
    assert bh.Record.load(path).actions == ["move erez-1 0415", "end"]


def test_committed_dice_are_rolled_and_checked(tmp_path):
    loaded = bh.load(helpers.Y1980)
    record = bh.Record.new(loaded, "committed", secrets=helpers.secrets(tmp_path))
    game = Session(record, {"israel": "x", "egypt": "x"}, seed=2, make=helpers.stumbler)
    while game.step() is not None:
        pass
    assert record.verify().unchecked == ()
