"""Make the recorded games of October War: every ending, every level, the ceasefire.

python -m tests.records.make_october

Two games are played whole by recruits. The others begin shortly before their end, in a position
that the record carries, because an ending that nobody seeks takes thousands of games to come about.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import bridgehead as bh
from bridgehead import players

FOLDER = Path(__file__).parent
GAME = bh.load("october-war")
STANDARD = GAME.position({"game": GAME.id}).to_dict()["units"]
POINTS = {point.id: point for point in GAME.map.points}


def having(feature: str) -> list[str]:
    """Return the points with a feature."""
    return [id_ for id_, point in POINTS.items() if feature in point.features]


def last_battles(**fields: Any) -> dict[str, Any]:
    """Return a position at the end of Israel's second combat phase."""
    return {"game": GAME.id, "turn": 3, "side": "israel", "owner": "israel", "phase": "combat 2",
            "step": "battles", **fields}  # fmt: skip


def arab_holds(theater: str) -> dict[str, Any]:
    """Return a position in which the Arabs have what they need on one map."""
    forts, objective = ("bar_lev", "refidim") if theater == "sinai" else (
        "purple_line_fort", "nafah",
    )  # fmt: skip
    taken = [*having(forts), *(having("pass") if theater == "sinai" else []), objective]
    units = {unit: place for unit, place in STANDARD.items() if place not in taken}
    units["4-armor-div" if theater == "sinai" else "1-armor-div"] = objective
    return last_battles(units=units, control=dict.fromkeys(taken, "arab"))


def israel_holds() -> dict[str, Any]:
    """Return a position in which Israel is in two cities and every Arab fort."""
    taken = ["port-said", "suez-city", *having("arab_fort")]
    west = {*having("bar_lev"), *having("west_of_purple_line")}
    sides = {unit["id"]: unit["side"] for unit in GAME.counters}
    units = {
        unit: place
        for unit, place in STANDARD.items()
        if not (sides[unit] == "arab" and (place in taken or place in west))
    }
    brigades = [u for u in STANDARD if u.startswith(("armor-", "mech-", "para-"))]
    units |= dict(zip(brigades, taken, strict=False))
    return last_battles(units=units, control=dict.fromkeys(taken, "israel"))


def casualties(index: str, number: int) -> dict[str, Any]:
    """Return a position of turn 3 in which one index is at its edge."""
    return {"game": GAME.id, "turn": 3, "phase": "movement 1", "casualties": {index: number}}


# name -> where it begins, what is done first, winner, ending
SHORT: dict[str, tuple[dict[str, Any], tuple[str, ...], str, str]] = {
    "israeli-casualties": (casualties("israel", 70), (), "arab", "israeli casualties"),
    "egyptian-casualties": (casualties("egypt", 60), (), "israel", "egyptian casualties"),
    "syrian-casualties": (casualties("syria", 60), (), "israel", "syrian casualties"),
    "arab-sinai": (arab_holds("sinai"), (), "arab", "arab sudden death sinai"),
    "arab-golan": (arab_holds("golan"), (), "arab", "arab sudden death golan"),
    "israeli-sudden-death": (israel_holds(), (), "israel", "israeli sudden death"),
    "major-arab": (last_battles(turn=9, casualties={"israel": 30}), (), "arab", "major victory"),
    "major-israel": (
        last_battles(turn=9, casualties={"egypt": 40, "syria": 30}), (), "israel", "major victory",
    ),
    "minor-israel": (
        last_battles(turn=9, casualties={"egypt": 20, "syria": 15}), (), "israel", "minor victory",
    ),
    "minor-arab": (last_battles(turn=9, casualties={"israel": 15}), (), "arab", "minor victory"),
    "even": (last_battles(turn=9, casualties={"israel": 10}), (), "draw", "draw"),
    "ceasefire": (
        {"game": GAME.id, "turn": 4, "phase": "event", "owner": "dice", "step": "event draw",
         "pool": ["arab-ceasefire", "israeli-option", "combined-arms"]},
        (), "draw", "draw",
    ),
    "resigned": (casualties("israel", 10), ("resign",), "israel", "resigned"),
}  # fmt: skip


def play(record: Any, seed: int) -> Any:
    """Let recruits play a record to its end."""
    sides = {side: players.create(record.game, "recruit", seed + k)
             for k, side in enumerate(record.game.sides)}  # fmt: skip
    while (side := record.position.to_move) is not None:
        if side == "dice":
            record.roll()
        else:
            record.do(sides[side].choose(record.position))
    return record


def make(name: str) -> None:
    """Make one short game."""
    data, first, winner, ending = SHORT[name]
    for seed in range(60):
        record = bh.Record.new(GAME, "seeded", seed=seed, start=GAME.position(data))
        for action in first:
            record.do(action)
        play(record, seed)
        result = record.position.result
        early = name != "ceasefire" or record.position.turn == 4
        if early and (result.winner, result.ending) == (winner, ending):
            record.save(FOLDER / f"october-{name}.json")
            print(name, seed, len(record.actions), record.position.turn, result.reason)
            return
    raise SystemExit(f"no game ended {name!r}")


def main() -> None:
    """Make them all."""
    for name in SHORT:
        make(name)
    for name, endings in (("whole", ("draw",)), ("whole-won", ("minor victory", "major victory"))):
        for seed in range(60):
            record = play(bh.Record.new(GAME, "seeded", seed=seed), seed)
            if record.position.result.ending in endings:
                record.save(FOLDER / f"october-{name}.json")
                print(name, seed, len(record.actions), record.position.turn)
                break
        else:
            raise SystemExit(f"no whole game ended by {endings}")


if __name__ == "__main__":
    main()
