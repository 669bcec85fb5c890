"""3.0 The sequence of play."""

import pytest

import bridgehead as bh

from .helpers import case, every_edition, fight, game, illegal, legal, play, pos

APART = {"reshef-1": "0210", "16-1": "1203"}
CONTACT = {"raviv-1": "0507", "25-1": "0508"}


def where(p):
    return p.turn, p.side, p.phase, p.to_move


@every_edition
def test_3_0_israel_moves_first_in_the_start_position(edition):
    p = game(edition).start()
    assert where(p) == (1, "israel", "movement", "israel")
    assert p.result is None


@every_edition
def test_3_0_four_steps_of_a_day_turn(edition):
    p = pos(edition, APART)
    assert where(p) == (2, "israel", "movement", "israel")
    play(p, "end")
    assert where(p) == (2, "israel", "combat", "israel")
    play(p, "end")
    assert where(p) == (2, "egypt", "movement", "egypt")
    play(p, "end")
    assert where(p) == (2, "egypt", "bombardment", "egypt")
    assert legal(p) == {"end"}
    play(p, "end")
    assert where(p) == (2, "egypt", "combat", "egypt")
    play(p, "end")
    assert where(p) == (3, "israel", "movement", "israel")


@every_edition
def test_3_0_no_bombardment_step_at_night(edition):
    p = pos(edition, APART, turn=4, side="egypt")
    play(p, "end")
    assert where(p) == (4, "egypt", "combat", "egypt")
    play(p, "end")
    assert where(p) == (5, "israel", "movement", "israel")


@every_edition
def test_3_0_seven_turns(edition):
    p = pos(edition, APART, turn=1)
    for turn in range(1, 8):
        assert p.turn == turn
        assert p.side == "israel"
        play(p, "end", "end")
        assert (p.turn, p.side) == (turn, "egypt")
        play(p, *["end"] * (2 if turn in (1, 4, 7) else 3))
    assert p.to_move is None
    assert p.phase == "over"
    assert list(p.legal_actions()) == []


@every_edition
def test_3_0_nothing_is_legal_after_the_end(edition):
    p = play(pos(edition, APART, turn=7, side="egypt", phase="combat"), "end")
    for action in ("end", "move reshev-1 0209", "move reshef-1 0209", "resign", "roll 1"):
        with pytest.raises(bh.IllegalAction):
            p.push(action)


@every_edition
def test_3_0_moves_belong_to_the_movement_phase(edition):
    p = pos(edition, CONTACT, phase="combat")
    illegal(p, "move raviv-1 0506", case(edition, "3.0"))
    p = pos(edition, {**CONTACT, "amir-1": "off"}, phase="combat")
    illegal(p, "enter amir-1 1708", case(edition, "3.0"))
    p = pos(edition, CONTACT, side="egypt", phase="combat")
    illegal(p, "move 25-1 0509", case(edition, "3.0"))
    p = pos(edition, CONTACT, side="egypt", phase="bombardment")
    illegal(p, "move 25-1 0509", case(edition, "3.0"))


@every_edition
def test_3_0_attacks_belong_to_the_combat_phase(edition):
    p = pos(edition, CONTACT)
    illegal(p, "attack 0508", case(edition, "3.0"))
    p = pos(edition, CONTACT, side="egypt")
    illegal(p, "attack 0507", case(edition, "3.0"))
    p = pos(edition, CONTACT, side="egypt", phase="bombardment")
    illegal(p, "attack 0507", case(edition, "3.0"))


@every_edition
def test_3_0_each_side_attacks_in_its_own_combat_phase(edition):
    assert legal(pos(edition, CONTACT, phase="combat")) == {"attack 0508", "end"}
    assert legal(pos(edition, CONTACT, side="egypt", phase="combat")) == {"attack 0507", "end"}


@every_edition
def test_3_0_attacks_in_any_order_each_applied_at_once(edition):
    units = {"raviv-1": "0507", "25-1": "0508", "raviv-2": "0908", "16-4": "0909"}
    p = pos(edition, units, phase="combat")
    assert legal(p) == {"attack 0508", "attack 0909", "end"}
    fight(p, "0909", "raviv-2", roll=1)
    play(p, "retreat 16-4 0910")
    assert p.units["16-4"] == "0910"
    play(p, "stay")
    assert legal(p) == {"attack 0508", "end"}
    fight(p, "0508", "raviv-1", roll=1)
    assert p.to_move == "egypt"


@every_edition
def test_3_0_after_the_phase_ends_nobody_moves_any_more(edition):
    p = play(pos(edition, APART), "end")
    illegal(p, "move reshef-1 0209", case(edition, "3.0"))
    play(p, "end")
    illegal(p, "move reshef-1 0209", case(edition, "3.0"), case(edition, "4.0"))


@every_edition
def test_3_0_resigning_is_always_possible_and_never_listed(edition):
    for side, other in (("israel", "egypt"), ("egypt", "israel")):
        for phase in ("movement", "combat"):
            p = pos(edition, CONTACT, side=side, phase=phase)
            assert "resign" not in legal(p)
            p.push("resign")
            assert p.result.winner == other
            assert p.to_move is None
            p.pop()
            assert p.result is None


@every_edition
def test_3_0_the_dice_do_not_resign(edition):
    p = pos(edition, CONTACT, phase="combat")
    play(p, "attack 0508", "with raviv-1", "fire")
    assert p.to_move == "dice"
    assert list(p.legal_actions()) == [f"roll {n}" for n in range(1, 7)]
    with pytest.raises(bh.IllegalAction):
        p.push("resign")
