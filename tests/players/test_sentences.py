"""A plan as a sentence: every verb of every title, attacks, long plans; and hints."""

import json
import random
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

import bridgehead as bh
from bridgehead.core.errors import IllegalAction
from bridgehead.core.records.record import Record
from bridgehead.core.titles.title import Title
from bridgehead.players.advice import hints
from bridgehead.players.advice.hints import about, hint, percent, standing
from bridgehead.players.advice.sentences import PHASES, sentence_of

from .fakes import Oracle

RECORDS = Path(__file__).parent.parent / "records"
# games that among them know every verb
GAMES = ["across-suez-1980", "across-suez-reprint", "suez-56", "el-arish-67", "october-war"]
# what each kind of object is, by title, as the grammars name them
OBJECTS = {
    "across-suez": {"unit": "matt-1", "hex": "0910", "face": "4"},
    "suez-56": {"unit": "1-p", "hex": "2512", "helper": "9-p-engineer", "number": "3", "face": "4"},
    "el-arish-67": {"unit": "79-7-tal", "hex": "4720", "helper": "", "number": "1", "face": "4"},
    "october-war": {
        "unit": "14-armor", "place": "tasa", "walk": "tasa chinese-farm", "number": "2",
        "face": "4", "event": "us-resupply", "nation": "egypt", "kind": "tac",
        "commit": "tac egypt sinai ground-attack 3",
    },
}  # fmt: skip
DAY = {
    "turn": 3, "side": "israel", "phase": "movement",
    "units": {"reshef-1": "0210", "matt-2": "0911", "matt-3": "0810", "sharon": "0211",
              "16-4": "0910", "16-1": "0512"},
}  # fmt: skip


def day(**more: Any) -> Any:
    return bh.load("across-suez-1980").position({"game": "across-suez-1980", **DAY, **more})


def verbs() -> list[tuple[str, str]]:
    return [(id_, verb) for id_ in GAMES for verb in [*bh.load(id_).grammar.verbs, "resign"]]


@pytest.mark.parametrize(("id_", "verb"), verbs())
def test_every_verb_has_a_sentence(id_: str, verb: str):
    game = bh.load(id_)
    objects = next(known for title, known in OBJECTS.items() if id_.startswith(title))
    kinds = game.grammar.verbs.get(verb, (0, ""))[1].split()
    words = [objects[kind] or game.grammar._helpers[0] for kind in kinds]
    told = sentence_of(game.start(), [" ".join([verb, *words])])
    assert told.endswith(".")
    assert told[0].isupper()
    assert "{" not in told
    assert "  " not in told
    assert len(told.split()) > (0 if verb in ("resign", "pass") else 1), told
    for kind, word in zip(kinds, words, strict=True):
        if kind in ("hex", "number", "face"):
            assert word in told
        if kind == "unit":
            assert word not in told, "a unit is called by its name"


def test_every_verb_is_in_a_table_and_no_other():
    by_title: dict[Title, set[str]] = {}
    for info in bh.games():
        options = dict.fromkeys(info.options, True)
        verbs = by_title.setdefault(info.title_object, set())
        verbs.update(bh.load(info.id, **options).grammar.verbs)
    for title, verbs in by_title.items():
        book = title.phrasebook
        assert set(book.phrases) == verbs
        assert set(book.markers) <= set(book.phrases)
        assert all(phase.startswith("th") for phase in {**PHASES, **book.phases}.values())


def test_an_attack_is_one_clause_with_its_odds_and_its_approach():
    plan = ["move matt-2 1010", "end", "attack 0910", "with matt-2", "with matt-3", "support",
            "fire"]  # fmt: skip
    assert sentence_of(day(), plan) == (
        "Bring Matt 2 to 1010, then attack 16/4 on 0910 with Matt 2, Matt 3 and "
        "artillery support, 7 against 2."
    )


def test_those_who_were_brought_up_are_not_named_again():
    away = day(units={**DAY["units"], "matt-3": "0711"})
    plan = ["move matt-2 1010", "move matt-3 0810", "end", "attack 0910", "with matt-2",
            "with matt-3", "fire"]  # fmt: skip
    assert sentence_of(away, plan) == (
        "Bring Matt 2 to 1010 and Matt 3 to 0810, then attack 16/4 on 0910 with both, 7 against 2."
    )
    alone = [text for text in plan if "matt-3" not in text]
    assert "with it, 4 against 2." in sentence_of(away, alone)


def test_the_first_action_of_a_plan_is_told_first_and_a_drop_as_a_drop():
    position = bh.load("suez-56").start()
    position.push("deploy")
    while position.legal_actions() and str(position.phase) != "movement":
        position.push(next(a for a in position.legal_actions() if a in ("end", "deploy")))
    plan = ["drop 1-p 4811", "drop 2-p 4808", "lift 3-p 4809", "end", "attack 4711", "with 1-p",
            "british-guns", "fire"]  # fmt: skip
    told = sentence_of(position, plan)
    assert told.startswith("Drop 1 P on 4811 and 2 P on 4808, then "), told
    assert "lift 3 P by helicopter to 4809, then attack " in told
    plan = ["move matt-2 1010", "move reshef-1 0309", "end", "attack 0910", "with matt-2", "fire"]
    assert sentence_of(day(), plan).startswith("Bring Matt 2 to 1010, then move Reshef 1 to 0309, ")


def test_moves_of_a_kind_are_told_together_and_ends_on_the_way_are_not():
    plan = ["move reshef-1 0309", "cross sharon", "move matt-2 1010", "end", "end"]
    assert sentence_of(day(), plan) == (
        "Move Reshef 1 to 0309, then cross the canal with Sharon, then move Matt 2 to 1010, then "
        "end the combat phase."
    )
    assert sentence_of(day(), ["end"]) == "End the movement phase."


def test_an_attack_that_is_declared_already():
    position = day(phase="combat")
    for text in ("attack 0910", "with matt-2"):
        position.push(text)
    assert sentence_of(position, ["with matt-3", "fire"]) == (
        "Attack with Matt 3, then fire the attack on 16/4 on 0910, 7 against 2."
    )


def test_a_long_plan_keeps_its_end():
    game = bh.load("across-suez-1980")
    position = game.start()
    plan = [f"move {unit} 09{10 + n}" for n, unit in enumerate(game.units[:12])]
    told = sentence_of(position, plan)
    assert "and 7 more" in told
    steps = ["stay", "fire"] * 6 + ["end"]
    told = sentence_of(position, steps)
    assert "more steps like these" in told
    assert told.endswith("then fire the attack, then end the movement phase.")


def test_el_arish_tells_the_two_steps_of_an_entry_as_one():
    position = Record.load(RECORDS / "el-arish-even.json").position_at(2)
    assert position.to_move == "israel"
    plan = ["enter 2-ad-shr 4845", "move 2-ad-shr 4743", "end"]
    assert sentence_of(position, plan) == (
        "Bring on 2/Ad/Shr to 4743, then end the movement phase."
    )


def test_a_retreat_of_several_hexes_is_told_by_where_it_ends():
    position = Record.load(RECORDS / "el-arish-even.json").position_at(112)
    assert position.to_move == "egypt"
    plan = ["retreat 2-armor 3744", "retreat 2-armor 3643"]
    assert sentence_of(position, plan) == "Retreat 2 armor to 3643."


def test_a_plan_that_cannot_be_done_here_is_told_all_the_same():
    assert sentence_of(day(), ["move 16-1 0101", "attack 0910", "with matt-2", "fire"]) == (
        "Move 16/1 to 0101, then attack 0910 with Matt 2."
    )
    assert sentence_of(day(), []) == ""


@pytest.mark.parametrize("name", ["1980-held", "suez-long", "what-if-even", "october-whole"])
def test_whole_games_can_be_told(name: str):
    record = Record.load(RECORDS / f"{name}.json")
    position = record.opening()
    for number, text in enumerate(record.actions[:300]):
        if position.to_move != "dice" and number % 7 == 0:
            told = sentence_of(position, record.actions[number : number + 6])
            assert told.endswith(".")
            assert "{" not in told
        position.push(text)


# Hints


def test_a_hint_tells_plan_sentence_and_chance():
    plans = [(("move reshef-1 0309", "end"), 0.634), (("end",), 0.41)]
    position = day()
    before = position.copy()
    found = hint(position, Oracle(plans=plans))
    assert position == before
    assert (found.side, found.action, found.plan) == ("israel", "move reshef-1 0309", plans[0][0])
    assert found.chance == 0.634
    assert found.sentence == "Move Reshef 1 to 0309, then end the movement phase."
    assert found.told == "Israel has the better chances: about 63 %."
    data = found.to_dict()
    assert json.loads(json.dumps(data)) == data
    assert (data["format"], data["version"]) == ("bridgehead-hint", 1)
    assert [line["chance"] for line in data["lines"]] == [0.634, 0.41]
    assert data["lines"][1]["sentence"] == "End the movement phase."


def test_other_ways_are_told_the_better_first():
    plans = [(("end",), 0.6), (("move reshef-1 0309",), 0.4), (("cross sharon",), 0.5)]
    found = hint(day(), Oracle(plans=plans))
    assert [line.chance for line in found.lines] == [0.6, 0.5, 0.4]
    actions = list(day().legal_actions())[:9]
    many = Oracle(plans=[((action,), n / 10) for n, action in enumerate(actions)])
    assert len(hint(day(), many).lines) == 5


def test_there_is_no_hint_where_no_side_decides():
    position = day(phase="combat")
    position.push("attack 0910 with matt-2 fire")
    with pytest.raises(IllegalAction, match="a roll is due"):
        hint(position, Oracle(plans=[(("end",), 0.5)]))
    over = day()
    over.push("resign")
    with pytest.raises(IllegalAction, match="the game is over"):
        hint(over, Oracle(plans=[(("end",), 0.5)]))


@pytest.mark.parametrize(
    ("chance", "told"),
    [(0.0, "0 %"), (0.003, "less than 1 %"), (0.007, "less than 1 %"), (0.5, "about 50 %"),
     (0.625, "about 63 %"), (0.62496, "about 63 %"), (0.993, "more than 99 %"),
     (0.997, "more than 99 %"), (1.0, "100 %")],
)  # fmt: skip
def test_percent(chance: float, told: str):
    assert percent(chance) == told


def test_what_is_measured_is_never_certain():
    assert about(0.0) == "less than 1 %"
    assert about(1.0) == "more than 99 %"


@pytest.mark.skipif(shutil.which("node") is None, reason="node runs the page's words")
def test_the_page_says_the_same_chance_for_what_a_hint_sends():
    chances = [round(random.Random(1).random(), 4), *(n / 400 for n in range(401)), 0.0096, 0.9904]
    source = (Path(hints.__file__).parents[2] / "web/js/common/chance.js").read_text()
    words = re.search(r"export function aboutChance.*?\n}", source, re.DOTALL)
    assert words is not None
    table = {"chance.least": "less than 1 %", "chance.most": "more than 99 %"}
    script = (
        f"const table = {json.dumps(table)};"
        "const t = (key, values) => table[key] ?? `about ${values.n} %`;"
        f"{words[0].removeprefix('export ')};"
        f"console.log(JSON.stringify({json.dumps(chances)}.map(aboutChance)))"
    )
    done = subprocess.run(["node", "-e", script], check=True, capture_output=True, text=True)
    assert json.loads(done.stdout) == [about(chance) for chance in chances]


@pytest.mark.parametrize(
    ("id_", "side", "chance", "told"),
    [
        ("across-suez-1980", "egypt", 0.98, "Egypt is almost certain to win: about 98 %"),
        ("suez-56", "anglo_french", 0.85, "The Anglo-French are clearly ahead: about 85 %"),
        ("october-war", "arab", 0.6, "The Arab states have the better chances: about 60 %"),
        ("across-suez-1980", "israel", 0.5, "The game is open: about 50 % for Israel"),
        ("across-suez-1980", "israel", 0.3, "Israel has the worse chances: about 30 %"),
        ("across-suez-1980", "israel", 0.1, "Israel is far behind: about 10 %"),
        ("across-suez-1980", "israel", 0.0, "Israel can hardly win now: less than 1 %"),
    ],
)
def test_prospects_in_words(id_: str, side: str, chance: float, told: str):
    assert standing(bh.load(id_), side, chance) == told
