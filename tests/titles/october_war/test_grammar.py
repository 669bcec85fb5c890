"""October War's actions as texts: every kind of object, there and back, and what is refused."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from bridgehead.core.errors import IllegalAction, MalformedAction
from bridgehead.core.titles.dataset import own_data
from bridgehead.core.words.notation import RESIGN
from bridgehead.titles.october_war import state as st
from bridgehead.titles.october_war.formats import board as board_module
from bridgehead.titles.october_war.formats.dataset import RULES
from bridgehead.titles.october_war.formats.grammar import PointGrammar
from bridgehead.titles.october_war.formats.mapfile import own_map
from bridgehead.titles.october_war.words.names import place_names

pytestmark = [pytest.mark.plain]

BOARD: Any = board_module.build(own_data(RULES), frozenset())
UNITS = tuple(unit["id"] for unit in board_module.counters())
PLACES = board_module.place_ids(own_map())
NAMES = place_names(own_map())
GRAMMAR = PointGrammar(UNITS, PLACES, BOARD, NAMES)
UNIT = UNITS[7]


def number(unit: int, verb: int, place: int) -> int:
    return unit * st.UNIT + verb * st.VERB + place


def none(verb: int, place: int) -> int:
    return number(st.NO_UNIT, verb, place)


def neighbors(p: int) -> list[int]:
    return [int(q) for q in BOARD.neighbor[p] if q >= 0]


# Numbers, as `state` says


def test_the_packing_is_that_of_the_kernels() -> None:
    place = PLACES.index("ismailia")
    assert GRAMMAR.encode(f"look {UNIT} ismailia") == number(7, st.LOOK, place)
    assert GRAMMAR.encode(f"break {UNIT}") == number(7, st.BREAK, 0)
    assert GRAMMAR.encode(f"arrive {UNIT} ready") == number(7, st.ARRIVE, st.READY_PLACE)
    assert GRAMMAR.encode(f"arrive {UNIT} israeli-reserve") == number(
        7, st.ARRIVE, PLACES.index("israeli-reserve")
    )
    strikes = (((2 * 16 + 4) * 2 + 1) * 4 + 3) * 32 + 9
    assert GRAMMAR.encode("commit ssm algeria golan recon 9") == none(st.COMMIT_STRIKES, strikes)
    assert GRAMMAR.encode("recon ismailia 12") == none(st.RECON_FLIGHT, place * 128 + 12)
    assert GRAMMAR.encode("raid ismailia wild-weasel 3") == none(
        st.RAID_ON, (place * 4 + 1) * 32 + 3
    )
    assert GRAMMAR.encode("barrage egypt ismailia") == none(st.BARRAGE_ON, 128 + place)
    assert GRAMMAR.encode("attack ismailia") == none(st.ATTACK, place)
    assert GRAMMAR.encode("draw us-resupply") == none(st.DRAW_EVENT, st.US_RESUPPLY)
    assert GRAMMAR.encode("take syria") == none(st.TAKE, st.SYRIA)
    assert GRAMMAR.encode("divide 0") == none(st.DIVIDE, 0)
    assert GRAMMAR.encode("shift 3") == none(st.SHIFT_STRIKES, 3)
    assert GRAMMAR.encode("roll 4") == none(st.ROLL, 4)
    assert GRAMMAR.encode("end") == none(st.END, 0)
    assert GRAMMAR.encode("resign") == RESIGN
    assert GRAMMAR.decode(RESIGN) == "resign"


def test_the_greatest_numbers_are_below_the_next_verb() -> None:
    for text in (
        "commit ssm sudan golan recon 31",
        f"raid {PLACES[-1]} ssm 31",
        f"recon {PLACES[-1]} 99",
        f"barrage sudan {PLACES[-1]}",
    ):
        code = GRAMMAR.encode(text)
        assert GRAMMAR.split(code)[2] < st.VERB
        assert code < RESIGN
        assert GRAMMAR.decode(code) == text
    last = number(len(UNITS) - 1, st.MOVE_UNIT, int(BOARD.walks) - 1)
    assert GRAMMAR.encode(GRAMMAR.decode(last)) == last


WORDS = {
    "unit": UNITS[:: len(UNITS) // 5],
    "place": PLACES[:: len(PLACES) // 9],
    "number": ("1", "7", "31"),
    "face": ("1", "6"),
    "event": st.EVENTS,
    "nation": st.NATIONS,
    "kind": st.KINDS,
}


@pytest.mark.parametrize(("verb", "objects"), [pair for pair in st.VERBS if pair[1] != "unit walk"])
def test_every_verb_there_and_back(verb: str, objects: str) -> None:
    kinds = objects.replace("commit", "kind nation theater mission number").split()
    known = {**WORDS, "theater": st.THEATERS, "mission": st.MISSIONS}
    texts = [" ".join((verb, *words)) for words in itertools.product(*(known[k] for k in kinds))]
    codes = [GRAMMAR.encode(text) for text in texts]
    assert [GRAMMAR.decode(code) for code in codes] == texts
    assert len(set(codes)) == len(codes)


def test_every_walk_there_and_back() -> None:
    for walk in range(int(BOARD.walks)):
        code = number(3, st.MOVE_UNIT, walk)
        text = GRAMMAR.decode(code)
        size = int(BOARD.walk_size[walk])
        assert text.split() == ["move", UNITS[3], *(PLACES[p] for p in BOARD.walk[walk, :size])]
        assert GRAMMAR.encode(text) == code


def test_spaces_do_not_matter() -> None:
    assert GRAMMAR.encode(f"  look\t{UNIT}  ismailia\n") == GRAMMAR.encode(f"look {UNIT} ismailia")


def test_reserve_areas_are_places() -> None:
    for reserve in PLACES[-3:]:
        assert GRAMMAR.hex(reserve) >= int(BOARD.points)
        assert GRAMMAR.decode(GRAMMAR.encode(f"fly {UNIT} {reserve}")) == f"fly {UNIT} {reserve}"


# What is refused


MALFORMED = {
    "": "an empty text is no action",
    "mvoe x": "'mvoe' is no verb (did you mean move?); there are place, combine,",
    "end now": "'end now' has not the form 'end'",
    f"look {UNIT}": f"'look {UNIT}' has not the form 'look UNIT POINT'",
    f"move {UNIT}": "has not the form 'move UNIT POINT …, one to 4 of them: every point it enters'",
    f"move {UNIT} a b c d e": "has not the form 'move UNIT POINT …, one to 4 of them",
    "commit tac egypt": "has not the form 'commit KIND NATION THEATER MISSION NUMBER'",
    "raid ismailia 3": "has not the form 'raid POINT KIND NUMBER'",
    "recon ismailia": "has not the form 'recon POINT NUMBER'",
    "barrage ismailia": "has not the form 'barrage NATION POINT'",
    "attack ismaila": "unknown point 'ismaila' (did you mean ismailia?)",
    "attack ISMAILIA": "unknown point 'ISMAILIA' (did you mean ismailia or",
    "attack qqqq": "unknown point 'qqqq'",
    "attack ready": "'ready' is a box, and no point to attack",
    f"fly {UNIT} ready": "'ready' is a box, and no point to fly",
    f"place {UNIT} used": "unknown point 'used'",
    "look zzz ismailia": "no unit is called 'zzz'",
    "draw us-resuply": "no event is called 'us-resuply' (did you mean us-resupply",
    "take atlantis": "no nation is called 'atlantis'; there are israel, egypt, syria,",
    "commit bomber egypt sinai recon 1": "no kind of strikes is called 'bomber'; there are tac,",
    "commit tac egypt africa recon 1": "no theater is called 'africa'",
    "commit tac egypt sinai rest 1": "no mission is called 'rest'",
    "commit tac egypt sinai recon 32": "'32' is no number from 1 to 31",
    "commit tac egypt sinai recon 0": "'0' is no number from 1 to 31",
    "raid ismailia tac 32": "'32' is no number from 1 to 31",
    "recon ismailia 0": "'0' is no number from 1 to 99",
    "recon ismailia 100": "'100' is no number from 1 to 99",
    "divide -1": "'-1' is no number from 0 to 99",
    "shift ²": "is no number from 1 to 99",
    "roll 7": "'7' is no roll of a die: 1 to 6",
    "resign now": "'resign' is no verb",
}


@pytest.mark.parametrize("text", MALFORMED)
def test_a_malformed_text_says_what_would_be_right(text: str) -> None:
    with pytest.raises(MalformedAction) as caught:
        GRAMMAR.encode(text)
    assert MALFORMED[text] in caught.value.reason


def test_a_move_lists_every_point_it_enters() -> None:
    start = PLACES.index("tel-el-kebir")
    near = set(neighbors(start))
    far = next(p for p in range(int(BOARD.points)) if p != start and p not in near)
    with pytest.raises(IllegalAction) as caught:
        GRAMMAR.encode(f"move {UNIT} tel-el-kebir {PLACES[far]}")
    assert caught.value.case == "13.3"
    told = f"no route joins Tel el Kebir and {NAMES[PLACES[far]]}: a move lists every"
    assert told in str(caught.value)
    with pytest.raises(IllegalAction, match="unknown point 'tel-el-kebi'"):
        GRAMMAR.encode(f"move {UNIT} tel-el-kebi {PLACES[far]}")


def test_a_move_of_three_points_names_the_step_that_is_none() -> None:
    walk = next(w for w in range(int(BOARD.walks)) if BOARD.walk_size[w] == 2)
    a, b = (PLACES[p] for p in BOARD.walk[walk, :2])
    with pytest.raises(IllegalAction, match=f"no route joins {NAMES[b]} and {NAMES[b]}:"):
        GRAMMAR.encode(f"move {UNIT} {a} {b} {b}")
