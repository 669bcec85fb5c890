"""Stacks, displays and battles as lines of text, made from one side's view and nothing else."""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from bridgehead.core.titles.games import point_title
from bridgehead.core.words.grammar import signed
from bridgehead.render import point_style_of
from bridgehead.render.hexes.counters import SIZES
from bridgehead.render.points import PointScene as Drawn
from bridgehead.render.points.displays import event_lines as event_lines_of
from bridgehead.render.points.scene import Piece
from bridgehead.render.points.signs import describe_point
from bridgehead.terminal.points.chart import PointScene
from bridgehead.terminal.points.look import place_names, unit_names
from bridgehead.terminal.screen.look import terminal_look
from bridgehead.terminal.screen.sides import label

TURN = "turn-track:"


def wrapped(line: str, width: int) -> Iterator[str]:
    """Yield a line wrapped at blanks, with a hanging indent."""
    indent = line[: len(line) - len(line.lstrip())]
    if len(line) <= width:
        yield line
        return
    yield from textwrap.wrap(line.strip(), width, initial_indent=indent,
                             subsequent_indent=f"{indent}    ")  # fmt: skip


# Stacks


def piece_line(game: Any, piece: Piece) -> str:
    """Return a counter in one line: name, kind, strength, abilities, what it has done."""
    style = point_style_of(game).style
    name = unit_names(game)[piece.id]
    kind = _small(style.types[piece.type].label)
    named = kind.split()[0][:5] in name.lower() or piece.air
    bracket = f" [{piece.bracket}]" if piece.bracket is not None else ""
    told = [f"{name}{'' if named else f', {kind}'}: {piece.strength}{bracket}"]
    if piece.hq is not None:
        told.append(f"HQ {piece.hq}")
    told += [word for word, on in (("elite", piece.elite), ("airmobile", piece.airmobile),
                                   ("combined arms", piece.back)) if on]  # fmt: skip
    marks = f" ({', '.join(piece.marks)})" if piece.marks else ""
    return ", ".join(told) + marks


def _small(text: str) -> str:
    return text[:1].lower() + text[1:]


def place_lines(game: Any, seen: Drawn, place: str) -> list[str]:
    """Describe a place: terrain, control, routes, its units."""
    names = place_names(game)
    control = seen.view.get("control", {})
    point = next((point for point in game.map.points if point.id == place), None)
    if point is not None:
        told = describe_point(point_style_of(game), point).partition(", ")[2]
        holder = control.get(place, point.control)
        held = f", {label(game, holder)}" if holder in game.sides else ""
        lines = [f"{names[place]} ({place}): {told}{held}"]
    else:
        lines = [f"{names[place]} ({place})"]
    for side in game.sides:
        pieces = [piece for piece in seen.pieces if piece.place == place and piece.side == side]
        hidden = seen.hidden.get(place, {}).get(side, 0)
        if pieces or hidden:
            strength = sum(piece.strength for piece in pieces)
            lines.append(f"{label(game, side)}: {_sum(len(pieces), strength, hidden)}")
        lines += [f"  {piece_line(game, piece)}" for piece in pieces]
    return lines + route_lines(game, seen, place)


def _sum(count: int, strength: int, hidden: int) -> str:
    seen = f"{_number(count, 'counter')}, strength {strength}" if count else ""
    unseen = f"{_number(hidden, 'hidden counter')}" if hidden else ""
    return ", ".join(filter(None, (seen, unseen)))


def _number(n: int, word: str) -> str:
    return f"{n} {word}" if n == 1 else f"{n} {word}s"


def route_lines(game: Any, seen: Drawn, place: str) -> list[str]:
    """Return the neighbors of a place by routes, grouped by kind."""
    names, found = place_names(game), dict[str, list[str]]()
    bridges, paths = seen.view.get("bridges", {}), point_style_of(game).style.paths
    for route in game.map.routes:
        if place in (route.a, route.b):
            other = route.b if route.a == place else route.a
            built = bridges.get(route.a) or bridges.get(route.b)
            kind = route.kind.replace("_", " ")
            if paths[route.kind].bridged and built:
                kind = f"bridge ({label(game, built)})"
            found.setdefault(kind, []).append(names[other])
    for area in game.map.reserves:
        for edges in area.edges.values():
            if place in edges:
                found.setdefault("road", []).append(names[area.id])
            if place == area.id:
                found.setdefault("road", []).extend(names[edge] for edge in edges)
    return [f"{kind}: {', '.join(others)}" for kind, others in found.items()]


def stack_lines(game: Any, seen: Drawn, theater: str | None = None) -> list[str]:
    """Return every stack on the map, one paragraph for each occupied place."""
    scene = PointScene.of(game.map, seen)
    names, looks = place_names(game), terminal_look(game.id).sides
    lines: list[str] = []
    for t in game.map.theaters:
        if theater not in (None, t.id):
            continue
        lines.append(f"{t.name}")
        places = [p.id for p in game.map.points if p.theater == t.id]
        for place in [*places, *(r.id for r in game.map.reserves if t.id in r.edges)]:
            if place not in scene.stacks:
                continue
            told = " ".join(stack.text(looks[side]) for side, stack in scene.stacks[place].items())
            pieces = [piece for piece in seen.pieces if piece.place == place and not piece.air]
            who = "; ".join(_short(game, piece) for piece in pieces)
            lines.append(f"  {names[place]:<18} {told:<10} {who}".rstrip())
    return lines


def _short(game: Any, piece: Piece) -> str:
    """Return a counter in few words: "HQ 7 (1, HQ 1, moved)", "4 mechanized division (7[9])"."""
    bracket = f"[{piece.bracket}]" if piece.bracket is not None else ""
    told = [f"{piece.strength}{bracket}", *piece.marks]
    if piece.hq is not None:
        told.insert(1, f"HQ {piece.hq}")
    return f"{unit_names(game)[piece.id]} ({', '.join(told)})"


# Displays


def stock_lines(game: Any, seen: Drawn) -> list[str]:
    """Return what each stock has, in columns as wide as their headings, and its casualties."""
    look, view = point_style_of(game), seen.view
    counted = [(one.field, one.column, len(one.column) + 2) for one in look.displays.counted]
    heads = "".join(f"{head:>{wide}}" for _, head, wide in counted)
    lines = [f"{'':<9}{heads}{'casualties':>12}"]
    for stock, name in look.displays.stocks.items():
        values = "".join(f"{view.get(key, {}).get(stock, 0):>{wide}g}" for key, _, wide in counted)
        lost = view.get("casualties", {}).get(stock, 0)
        limit = look.casualty_limit.get(stock)
        track = f"{lost:g}" + (f" of {limit}" if limit else "")
        lines.append(f"{name:<9}{values}{track:>12}")
    return lines


def sky_lines(game: Any, seen: Drawn) -> list[str]:
    """Return strikes by theater and mission, and those Ready and Used."""
    look = point_style_of(game)
    words, view = look.displays, seen.view
    lines = []
    for theater, name in words.theaters.items():
        master = view.get("air_master", {}).get(theater)
        lines.append(f"{name}: air superiority {label(game, master) if master else 'open'}")
        for side in game.sides:
            told = []
            for mission, said in words.missions.items():
                found = _strikes(game, _in(seen.pieces, f"{theater}:{mission}", side))
                if found:
                    told.append(f"{said.lower()} {found}")
            if told:
                lines.append(f"  {label(game, side)}: {'; '.join(told)}")
    for box, said in words.air_boxes.items():
        for side in game.sides:
            found = _strikes(game, _in(seen.pieces, box, side))
            if found:
                lines.append(f"{said}, {label(game, side)}: {found}")
    return lines


def _in(pieces: Iterable[Piece], place: str, side: str) -> list[Piece]:
    return [piece for piece in pieces if piece.place == place and piece.side == side and piece.air]


@lru_cache(maxsize=16)
def _allied(game: Any) -> frozenset[str]:
    """Return the sides with strikes of several nations."""
    air = {(unit["side"], unit["nation"]) for unit in game.counters if unit.get("class") == "air"}
    count = Counter(side for side, _ in air)
    return frozenset(side for side in count if count[side] > 1)


def _strikes(game: Any, pieces: Sequence[Piece]) -> str:
    """Return the number of strikes of each kind: "6 TAC, 2 SSM (Egypt)"."""
    look = point_style_of(game)
    counts: dict[tuple[str, str], int] = {}
    for piece in pieces:
        kind = look.displays.strikes.get(piece.type, piece.type)
        nation = piece.nation if piece.side in _allied(game) else ""
        counts[nation, kind] = counts.get((nation, kind), 0) + 1
    return ", ".join(
        f"{n} {kind}{f' ({nation.capitalize()})' if nation else ''}"
        for (nation, kind), n in counts.items()
    )


def box_lines(game: Any, seen: Drawn) -> list[str]:
    """Return the counters off the map by box and owner, and those on the turn track."""
    look = point_style_of(game)
    lines = []
    owners = {**look.displays.stocks, "": look.displays.others}
    for box, said in look.displays.boxes.items():
        for stock, name in owners.items():
            found = [piece for piece in seen.pieces if piece.place == box
                     and (piece.nation if piece.nation in owners else "") == stock]  # fmt: skip
            if found:
                lines.append(f"{name}, {said.lower()}: {_groups(game, found)}")
    turns: dict[int, list[Piece]] = {}
    for piece in seen.pieces:
        if piece.place.startswith(TURN):
            turns.setdefault(int(piece.place.removeprefix(TURN)), []).append(piece)
    for turn, pieces in sorted(turns.items()):
        for side in game.sides:
            own = [piece for piece in pieces if piece.side == side]
            if own:
                lines.append(f"turn {turn}, {label(game, side)}: {_groups(game, own)}")
    return lines


def _groups(game: Any, pieces: Iterable[Piece]) -> str:
    """Return groups of equal counters with their numbers: "15 infantry battalions"."""
    style, groups = point_style_of(game).style, dict[tuple[str, str], list[Piece]]()
    for piece in pieces:
        groups.setdefault((piece.key, piece.name if piece.name != piece.id else ""), []).append(
            piece
        )
    told = []
    for found in groups.values():
        first = found[0]
        if len(found) == 1:
            told.append(unit_names(game)[first.id])
        elif first.air:
            told.append(_strikes(game, found))
        else:
            kind = _small(style.types[first.type].label)
            size = SIZES.get(style.sizes.get(first.size, ""), "counter")
            told.append(f"{len(found)} {kind} {size}s ({first.strength})")
    return ", ".join(told)


def event_lines(game: Any, seen: Drawn) -> list[str]:
    """Return the drawn event, lasting effects of earlier ones, and the pools."""
    return event_lines_of(point_style_of(game), seen.view)


def display_lines(game: Any, seen: Drawn) -> list[str]:
    """Return everything off the map."""
    return [
        *stock_lines(game, seen), "", *sky_lines(game, seen), "", *event_lines(game, seen), "",
        *box_lines(game, seen),
    ]  # fmt: skip


# Battles and shots


def battle_lines(position: Any, viewer: str | None) -> list[str]:
    """Return the present battle: its units, columns, shifts, and the result of each die face."""
    found = point_title(position.game.id).screen.battle(position, viewer)
    if found is None:
        return []
    game, names = position.game, unit_names(position.game)
    first = f", first fire: {label(game, found['first'])}" if found["first"] else ""
    nation = f", {str(found['nation']).capitalize()} fires" if found["nation"] else ""
    lines = [
        f"Battle at {place_names(game)[found['point']]}: {label(game, found['attacker'])} attacks, "
        f"round {found['round']}{first}{nation}"
    ]
    for side, forces in found["forces"].items():
        firing = " (firing)" if side == found["firing"] else ""
        lines.append(f"{label(game, side)}{firing}")
        for one in forces:
            state = " · has fired" if one["fired"] else ""
            lines.append(f"  {names[one['unit']]}: {_column(one)}{state}")
    return lines


def firing_line(position: Any, viewer: str | None, unit: str) -> str:
    """Return how a counter would fire in the present battle, "" if it is not in it."""
    found = point_title(position.game.id).screen.battle(position, viewer)
    forces = found["forces"].values() if found is not None else ()
    ones = [one for force in forces for one in force if one["unit"] == unit]
    return _column(ones[0]) if ones else ""


def _column(one: Mapping[str, Any]) -> str:
    shifts = "".join(f", {s['name']} {signed(s['columns'])} [{s['case']}]" for s in one["shifts"])
    faces = "/".join(one["results"])
    return f"{one['strength']}{shifts}, column {one['column']}: {faces}"


def pending_lines(position: Any, viewer: str | None) -> list[str]:
    """Return the battle, or the raid or barrage that is to be rolled for, with an explanation."""
    lines = battle_lines(position, viewer)
    if position.to_move == "dice" and not lines:
        shot = point_title(position.game.id).screen.shot(position, "roll 1", viewer)
        if shot is not None:
            lines.append(f"{place_names(position.game)[shot['point']]}: {_column(shot)}")
    return lines


def legend_line(game: Any) -> str:
    """Return the meanings of the map's signs, in one line."""
    style, look = point_style_of(game).style, terminal_look(game.id)
    there = {point.terrain for point in game.map.points}
    signs = [
        f"{look.ground(kind).sign} {terrain.label}"
        for kind, terrain in style.terrain.items()
        if kind in there
    ]
    brackets = [(*look.sides[side].brackets, label(game, side)) for side in game.sides]
    sides = [f"24/3{closing} strength/counters, {name}" for _, closing, name in brackets]
    holds = f"{' '.join(opening for opening, *_ in brackets)} who holds it"
    return "  ".join([*signs, "≈ water", "╬ bridge", *sides, "?2 hidden", holds])
