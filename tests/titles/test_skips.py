"""Questions with nothing to decide are found; those with something to decide never are."""

from __future__ import annotations

from typing import Any

import pytest

import bridgehead as bh
from bridgehead.core.titles.decisions import Skip
from bridgehead.core.titles.games import title_of
from bridgehead.core.titles.skips import alike, skip_of
from bridgehead.server.views.map_views import map_views
from tests.server.test_october import deployed

pytestmark = pytest.mark.plain

HEXES, POINTS = title_of("el-arish-67").decisions, title_of("october-war").decisions


@pytest.mark.parametrize(
    ("step", "actions", "found"),
    [
        ("loss", ["lose a"], Skip("lose a", "one")),
        ("loss", ["lose a", "lose b"], None),
        ("movement", ["end"], Skip("end", "one")),
        ("movement", ["move a 0101", "end"], None),
        ("combat", ["attack 0101"], None),  # it begins a fight
        ("declare", ["fire"], None),
        ("setup", ["end"], None),  # what was placed can still be moved
        ("advance", ["stay"], Skip("stay", "one")),
        ("advance", ["advance a 0101", "stay"], None),
    ],
)
def test_one_answer_is_no_question(step: str, actions: list[str], found: Skip | None) -> None:
    assert HEXES.skip(step, actions) == found


@pytest.mark.parametrize(
    ("step", "actions", "found"),
    [
        ("raids", ["recon tasa 1", "look-ew tasa", "end"], Skip("end", "idle")),
        ("raids", ["raid tasa tac 1", "end"], None),
        ("barrages", ["recon tasa 1", "end"], Skip("end", "idle")),
        ("battles", ["attack tasa", "recon tasa 1"], None),
        ("bridges", ["remove-bridge tasa", "end"], Skip("end", "rare")),
        ("attacker ew", ["ew", "pass"], None),
        ("reorganization", ["break a", "end"], None),
        ("setup", ["end"], None),
    ],
)
def test_a_step_without_a_target_is_no_question(
    step: str, actions: list[str], found: Skip | None
) -> None:
    assert POINTS.skip(step, actions) == found


def facts(position: Any, viewer: str | None, *, decides: bool = True) -> Any:
    views = map_views(position.game.id)
    seen = position.view(viewer)
    return views.position_facts(position, seen, viewer, decides=decides)


START = {"side": "arab", "owner": "arab", "looking": 0, "phase": "combat 1", "step": "raids"}


@pytest.fixture(scope="module")
def idle() -> Any:
    """Return a position in which the Arabs have no strikes to send."""
    return bh.load("october-war").position({"game": "october-war", **deployed(**START)})


def test_the_side_to_decide_is_told_and_nobody_else(idle: Any) -> None:
    assert facts(idle, "arab")["skip"] == {"action": "end", "why": "one"}
    assert facts(idle, "israel", decides=False)["skip"] is None


def test_nothing_is_skipped_that_somebody_is_reminded_of(idle: Any) -> None:
    assert skip_of(idle, "raids", []) is not None
    assert skip_of(idle, "raids", ["a unit starves"]) is None


@pytest.mark.parametrize(
    ("frontal", "mobile", "skipped"),
    [
        ({"De": 1.0, "Dr": 0.0}, {"De": 1.0}, True),
        ({"De": 1.0}, {"Dr": 1.0}, False),
        ({"De": 0.5, "Dr": 0.5}, {"De": 0.5, "Dr": 0.5}, False),
    ],
)
def test_tables_with_the_same_single_result_are_no_choice(
    frontal: dict[str, float], mobile: dict[str, float], skipped: bool
) -> None:
    choices = {"frontal": {"results": frontal}, "mobile": {"results": mobile}}
    found = Skip("frontal", "same") if skipped else None
    assert alike(["frontal", "mobile"], choices) == found
    assert alike(["frontal", "mobile"], {}) is None
    assert alike(["frontal"], choices) is None
