"""Options of a game: names, and two with a value, `bid=SIDE:POINTS` and `scenario=ID`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

BID, SCENARIO = "bid", "scenario"
WITH_VALUE = (BID, SCENARIO)


def name_and_value(option: str) -> tuple[str, str]:
    """Return the name of an option, and its value, "" if it has none."""
    name, _, value = option.partition("=")
    return name, value


def name_of(option: str) -> str:
    """Return the name of an option, without its value."""
    return name_and_value(option)[0]


def value_of(options: Iterable[str], name: str) -> str:
    """Return the value of an option among these, "" if it is not on."""
    return next((value for one, value in map(name_and_value, options) if one == name), "")


def in_order(known: Sequence[str], options: Iterable[str]) -> tuple[str, ...]:
    """Return options in the order of `known`; those with a value come last."""
    given = sorted(options)
    return tuple(one for name in (*known, *WITH_VALUE) for one in given if name_of(one) == name)
