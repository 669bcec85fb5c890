"""Page data about the games themselves: titles, options, players, units, hexes."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import asdict
from functools import lru_cache
from typing import Any

from bridgehead import players, render
from bridgehead.core.positions.position import EVERYTHING, Game
from bridgehead.core.scenarios.goals import length
from bridgehead.core.titles.games import game_info, games, hex_title, title_of
from bridgehead.core.titles.lesson import lesson_of, lessons_of
from bridgehead.core.words.grammar import is_plural
from bridgehead.render.hexes.counters import corners_told
from bridgehead.server.languages.languages import language
from bridgehead.server.languages.title_words import described, in_language

HUMAN = "human"  # the player of a side that no computer plays
TIMES = {"general": (1, 3, 10, 30)}  # thinking times in seconds that the page offers, by player
DIRECTIONS = ("n", "ne", "se", "s", "sw", "nw")


def every_game() -> list[dict[str, Any]]:
    """Return the games that can be chosen."""
    return [game_data(info.id) for info in games()]


def game_data(game_id: str) -> dict[str, Any]:
    """Return the data of one game for the page before it begins, in the reader's language."""
    return _game_data(game_id, language())


@lru_cache(maxsize=64)
def _game_data(game_id: str, language: str) -> dict[str, Any]:
    del language  # it is the reader's; here a key only
    info = game_info(game_id)
    style, words = render.style_of(game_id), info.title_object.page_words.get("options", {})
    return {
        "id": info.id,
        "kind": info.title_object.kind,
        "title": info.title,
        "edition": info.edition,
        "name": f"{info.title} ({info.edition})",
        "about": info.about,
        "reconstructed": info.reconstructed,
        "sides": [side_data(game_id, side) for side in info.sides],
        "options": [
            {
                "id": name,
                "name": in_language(game_id, words.get(name, name.replace("_", " "))),
                "text": said,
            }
            for name, said in info.options.items()
        ],
        "bids": [asdict(bid) for bid in info.measured_bids] if info.bids else None,
        "players": [
            {"id": name, "times": list(TIMES.get(name, ()))} for name in players.names(info.id)
        ],
        "styles": list(players.styles(info.id)),
        "levels": [level._asdict() for level in players.levels(info.id)],
        "turns": [
            {"label": label, "night": style.is_dark(turn)}
            for turn, label in enumerate(style.turns, start=1)
        ],
        "hides": game_id in info.title_object.hiding,
        "lessons": _lessons(game_id),
        "sureTurns": style.sure_turns or len(style.turns),
        "briefing": briefing_data(game_id),
        "scenarios": [
            {
                **one.to_dict(),
                "length": length(one),
                "balance": [{**found.to_dict(), "rank": found.rank} for found in one.balance],
            }
            for one in info.scenarios.values()
        ],
    }


def option_texts(game_id: str, options: Iterable[str]) -> list[str]:
    """Return an explanation of each of these options of a game."""
    info = game_info(game_id)
    return [info.sentence(option) for option in options]


def briefing_data(game_id: str) -> dict[str, Any] | None:
    """Return the briefing before the first move, None if the title has none."""
    found = title_of(game_id).briefing(game_id)
    return None if found is None else asdict(found)


def goals_data(position: Any, viewer: str | None) -> list[dict[str, Any]]:
    """Return how near each side is to victory, as far as a viewer may know.

    `leads`: the side is the one that is ahead, so it changes.
    """
    title = title_of(position.game.id)
    found = []
    for goal in title.goals(position, viewer):
        phrase = title.phrasebook.goal(goal.text)
        found.append({**vars(goal), "leads": phrase is not None and phrase.is_lead})
    return found


def standing(position: Any, reader: str | None) -> dict[str, Any]:
    """Return losses, points and progress at a position, as a reader may know them."""
    viewer = None if reader == EVERYTHING else reader
    screen = title_of(position.game.id).screen
    ledger = screen.ledger(position) or {}
    return {
        "points": {side: one["points"] for side, one in ledger.items()},
        "lost": {side: one.get("eliminated", 0) for side, one in screen.counts(position).items()},
        "goals": [
            {"text": goal["text"], "side": goal["side"], "have": goal["have"]}
            for goal in goals_data(position, viewer)
        ],
    }


def _lessons(game_id: str) -> list[dict[str, Any]]:
    """Return what the first page tells of a game's lessons; `titles` begin with them, too."""
    own, every = game_info(game_id), lessons_of(game_id)
    shares = [i.title for i in games() if i.title_object is own.title_object]
    begins = bool(every) and every[0].game == game_id
    others = [title for title in dict.fromkeys(shares) if title != own.title and begins]
    return [
        {
            "key": one.key, "id": one.id, "title": one.title, "minutes": one.minutes,
            "side": one.side, "teaches": one.teaches, "titles": others,
        }
        for one in every
        if one.game == game_id
    ]  # fmt: skip


def side_data(game_id: str, side: str) -> dict[str, Any]:
    """Return a side's name, whether that is a plural, and the colors of its counters."""
    style = render.style_of(game_id).sides[side]
    return {
        "id": side,
        "label": in_language(game_id, style.label),
        "plural": is_plural(style.label),
        "fill": style.fill,
        "ink": style.ink,
        "rim": style.rim,
        "corner": style.corner,
    }


def units_data(game: Game) -> list[dict[str, Any]]:
    """Return the printed values of each counter in play."""
    return _units_data(game, language())


@lru_cache(maxsize=64)
def _units_data(game: Game, language: str) -> list[dict[str, Any]]:
    del language  # it is the reader's; here a key only
    style, title, found = render.style_of(game.id), hex_title(game.id), []
    printed = render.counters_of(counters(game), {}, game.units, style)
    for counter, face in zip(counters(game), printed, strict=True):
        found.append(
            {
                "id": face.id,
                "name": face.name,
                "side": face.side,
                "type": face.type,
                "typeLabel": in_language(game.id, style.types[face.type].label),
                "group": in_language(game.id, style.groups[face.group].label if face.group else ""),
                "strength": title.strength(counter),
                "values": face.numbers or "-".join(face.corners),
                "told": corners_told(face, style) or face.numbers,
                "arrives": None if "hex" in counter else title.screen.first_turn(game, counter),
                "entry": face.entry,
                "size": in_language(game.id, face.size),
            }
        )
    return found


@lru_cache(maxsize=64)
def unit_names(game: Game) -> dict[str, str]:
    """Return the name of each counter in play by its id, as a sentence has it."""
    return dict(title_of(game.id).unit_names(game))


@lru_cache(maxsize=64)
def unit_pattern(game: Game) -> re.Pattern[str]:
    """Return a regular expression that finds unit ids in a sentence."""
    longest_first = sorted(unit_names(game), key=len, reverse=True)
    ids = "|".join(re.escape(unit) for unit in longest_first)
    return re.compile(rf"(?<![\w-])(?:{ids})(?![\w-])")


def counters(game: Any) -> list[dict[str, Any]]:
    """Return the counters in play from the title's data."""
    return list(game.played)


def hexes_data(game: Game) -> dict[str, dict[str, Any]]:
    """Return every hex: its contents in words, and its neighbor in each direction."""
    return _hexes_data(game, language())


@lru_cache(maxsize=16)
def _hexes_data(game: Game, language: str) -> dict[str, dict[str, Any]]:
    del language  # it is the reader's; here a key only
    grid = game.map.grid
    found = {}
    for number in grid.hexes():
        neighbors = {}
        for other in grid.neighbors(number):
            direction = grid.direction(number, other)
            if direction is not None:
                neighbors[DIRECTIONS[direction]] = other
        found[number] = {
            "neighbors": neighbors,
            "terrain": game.map.terrain_of(number),
            "text": described(
                game.id, render.describe_hex(game.map, render.style_of(game.id), number)
            ),
        }
    return found


def rules_data(game_id: str) -> list[dict[str, Any]]:
    """Return a summary of the rules, in the order of their cases, with their worked examples."""
    rules = title_of(game_id).rules_text(game_id)
    return [
        {
            "case": rule.case,
            "title": rule.title,
            "text": rule.text,
            "examples": [_example(game_id, one) for one in rule.examples],
        }
        for rule in rules
    ]


def _example(game_id: str, id_: str) -> dict[str, str]:
    example = lesson_of(game_id, id_)
    return {"id": example.id, "game": example.game, "title": example.title}
