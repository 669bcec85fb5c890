"""Scripted opponents: players written by hand, each with one style.

They use the Python API of positions (legal actions, views, odds) and no code of the package's
players. They find weaknesses that no sergeant exploits, so tests and measurements use them:

    python -m benchmarks.scripted across-suez-1980 --against general@0.3 --games 20
"""

from __future__ import annotations

from benchmarks.scripted import across_suez, middle_east_battles, october_war
from benchmarks.scripted.script import Script

ACROSS_SUEZ: tuple[type[Script], ...] = (
    across_suez.SandwichKiller,
    across_suez.Ambusher,
    across_suez.LineOfficer,
    across_suez.TurtleAndRusher,
)
MIDDLE_EAST_BATTLES: tuple[type[Script], ...] = (
    middle_east_battles.ObjectiveRusher,
    middle_east_battles.Attrition,
    middle_east_battles.Fortress,
)
OCTOBER_WAR: tuple[type[Script], ...] = (
    october_war.OneTheater,
    october_war.AirAndGround,
    october_war.ObjectiveHopper,
)
BY_TITLE = {
    "across-suez": ACROSS_SUEZ,
    "suez-56": MIDDLE_EAST_BATTLES,
    "el-arish-67": MIDDLE_EAST_BATTLES,
    "october-war": OCTOBER_WAR,
}


def scripts(game_id: str) -> tuple[type[Script], ...]:
    """Return the scripted opponents of a game."""
    for prefix, found in BY_TITLE.items():
        if game_id.startswith(prefix):
            return found
    raise SystemExit(f"{game_id} has no scripted opponents")
