"""What every test shares: small positions, forced shots, the phases gone through by ending them.

Everything here goes through the public contract only; nothing is taken from the engine's inside.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import bridgehead as bh
from tests.rules.helpers import illegal, legal, play, reach, verb  # noqa: F401 - for the tests

GAME = "october-war"
NONE = {"israel": 0, "egypt": 0, "syria": 0}


@cache
def game(*options: str) -> Any:
    """Return the game, loaded once."""
    return bh.load(GAME, **dict.fromkeys(options, True))


@cache
def nobody() -> dict[str, str]:
    """Return a place for every counter: out of the game."""
    return dict.fromkeys(game().units, "permanently-eliminated")


def pos(
    units: Mapping[str, str],
    *,
    turn: int = 2,
    side: str = "arab",
    phase: str = "movement 1",
    options: Sequence[str] = (),
    **more: Any,
) -> Any:
    """Return a position with these counters alone; every other counter is out for good."""
    data = {
        "game": GAME, "turn": turn, "side": side, "phase": phase,
        "units": nobody() | dict(units), **more,
    }  # fmt: skip
    if options:
        data["options"] = list(options)
    return game(*options).position(data)


def movement(units: Mapping[str, str], side: str = "arab", **more: Any) -> Any:
    """Return a position in the first movement phase of a side."""
    return pos(units, side=side, phase="movement 1", step="movement", **more)


def second(units: Mapping[str, str], side: str = "arab", **more: Any) -> Any:
    """Return a side's second movement phase, begun by ending the combat phase before it.

    Marks of the first movement phase ("moved") are given with `more`.
    """
    p = pos(units, side=side, phase="combat 1", step="battles", **more)
    assert "end" in p.legal_actions(), list(p.legal_actions())
    play(p, "end")
    assert (p.phase, p.step) == ("movement 2", "movement"), (p.phase, p.step)
    return p


def combat(
    units: Mapping[str, str], side: str = "arab", phase: str = "combat 1", **more: Any
) -> Any:
    """Return a position in which the battles of a combat phase are to be chosen."""
    return pos(units, side=side, phase=phase, step="battles", **more)


def administration(units: Mapping[str, str], **more: Any) -> Any:
    """Return a position in which the turn is ended by `end` [step 4]."""
    return pos(units, phase="administration", step="bridges", **more)


def end_turn(p: Any) -> Any:
    """End the Administrative Phase for whoever is still asked."""
    while p.result is None and p.phase == "administration":
        play(p, "end")
    return p


def hit(units: Mapping[str, str], at: str, victim: str, hits: int = 1, **more: Any) -> Any:
    """Return a battle in which a side is to take hits now; the other side attacks."""
    attacker = "arab" if victim == "israel" else "israel"
    more = {"nation": "egypt", "first": attacker, "firing": attacker, "rounds": 1} | more
    return pos(
        units, side=attacker, phase="combat 1", step="damage", owner=victim, battle=at,
        source="battle", target=at, victim=victim, chooser=victim, hits=hits, any_result=1,
        **more,
    )  # fmt: skip


def shoot(p: Any, unit: str, die: int) -> Any:
    """Let a unit of the battle fire, with this die."""
    return play(p, f"fire {unit}", f"roll {die}")


def moves(p: Any, unit: str) -> set[str]:
    """Return where moves of a unit may end now."""
    return {way.split()[-1] for way in reach(p, unit)}


def where(p: Any, *units: str) -> list[str]:
    """Return where counters are."""
    return [p.units[unit] for unit in units]


def control(p: Any, point: str) -> str | None:
    """Return who controls a point that has changed hands; None: as at the start."""
    found: str | None = p.to_dict().get("control", {}).get(point)
    return found


def field(p: Any, name: str, default: Any = 0) -> Any:
    """Return a field of a position's data, its default where it is left out."""
    return p.to_dict().get(name, default)


def stock(p: Any, name: str, of: str) -> int:
    """Return a number kept for Israel, Egypt and Syria ("points", "ew", …)."""
    return int(field(p, name, NONE)[of])
