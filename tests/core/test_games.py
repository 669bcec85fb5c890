"""Finding a game by its id and its options."""

from __future__ import annotations

from pathlib import Path

import pytest

import bridgehead as bh

pytestmark = [pytest.mark.plain]


def test_the_games_that_there_are() -> None:
    ids = [info.id for info in bh.games()]
    assert ids[:3] == ["across-suez-1980", "across-suez-1995", "across-suez-reprint"]
    for info in bh.games():
        assert bh.game_info(info.id) is info
        game = bh.load(info.id)
        assert (game.id, game.sides, game.options) == (info.id, info.sides, ())
        assert game.own_map
        assert info.title
        assert info.edition
        assert info.about


def test_an_unknown_game_says_which_was_meant_and_which_there_are() -> None:
    with pytest.raises(bh.UnknownGame) as caught:
        bh.load("Across-Suez-1981")
    assert "unknown game 'Across-Suez-1981' (did you mean across-suez-19" in str(caught.value)
    assert "there are across-suez-1980, across-suez-1995, across-suez-reprint" in str(caught.value)
    with pytest.raises(bh.UnknownGame) as caught:
        bh.load("chess")
    assert "did you mean" not in str(caught.value)


def test_an_unknown_option_says_which_was_meant_and_which_there_are() -> None:
    with pytest.raises(bh.UnknownOption) as caught:
        bh.load("across-suez-reprint", commando=True)
    assert "has no option 'commando' (did you mean commandos?); it has: airborne" in str(
        caught.value
    )
    with pytest.raises(bh.UnknownOption, match="has no option 'marines'; it has: none"):
        bh.load("across-suez-1980", marines=True)
    with pytest.raises(bh.UnknownOption, match="'marines'"):  # also where it is to be off
        bh.load("across-suez-1995", marines=False)
    with pytest.raises(bh.UnknownGame):
        bh.load("across-suez", marines=True)


def test_options_that_are_off_are_not_on() -> None:
    game = bh.load("across-suez-reprint", marines=True, commandos=False)
    assert game.options == ("marines",)
    assert game == bh.load("across-suez-reprint", marines=True)
    assert game != bh.load("across-suez-reprint")
    assert hash(game) == hash(bh.load("across-suez-reprint", marines=True))
    assert repr(game) == "bridgehead.load('across-suez-reprint', marines=True)"
    assert game != "across-suez-reprint"


def test_a_game_is_made_once_and_another_of_the_same_map_is_the_same(tmp_path: Path) -> None:
    game = bh.load("across-suez-1980")
    assert bh.load("across-suez-1980") is game
    (tmp_path / "map.toml").write_text(game.map.text, encoding="utf-8")
    other = bh.load("across-suez-1980", map=tmp_path / "map.toml")
    assert other == game
    assert hash(other) == hash(game)
    assert other.start() == game.start()


def test_every_error_of_the_package_is_one_kind() -> None:
    for error in (
        bh.IllegalAction, bh.MalformedAction, bh.InvalidMap, bh.InvalidPosition,
        bh.InvalidRecord, bh.UnknownGame, bh.UnknownOption, bh.UnknownPlayer,
    ):  # fmt: skip
        assert issubclass(error, bh.BridgeheadError)
        assert issubclass(error, ValueError)
