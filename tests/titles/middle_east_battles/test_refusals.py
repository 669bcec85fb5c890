"""Whatever is not legal is refused with a case of the rulebook and a sentence: random games."""

import random
from string import Formatter

import pytest

import bridgehead as bh
from bridgehead.titles.middle_east_battles.formats.editions import EDITIONS
from bridgehead.titles.middle_east_battles.rules import forbidden as no
from bridgehead.titles.middle_east_battles.words.rules_text import rules_text
from bridgehead.titles.middle_east_battles.words.sentences import SENTENCES
from bridgehead.titles.middle_east_battles.words.spoken import WORDS


def texts_of(verbs, units, hexes, helpers, chance):
    """Return an action text made at random, of the form of its verb."""
    verb, objects = chance.choice(verbs)
    words = [verb]
    for kind in objects.split():
        among = {"unit": units, "hex": hexes, "helper": helpers or units}.get(kind, "123456")
        words.append(chance.choice(among))
    return " ".join(words)


@pytest.mark.parametrize("game_id", ["suez-56", "el-arish-67"])
def test_every_refusal_names_a_case_and_changes_nothing(game_id):
    chance = random.Random(20)
    g = bh.load(game_id)
    rules = {rule.case for rule in rules_text(game_id)}
    verbs = [(name, form) for name, (_, form) in g.grammar.verbs.items()]
    helpers = [u for u in g.units if "engineer" in u and g.board[0].engineer[g.unit_index(u)]]
    p, refused = g.start(), 0
    for turn in range(120):
        if p.to_move is None:
            break
        on_map = [place for place in p.units.values() if place.isdigit()] or list(g.hexes)
        near = sorted({h for place in on_map[:8] for h in g.map.grid.neighbors(place)})
        for _ in range(4):
            text = texts_of(verbs, g.units, [*near, *on_map], helpers, chance)
            error = p.why_not(text)
            if error is not None:
                refused += 1
                assert error.case in rules, (p, text, error)
                assert len(error.reason) > 10, (p, text, error)
        actions = p.legal_actions()
        ends = "end" in actions and chance.random() < 0.15
        p.push("deploy" if turn == 0 else "end" if ends else chance.choice(actions))
    assert refused > 300


def test_every_number_has_a_case_and_a_sentence():
    numbers = {number for name, number in vars(no).items() if name.isupper()}
    assert set(SENTENCES) == numbers - {no.ALLOWED}
    for rule, text in SENTENCES.values():
        for edition in EDITIONS.values():
            assert ({rule} if isinstance(rule, str) else set(rule)) <= set(edition.cases)
        assert {name for _, name, _, _ in Formatter().parse(text) if name} <= set(WORDS)
