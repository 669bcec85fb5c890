"""A position of Across Suez, drawn."""

import tomllib
from importlib.resources import files

import pytest

from bridgehead import render
from bridgehead.titles.across_suez.formats.mapfile import own_map
from bridgehead.titles.across_suez.screen.style import style


@pytest.fixture(scope="session")
def units():
    data = files("bridgehead.titles.across_suez").joinpath("data/units.toml")
    return tomllib.loads(data.read_text(encoding="utf-8"))["unit"]


@pytest.fixture(scope="session")
def hexmap():
    return own_map()


@pytest.fixture(scope="session")
def look():
    return render.Style.of(style())


@pytest.fixture(scope="session")
def printed(units):
    """The units that every edition has, by id."""
    return {unit["id"]: unit for unit in units if "option" not in unit}


@pytest.fixture
def scene(hexmap, look, units):
    def make(position=None, **given):
        return render.position_scene(hexmap, look, units, position or {"turn": 2}, **given)

    return make
