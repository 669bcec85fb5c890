"""The laboratory on a title without kernels, whose dice draw as well."""

from __future__ import annotations

import pickle

import pytest

from bridgehead import players
from bridgehead.core.titles import games
from bridgehead.core.titles.dataset import from_texts
from bridgehead.core.titles.games import game_info
from bridgehead.lab.ladder import ladder
from bridgehead.lab.matches import Recipe
from bridgehead.lab.perft import divide, perft
from bridgehead.lab.simulate import simulate
from bridgehead.titles.october_war.formats.mapfile import own_map
from tests import urn

GAME = urn.Urn()


@pytest.fixture(autouse=True)
def _registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(games._games, urn.ID, urn.INFO)


def test_draws_are_counted_with_the_rolls() -> None:
    found = simulate(GAME, games=30, seed=2)
    assert found.rolls == 30 * 2 * urn.TURNS
    assert sum(found.wins.values()) == 30
    assert found.decisions >= 30 * 2 * urn.TURNS
    assert simulate(GAME, games=30, seed=2).wins == found.wins


def test_a_ladder_of_recruits() -> None:
    def other(game: urn.Urn, seed: int) -> players.Player:
        return players.create(game, "recruit", seed)

    assert sum(ladder(GAME, ["recruit", other], pairs=5)["score"].values()) == 1


def test_perft_counts_draws() -> None:
    position = GAME.start()
    assert perft(position, 1) == 3
    position.push("end")
    assert perft(position, 1) == 5
    assert perft(position, 2) == 30
    assert divide(position, 2) == {f"draw {ball}": 6 for ball in urn.BALLS}


def test_data_of_ones_own_travel_to_other_processes() -> None:
    text = own_map().text.replace(own_map().name, "Another map", 1)
    data = from_texts(game_info("october-war").data, {"map.toml": text})
    recipe = Recipe("october-war", (), data.digest, data)
    again = pickle.loads(pickle.dumps(recipe))
    assert again == recipe
    assert again.data.map == data.map
    assert again.data.digest == data.digest
    assert not again.data.own
