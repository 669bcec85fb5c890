"""Terminal texts about units, hexes, odds and the state of a game, as plain lines."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any

from bridgehead.core.maps.hexmap import HexMap, hexside
from bridgehead.core.positions.decision import Decision
from bridgehead.core.titles.games import hex_title, title_of
from bridgehead.core.words.grammar import differentials, signed
from bridgehead.core.words.offers import summed
from bridgehead.terminal.hexes.counters import codes as codes_of_names
from bridgehead.terminal.hexes.counters import corner_names, corners, strength
from bridgehead.terminal.hexes.look import counter_colors, look
from bridgehead.terminal.screen.look import terminal_look
from bridgehead.terminal.screen.sides import label
from bridgehead.terminal.session import Session
from bridgehead.terminal.texts.common import ending, prompt, winner

RESULTS = {
    "Ar": "attackers retreat",
    "Ae": "attackers eliminated",
    "Ee": "equal elimination",
    "Dr": "defender retreats",
    "De": "defender eliminated",
}
PAIR = 40  # characters that two remarks have together in one line
DONE = (
    "moved", "landed", "brought_over", "fixed", "fought", "attacked", "bombarded", "displaced",
    "shaken",
)  # fmt: skip
DONE_WORDS = {"brought_over": "brought over", "fixed": "helps to cross", "shaken": "silent"}


def points(value: float) -> str:
    """Return movement points as printed: 8.5 is "8½"."""
    whole, half = divmod(round(value * 2), 2)
    return (f"{whole or ''}½" if half else str(whole)) if value else "0"


@lru_cache(maxsize=16)
def codes(game: Any) -> dict[str, str]:
    """Return the code of each unit of a game, which represents it on the map."""
    own = hex_title(game.id).terminal.short_names(game)
    return dict(own) or codes_of_names(game)


@lru_cache(maxsize=16)
def counters(game: Any) -> dict[str, dict[str, Any]]:
    """Return the counters in play by their ids."""
    return {counter["id"]: counter for counter in game.counters}


@lru_cache(maxsize=16)
def unit_names(game: Any) -> dict[str, str]:
    """Return the name of each unit in a sentence: its name, and its type if names repeat."""
    names = [str(counter["name"]) for counter in game.counters]
    return {
        counter["id"]: counter["name"]
        if names.count(counter["name"]) == 1 and not str(counter["name"]).isdigit()
        else f"{counter['name']} {counter['type'].replace('_', ' ')}"
        for counter in game.counters
    }


def occupants(position: Any) -> dict[str, list[str]]:
    """Return the units in each occupied hex, in the order of the counter list."""
    found: dict[str, list[str]] = {}
    for unit, place in position.units.items():
        if place.isdigit():
            found.setdefault(place, []).append(unit)
    return found


def unit_line(session: Session, unit: str) -> str:
    """Return a unit in one line: its name, type, strength, movement, and what it has done."""
    game, counter = session.game, counters(session.game)[unit]
    done = [
        DONE_WORDS.get(word, word) for word in DONE if unit in session.decision.data.get(word, ())
    ]
    kind = counter["type"].replace("_", " ")
    owner = label(game, counter["side"])
    if "movement" in counter:
        return ", ".join([f"{counter['name']} ({owner}, {kind}) {strength(game, counter)}", *done])
    of, known = hex_title(game.id).terminal.formation(game, counter, owner), terminal_look(game.id)
    about = (
        f"{counter['name']}: {of} {kind} {counter['size']}, {known.mobilities[counter['mobility']]}"
    )
    if "strength" in counter:
        return ", ".join([f"{about}, strength {counter['strength']}", *done])
    values = corners(game, counter).items()
    return ", ".join([about, *(f"{name} {number}" for name, number in values), *done])


def hex_costs(game: Any, number: str) -> str:
    """Return the terrain of a hex and the cost of entering it."""
    terrain = game.map.terrain_of(number)
    price = _price(game.id, terrain)
    cost = f"costs {points(price / 2)}" if price is not None else "closed to units"
    return f"{terrain.replace('_', ' ')}, {cost}"


@lru_cache(maxsize=64)
def _price(game_id: str, terrain: str) -> int | None:
    return hex_title(game_id).screen.terrain_cost(game_id, terrain)


def hex_features(game_map: HexMap, number: str) -> list[str]:
    """Return the roads, trails and hexsides of a hex with their directions, and its contents."""
    found = []
    kinds = {kind: game_map.path_steps(kind) for kind in ("road", "trail")}
    for kind, places in {**kinds, **game_map.hexsides}.items():
        ways = [
            _direction(game_map, number, other)
            for other in game_map.grid.neighbors(number)
            if hexside(number, other) in places
        ]
        if ways:
            found.append(f"{kind.replace('_', ' ')} {' '.join(ways)}")
    found += [f"entry {name}" for name, place in game_map.entries.items() if place == number]
    found += [f"span {name}" for name, span in game_map.spans.items() if number in span]
    if number in game_map.objectives:
        found.append("objective")
    found += [
        kind.replace("_", " ")
        for kind, places in game_map.areas.get("features", {}).items()
        if number in places
    ]
    return found


def _direction(game_map: HexMap, number: str, other: str) -> str:
    direction = game_map.grid.direction(number, other)
    return ("N", "NE", "SE", "S", "SW", "NW")[direction] if direction is not None else "?"


def hex_lines(session: Session, number: str) -> list[str]:
    """Describe a hex."""
    game_map = session.game.map
    name = game_map.names.get(number, "")
    lines = [f"{number}{f' {name}' if name else ''}: {hex_costs(session.game, number)}"]
    features = hex_features(game_map, number)
    if features:
        lines.append(", ".join(features))
    return lines + [
        unit_line(session, unit) for unit in occupants(session.position).get(number, [])
    ]


def odds_lines(odds: Any) -> list[str]:
    """Return an attack's odds: differential, each shift with its case, the column, the chances.

    If there are two tables to choose from, each has its own line.
    """
    lines = []
    for shift in odds.shifts:
        way = "right" if shift.columns > 0 else "left"
        lines.append(f"{shift.name}: {abs(shift.columns)} {way} [{shift.case}]")
    tables = getattr(odds, "tables", None)
    if tables is None:
        lines.append(
            f"differential {signed(odds.differential)} ({odds.attack}-{odds.defense}), "
            f"column {differentials(odds.column_label)}"
        )
        return lines + [
            f"{result} {RESULTS[result]} {share(chance)}" for result, chance in odds.results.items()
        ]
    lines.insert(0, f"differential {signed(odds.differential)} ({odds.attack}-{odds.defense})")
    if odds.night_die:
        lines.append("the night die is still to come [7.19]")
    if odds.protection:
        lines.append(f"protective fire: up to {odds.protection} more [8.10]")
    for name, table in tables.items():
        chances = "  ".join(f"{result} {_part(chance)}" for result, chance in table.results.items())
        lines.append(f"{name}, column {differentials(table.column_label)}: {chances}")
    return lines + idle_lines(odds)


def idle_lines(odds: Any) -> list[str]:
    """Return which of the possible results have no effect in this attack."""
    results = {name for table in odds.tables.values() for name in table.results}
    idle = [name for name in odds.idle if name in results]
    return [f"no effect by fire alone: {' '.join(idle)} [8.6]"] if idle else []


def short_odds(odds: Any) -> list[str]:
    """Return an attack's odds in few lines: totals, shifts, possible further shifts, each table.

    The chances are out of six, or out of a hundred if a night die is still to be rolled.
    """
    if not hasattr(odds, "tables"):
        return odds_lines(odds)
    whole = 100 if odds.night_die else 6
    lines = [
        f"{odds.attack} against {odds.defense}: {signed(odds.differential)}, chances of {whole}"
    ]
    lines += [f"{shift.name} {signed(shift.columns)} [{shift.case}]" for shift in odds.shifts]
    later = [f"protective fire to {odds.protection} [8.10]"] if odds.protection else []
    if later + (["night"] if odds.night_die else []):
        lines.append("to come: " + ", ".join([*later, *(["night"] if odds.night_die else [])]))
    lines += idle_lines(odds)
    for name, table in odds.tables.items():
        parts = " ".join(f"{r}:{round(float(c) * whole)}" for r, c in table.results.items())
        lines.append(f"{name} {table.column_label}: {parts}")
    return _joined(lines, len(odds.tables))


def _joined(lines: list[str], tables: int) -> list[str]:
    """Combine short lines before those of the tables in pairs."""
    found: list[str] = []
    for line in lines[:-tables]:
        if found and len(found[-1]) + len(line) < PAIR:
            found[-1] += f" · {line}"
        else:
            found.append(line)
    return found + lines[-tables:]


def _part(chance: Fraction) -> str:
    return f"{chance * 6}/6" if (chance * 6).denominator == 1 else f"{round(float(chance) * 100)}%"


def share(chance: Fraction) -> str:
    """Return a chance in sixths and in percent: "2/6 33%"."""
    return f"{chance * 6}/6 {round(float(chance) * 100)}%"


# The state of the game

COUNTED = {"map": "on the map", "across": "across", "exited": "exited",
           "eliminated": "eliminated", "due": "due", "later": "later"}  # fmt: skip


def counts(session: Session) -> dict[str, dict[str, int]]:
    """Return for each side the numbers of units on the map, exited, lost and to come."""
    return hex_title(session.game.id).screen.counts(session.position)


def counts_line(session: Session, side: str, found: Mapping[str, int]) -> str:
    """Return the numbers of a side's units in one line."""
    told = ", ".join(f"{found[key]} {word}" for key, word in COUNTED.items() if key in found)
    return f"{label(session.game, side)}: {told}"


def arrivals(session: Session) -> dict[tuple[str, int], list[str]]:
    """Return the codes of the units that are off the map, by side and first turn."""
    found: dict[tuple[str, int], list[str]] = {}
    where, first_turn = session.position.units, hex_title(session.game.id).screen.first_turn
    short = codes(session.game)
    for counter in session.game.played:
        turn = first_turn(session.game, counter)
        if turn is None and session.position.phase == "setup":
            turn = 1
        if where[counter["id"]] == "off" and turn is not None:
            found.setdefault((counter["side"], turn), []).append(short[counter["id"]])
    return found


def arrival(game: Any, unit: str, verb: str) -> str:
    """Return a line about a unit that can arrive: how, its name, its values, where."""
    counter = counters(game)[unit]
    entry = str(counter.get("entry", "")) if verb in ("enter", "cross") else ""
    place = f"at {entry} {game.map.entries.get(entry, '')}".rstrip() if entry else ""
    kind = "" if "movement" in counter else f"{counter['type'].replace('_', ' ')} "
    return f"{verb:<6} {counter['name']:<10} {kind}{strength(game, counter):<6} {place}".rstrip()


def last_turn(session: Session) -> int | None:
    """Return the last turn of the game, None if it is not fixed, or not to be shown here.

    A number that only one side knows is shown if no person plays the other side.
    """
    return hex_title(session.game.id).screen.last_turn(session.position, session.viewer)


def turn_label(session: Session) -> str:
    """Return the turn, with the last one if that is known: "Turn 3 of 7"."""
    last = last_turn(session)
    return f"Turn {session.position.turn}" + (f" of {last}" if last else "")


def headline(session: Session) -> str:
    """Return turn, time of day, phase and the side to decide, in one line."""
    position = session.position
    if position.result is not None:
        return f"{winner(position)}: {position.result.reason}"
    day = "night" if position.is_night else "day"
    if not look(session.game).nights:
        day = time_of(session)
    return (
        f"{turn_label(session)}, {day} · "
        f"{possessive(session.game, position.side)} {position.phase} phase · {asked(session)}"
    )


def time_of(session: Session) -> str:
    """Return the date and time of a turn, as on its track."""
    style = hex_title(session.game.id).style(session.game.id)
    track = style.get("turns", [])
    turn = session.position.turn
    return str(track[turn - 1]) if isinstance(track, list) and turn <= len(track) else "day"


def possessive(game: Any, side: str) -> str:
    """Return a side's name as a possessive: "Israel's", "Anglo-French"."""
    name = label(game, side)
    return f"{name}'s" if name.isalpha() else name


def asked(session: Session) -> str:
    """Return the side to decide and the question."""
    return prompt(session.game, session.to_move, session.decision_step)


def attack_line(session: Session) -> str:
    """Return the units and hexes of the present attack: "attack by 1 P, 2 air on 4 in 4112"."""
    combat = session.position.to_dict().get("combat", {})
    names = title_of(session.game.id).unit_names(session.game)
    given = [f"{n} {name.replace('-', ' ')}" for name, n in combat.get("markers", {}).items()]
    attackers = [names[unit] for unit in combat["attackers"]] + given
    targets = [names[unit] for unit in combat["defenders"]]
    aims = " ".join(combat["aims"])
    return f"attack by {', '.join(attackers)} on {', '.join(targets)} in {aims}"


def limit_lines(session: Session, unit: str | None = None) -> list[str]:
    """Return information for the person to decide, or for moving a unit now."""
    position = session.position
    found = hex_title(session.game.id).screen.limits(position, Decision.of(position))
    told = summed([one for one in found if not one.units or unit in one.units])
    return [f"{one.text} [{one.case}]." for one in told]


def result_lines(session: Session) -> list[str]:
    """Return lines about how a game ended."""
    if session.position.result is None:
        return []
    count, lines = counts(session), ending(session.position)
    game = session.game
    tally = hex_title(game.id).terminal.tally(game)
    if tally is not None:
        lines.append(f"{tally.told}: {count[tally.side][tally.place]}")
    lines += [f"{label(game, side)} lost {count[side]['eliminated']} units" for side in count]
    return lines + ledger_lines(session)


def has_ledger(session: Session) -> bool:
    """Whether the game is won by victory points that are counted during the game."""
    return hasattr(session.position, "ledger")


def ledger_lines(session: Session) -> list[str]:
    """Return the victory points of each side, and the reasons for them."""
    if not has_ledger(session):
        return []
    lines = []
    totals = session.position.points
    for side, entries in session.position.ledger.items():
        lines.append(f"{label(session.game, side)}: {points(totals[side])} victory points")
        lines += [f"  {points(value):>4}  {name}" for name, value in entries.items()]
    told = hex_title(session.game.id).screen.ledger(session.position)
    at_end = {side: one["atEnd"] for side, one in (told or {}).items() if "atEnd" in one}
    if at_end:
        each = ", ".join(f"{label(session.game, side)} {points(n)}" for side, n in at_end.items())
        lines.append(f"If the game ended now, objectives included: {each}")
    return lines


def marker_lines(session: Session) -> list[str]:
    """Return the airstrikes that are left, and the naval guns that can still fire."""
    position = session.position
    if not hasattr(position, "air"):
        return []
    left = [f"{number} {name.replace('-', ' ')}" for name, number in position.air.items()]
    used = session.decision.data.get("guns_used", ())
    guns = [name.replace("-", " ") for name in session.game.guns if name not in used]
    return [f"markers left: {', '.join([*left, *guns])}"]


def signs_line(game: Any) -> str:
    """Return the meanings of the map's signs, in one line."""
    shown, known = look(game), terminal_look(game.id)
    signs = "  ".join(
        f"{known.terrain[kind].sign} {kind.replace('_', ' ')}" for kind in shown.terrain
    )
    own = hex_title(game.id).terminal.SIGNS
    if own:
        return f"{signs}  {own}"
    others = "  ".join(f"{mark[0]} {word}" if mark[0] in "═┄" else f"{mark} {word}"
                       for mark, word in shown.signs.items())  # fmt: skip
    units = "  ".join(
        f"inf3{closing} {name}" for name, closing in dict.fromkeys(
            (_owner(game, counter), _closing(game, counter)) for counter in game.counters
        )
    )  # fmt: skip
    return f"{signs}  {others}  {units}{_corners(game.id)}"


def _corners(game_id: str) -> str:
    """Return the meaning of a counter's numbers in the corners, "" if none has any."""
    if not corner_names(game_id):
        return ""
    first, *_, last = corner_names(game_id).values()
    types = title_of(game_id).style(game_id)["types"].values()
    kind = next(one["label"] for one in types if one.get("sample") == "corners").lower()
    return f"  2r30 {kind}: {first} and {last}"


def _owner(game: Any, counter: Mapping[str, Any]) -> str:
    nation = str(counter.get("nation", ""))
    return nation.capitalize() if nation else label(game, counter["side"])


def _closing(game: Any, counter: Mapping[str, Any]) -> str:
    return counter_colors(game.id, counter).brackets[1]
