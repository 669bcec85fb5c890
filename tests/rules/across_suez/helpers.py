"""What the case tests share: small positions, forced attacks and refusals with their case.

Everything here goes through the public contract only; nothing is taken from the engine's inside.
"""

from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import bridgehead as bh
from tests.rules.helpers import illegal, legal, play, reach, verb  # noqa: F401 - for the tests

Y1980 = "across-suez-1980"
REPRINT = "across-suez-reprint"
MAP = Path(bh.__file__).parent / "titles" / "across_suez" / "data" / "map.toml"
OLD = (Y1980,)  # 1995 plays as 1980: test_edition_1995.py
EDITIONS = (*OLD, REPRINT)

every_edition = pytest.mark.parametrize("edition", EDITIONS)
old_editions = pytest.mark.parametrize("edition", OLD)

OPTIONS = (
    "airborne_units",
    "kuwaiti_palestinian",
    "marines",
    "commandos",
    "airborne_operations",
    "amphibious_operations",
)

# The number a rule has in the reprint, by its number in 1980 (and 1995). Where one number of 1980
# covers two rules of the reprint, a word tells them apart.
REPRINT_CASE = {
    "3.0": "4.0",
    "4.0": "5.1",
    "4.1": "5.2(1)",
    "4.2": "5.3",
    "4.3": "5.2(3)",
    "4.4": "5.2(4)",
    "4.5": "6.1",
    "5.0": "7.0",
    "5.3": "7.1(3)",
    "5.4": "7.1(3)",
    "5.6": "5.3",
    "6.1": "7.2",
    "6.3": "7.3",
    "6.4": "7.4.2",
    "6.5": "7.4.1",
    "7.1": "11.0",
    "7.2": "11.0(3)",
    "7.4": "11.1",
    "9.1": "12.1",
    "9.2": "12.1",
    "11.0": "13.1",
    "11.0 bridge unit": "13.2",
    "11.1": "13.1",
    "11.2": "13.2",
    "11.3": "13.1(3)",
    "11.6": "4.1",
    "13.0": "9.2",
    "13.0 support": "9.1",
    "13.2": "9.2(4)",
    "13.4": "9.1",
    "13.5": "9.3",
    "14.0": "14.1",
    "14.2": "13.2",
    "14.2 sudden death": "14.2",
}


# The combat results table by column of the differential, die 1 to 6.
TABLE = {
    "..-3": "Ar Ar Ar Ae Ae Ae",
    "-2..-1": "Dr Ar Ar Ar Ar Ae",
    "0..1": "Dr Dr Dr Ar Ar Ar",
    "2..3": "Dr Dr Dr Dr Ee Ar",
    "4..5": "Dr Dr Dr Dr Dr Ee",
    "6..8": "De Dr Dr Dr Dr Ee",
    "9..": "De De Dr Dr Dr Ee",
}
COLUMNS = tuple(TABLE)


def column_of(differential: int, shift: int = 0) -> int:
    """Return the index of the column: -3 and less is 0, 9 and more is 6; then it is shifted."""
    lasts = (-3, -1, 1, 3, 5, 8)
    column = next((i for i, last in enumerate(lasts) if differential <= last), 6)
    return min(max(column + shift, 0), 6)


def results_in(column: int) -> list[str]:
    """Return the six results of a column of the table."""
    return TABLE[COLUMNS[column]].split()


def case(edition: str, rule: str) -> str:
    """Return the number in `edition` of the rule that is `rule` in 1980."""
    return REPRINT_CASE[rule] if edition == REPRINT else rule.split(maxsplit=1)[0]


def night(edition: str, points: float) -> float:
    """Return what a printed allowance is worth at night."""
    return points / 2 if edition == REPRINT else points - 2


@cache
def game(edition: str, *options: str) -> Any:
    """Return the game, loaded once; `options` are the reprint's options that are on."""
    return bh.load(edition, **dict.fromkeys(options, True))


def pos(
    edition: str,
    units: Mapping[str, str],
    *,
    turn: int = 2,
    side: str = "israel",
    phase: str = "movement",
    options: Iterable[str] = (),
    on: Any = None,
    **more: Any,
) -> Any:
    """Return a position with these units alone; every other unit counts as eliminated.

    `options` are options of the reprint that are on; `on` is a game loaded on another map.
    """
    data = {
        "game": edition,
        "turn": turn,
        "side": side,
        "phase": phase,
        "units": dict(units),
        **more,
    }
    return (on or game(edition, *options)).position(data)


def declare(p: Any, target: str, *attackers: str, support: bool = False) -> Any:
    """Declare an attack on the hex `target` up to the roll, attackers in the order of the list."""
    ordered = sorted(attackers, key=list(p.units).index)
    play(p, f"attack {target}", *(f"with {unit}" for unit in ordered))
    if support:
        play(p, "support")
    return play(p, "fire")


def fight(p: Any, target: str, *attackers: str, roll: int, support: bool = False) -> Any:
    """Fight one attack on the hex `target` with a forced die."""
    declare(p, target, *attackers, support=support)
    assert p.to_move == "dice"
    return play(p, f"roll {roll}")


def result_of(p: Any, target: str, *attackers: str, roll: int, support: bool = False) -> str:
    """Fight on a copy and tell the result from what happened to the units.

    The position must leave every unit a hex to retreat to, or a retreat would look like a loss.
    """
    p = p.copy()
    before = p.units
    defender = next(u for u, h in before.items() if h == target)
    fight(p, target, *attackers, roll=roll, support=support)
    after = p.units
    if all(after[unit] == "eliminated" for unit in attackers):
        assert after[defender] == target
        return "Ae"
    if after[defender] == "eliminated":
        assert all(after[unit] == before[unit] for unit in attackers)
        return "Ee" if verb(p, "lose") else "De"
    assert after == before
    retreating = {action.split()[1] for action in verb(p, "retreat")}
    if retreating == {defender}:
        return "Dr"
    assert retreating == set(attackers), retreating
    return "Ar"


def custom(tmp_path: Path, edition: str, changes: Mapping[str, str], **options: bool) -> Any:
    """Load the game on a map of one's own: the published one, with pieces of its text replaced."""
    text = MAP.read_text(encoding="utf-8")
    for old, new in changes.items():
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    path = tmp_path / "map.toml"
    path.write_text(text, encoding="utf-8")
    return bh.load(edition, map=path, **options)


def check_attack(
    p: Any, target: str, attackers: Iterable[str], *, shift: int, support: bool = False
) -> None:
    """Check the shift of an attack, and by all six faces of the die that it is really made."""
    units = list(attackers)
    odds = p.odds(target, units, support=support)
    assert sum(entry.columns for entry in odds.shifts) == shift
    assert odds.column == column_of(odds.differential, shift)
    rolled = [result_of(p, target, *units, roll=n, support=support) for n in range(1, 7)]
    assert rolled == results_in(column_of(odds.differential, shift))
