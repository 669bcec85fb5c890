"""Scenarios between computer players: who cannot win is found, and what is even is called so."""

from __future__ import annotations

import pytest

from bridgehead.lab.scenarios import balance, cannot_win, is_even
from bridgehead.lab.simulate import Summary
from tests.core.test_scenarios import loaded

SMALL = 'units = ["reshef-1", "matt-1", "16-1"]\n[start]\nturn = 2\n'
IMPOSSIBLE = SMALL + '[[victory.conditions]]\nside = "israel"\nreach = ["1401"]\n'
POSSIBLE = SMALL + '[[victory.conditions]]\nside = "israel"\nacross = 1\n'


def test_a_side_that_cannot_win_is_named() -> None:
    with loaded(IMPOSSIBLE) as game:
        (told,) = cannot_win(game)
        assert told.startswith("israel has won none of 84 games, the last 12 as captain@96n")


def test_a_side_that_can_win_with_some_care_is_not_named() -> None:
    """Egypt wins nearly nothing here, but the captain against the recruit does."""
    with loaded(POSSIBLE) as game:
        assert not any(told.startswith("israel") for told in cannot_win(game))


def test_equal_players_are_counted() -> None:
    with loaded(IMPOSSIBLE) as game:
        found = balance(game, "recruit", 10)
    assert found.wins == {"israel": 0, "egypt": 10, "draw": 0}
    assert found.players == {"israel": "recruit", "egypt": "recruit"}
    assert not is_even(found)


@pytest.mark.plain
@pytest.mark.parametrize(
    ("wins", "even"),
    [((50, 50, 0), True), ((66, 34, 0), False), ((40, 30, 30), True), ((30, 29, 41), False)],
)
def test_what_is_even(wins: tuple[int, int, int], even: bool) -> None:
    counts = dict(zip(("israel", "egypt", "draw"), wins, strict=True))
    found = Summary("", (), 100, 1, {}, counts, {}, 0, 0, 0, 0.0)
    assert is_even(found) == even


def test_the_commands_say_it(capsys: pytest.CaptureFixture[str]) -> None:
    from bridgehead.cli import main

    words = ["scenarios", "balance", "across-suez-1980", "corridor", "--player", "recruit"]
    assert main([*words, "--games", "4"]) == 0
    assert capsys.readouterr().out.startswith("corridor: israel ")
    assert main(["scenarios", "balance", "across-suez-1980", "corridr"]) == 1
    assert "did you mean corridor" in capsys.readouterr().err
