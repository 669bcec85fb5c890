"""Action texts and their numbers; lists of legal actions."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import bridgehead as bh
from bridgehead.core.errors import MalformedAction
from bridgehead.core.words.notation import RESIGN, ActionList, Grammar, Packing, find

pytestmark = [pytest.mark.plain]

PACKING = Packing(verb=512, unit=8192, no_unit=63)
GAME: Any = bh.load("across-suez-reprint", commandos=True, airborne_units=True)
GRAMMAR: Grammar = GAME.grammar
WORDS = {
    "unit": list(GRAMMAR.units),
    "hex": list(GRAMMAR.hexes),
    "face": ["1", "2", "3", "4", "5", "6"],
}


def texts() -> list[str]:
    """Return every action text that there is in this game."""
    found = ["resign"]
    for verb, (_, objects) in GRAMMAR.verbs.items():
        kinds = objects.split()
        if kinds == ["unit", "hex"]:
            found += [f"{verb} {unit} {hex_}" for unit in WORDS["unit"] for hex_ in WORDS["hex"]]
        elif kinds:
            found += [f"{verb} {word}" for word in WORDS[kinds[0]]]
        else:
            found.append(verb)
    return found


def test_every_action_text_and_its_number() -> None:
    every = texts()
    numbers = [GRAMMAR.encode(text) for text in every]
    assert [GRAMMAR.decode(number) for number in numbers] == every
    assert len(set(numbers)) == len(every)
    assert max(numbers) == RESIGN


@pytest.mark.slow
def test_all_at_once_gives_the_same_texts_as_one_by_one() -> None:
    every = texts()[1:]  # without "resign", which no list of legal actions has
    codes = np.sort(np.array([GRAMMAR.encode(text) for text in every], np.int32))
    one_by_one = [GRAMMAR.decode(code) for code in codes.tolist()]
    assert list(GRAMMAR.decode_all(codes)) == one_by_one
    assert list(GRAMMAR.decode_all(codes[:3])) == one_by_one[:3]
    assert list(GRAMMAR.runs(codes[:0])) == []
    joined = [
        " ".join(word for word in (verb, unit, objects) if word)
        for unit, verb, together in GRAMMAR.runs(codes)
        for objects in together
    ]
    assert joined == one_by_one


def test_numbers_ascend_by_unit_verb_and_hex() -> None:
    first, second = WORDS["unit"][:2]
    in_order = [
        f"move {first} 0101", f"move {first} 0102", f"enter {first} 0101", f"move {second} 0101",
        "attack 0101", "attack 0102", "roll 1", "roll 6", "support", "fire", "stay", "end",
        "resign",
    ]  # fmt: skip
    numbers = [GRAMMAR.encode(text) for text in in_order]
    assert numbers == sorted(numbers)


def test_spaces_do_not_matter() -> None:
    unit = WORDS["unit"][0]
    assert GRAMMAR.encode(f"  move\t{unit}  0309\n") == GRAMMAR.encode(f"move {unit} 0309")


MALFORMED = {
    "": "an empty text is no action",
    "  \t ": "an empty text is no action",
    "mvoe reshef-2 0309": "'mvoe' is no verb (did you mean move?); there are place, move, enter,",
    "MOVE reshef-2 0309": "'MOVE' is no verb (did you mean move?)",
    "xyzzy": "'xyzzy' is no verb; there are place, move",
    "move": "'move' has not the form 'move UNIT HEX'",
    "move reshef-2": "'move reshef-2' has not the form 'move UNIT HEX'",
    "end now": "'end now' has not the form 'end'",
    "cross reshef-2 0112": "has not the form 'cross UNIT'",
    "roll": "'roll' has not the form 'roll FACE'",
    "resign now": "'resign' is no verb",
    "move reshef2 0309": "no unit is called 'reshef2' (did you mean reshef-2?)",
    "move RESHEF-2 0309": "no unit is called 'RESHEF-2' (did you mean reshef-2?)",
    "move qqqq 0309": "no unit is called 'qqqq'",
    "move 0309 reshef-2": "no unit is called '0309'",
    "move reshef-2 309": "'309' is no hex of the map: four digits, as in 0112",
    "attack ٠٩١٠": "is no hex of the map",
    "roll 0": "'0' is no roll of a die: 1 to 6",
    "roll 7": "'7' is no roll of a die: 1 to 6",
    "roll ²": "is no roll of a die: 1 to 6",
    "roll +3": "is no roll of a die: 1 to 6",
}


@pytest.mark.parametrize("text", MALFORMED)
def test_a_malformed_text_says_what_would_be_right(text: str) -> None:
    with pytest.raises(bh.MalformedAction) as caught:
        GRAMMAR.encode(text)
    if text == "resign now":
        assert "there are" in caught.value.reason
    else:
        assert MALFORMED[text] in caught.value.reason
    assert caught.value.case == "notation"
    assert str(caught.value) == f"[notation] {caught.value.reason}"
    assert isinstance(caught.value, bh.IllegalAction)
    assert text not in GAME.start().legal_actions()


@given(
    st.text(max_size=30)
    | st.lists(st.sampled_from(["move", "reshef-2", "0309", "1"])).map(" ".join)
)
def test_any_text_is_an_action_or_malformed(text: str) -> None:
    try:
        number = GRAMMAR.encode(text)
    except bh.IllegalAction:
        return
    assert GRAMMAR.decode(number) == " ".join(text.split())


# Lists of legal actions


def test_a_list_of_actions_reads_like_a_list_of_texts() -> None:
    actions = GAME.start().legal_actions()
    texts = list(actions)
    assert len(actions) == len(texts) > 5
    assert [actions[i] for i in range(len(actions))] == texts
    assert actions[-1] == texts[-1] == "end"
    assert actions[2:9:3] == texts[2:9:3]
    assert actions[::-1] == texts[::-1]
    assert actions[:0] == []
    assert actions.index(texts[3]) == 3
    assert actions.count("end") == 1
    assert list(reversed(actions)) == texts[::-1]
    assert actions == texts
    assert actions == tuple(texts)
    assert texts == actions
    assert actions != texts[:-1]
    assert actions != "end"
    for wrong in (len(actions), -len(actions) - 1):
        with pytest.raises(IndexError):
            actions[wrong]
    with pytest.raises(ValueError, match=r"^$"):
        actions.index("roll 1")
    with pytest.raises(TypeError, match="unhashable"):
        hash(actions)


def test_in_is_asked_in_texts() -> None:
    actions = GAME.start().legal_actions()
    for text in actions:
        assert text in actions
    assert "  end " in actions
    for other in ("roll 1", "resign", "move", "", "nonsense", None, 5, "end end"):
        assert other not in actions


def test_lists_of_different_games_are_compared_by_texts() -> None:
    codes = np.array([0, 512], np.int32)
    a = Grammar([("go", "unit"), ("halt", "unit")], ["x", "y"], ["0101"], packing=PACKING)
    b = Grammar([("go", "unit"), ("halt", "unit")], ["z", "y"], ["0101"], packing=PACKING)
    assert ActionList(a, codes) == ActionList(a, codes.copy())
    assert ActionList(a, codes) != ActionList(b, codes)
    assert ActionList(a, codes) == ["go x", "halt x"]


def test_a_list_shows_its_beginning() -> None:
    codes = np.arange(0, 6 * 512, 512, dtype=np.int32)
    grammar = Grammar([(verb, "") for verb in "abcdef"], [], ["0101"], packing=PACKING)
    assert repr(ActionList(grammar, codes)) == "<6 actions: 'a', 'b', 'c', 'd', …>"
    assert repr(ActionList(grammar, codes[:1])) == "<1 actions: 'a'>"


@given(st.sets(st.integers(0, 500)), st.integers(-5, 505))
def test_find_is_a_search_in_an_ascending_array(numbers: set[int], number: int) -> None:
    codes = np.array(sorted(numbers), np.int32)
    codes.flags.writeable = False  # as a position hands them out: one kernel is compiled
    place = find(codes, number)
    if number in numbers:
        assert codes[place] == number
    else:
        assert place == -1


@pytest.mark.parametrize("word", ["0", "100", "²", "9" * 5000])
def test_a_number_out_of_bounds_is_no_action(word: str) -> None:
    """Python reads no number of more than 4,300 digits."""
    grammar = Grammar([("shift", "number")], ["a"], ["0101"], packing=PACKING)
    assert grammar.decode(grammar.encode("shift 99")) == "shift 99"
    with pytest.raises(MalformedAction, match="no number from 1 to 99"):
        grammar.encode(f"shift {word}")
