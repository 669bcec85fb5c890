"""`bridgehead games`: list the games that can be played."""

from __future__ import annotations

import argparse
import textwrap
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from bridgehead.cli import console
from bridgehead.cli.arguments import add_json
from bridgehead.core.titles.bids import ANY_LEAD, FORM, SENTENCE
from bridgehead.core.titles.games import GameInfo, games


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add this command's arguments."""
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Print every game with its options, and which of its data are reconstructed."""
    if args.json:
        console.say_json([_data(info) for info in games()])
        return 0
    told = ""
    for info in games():
        console.say(f"{info.id}  {info.title} ({info.edition})")
        console.say(_indented(info.about))
        for option, sentence in info.options.items():
            console.say(_indented(f"--option {option}: {sentence}"))
        if info.bids:
            console.say(_indented(f"--option {FORM}: {SENTENCE}"))
            for line in _even(info):
                console.say(_indented(line))
        if info.reconstructed and info.reconstructed != told:
            told = info.reconstructed
            console.say(_indented(f"Reconstructed: {told}"))
        elif info.reconstructed:
            console.say(_indented("Reconstructed: the same map as above."))
        console.say()
    return 0


def _even(info: GameInfo) -> Iterator[str]:
    """Yield lines with the bids that make the game even, for each victory condition."""
    measured = {found.options: found.bid or "no bid" for found in info.measured_bids}
    for options in dict.fromkeys([(), (ANY_LEAD,), *measured]):
        given = f" with {', '.join(options)}" if options else ""
        yield f"Even between generals{given}: {measured.get(options, 'not measured')}"


def _data(info: GameInfo) -> dict[str, Any]:
    return {
        "id": info.id,
        "title": info.title,
        "edition": info.edition,
        "sides": list(info.sides),
        "options": dict(info.options),
        "bids": info.bids,
        "measured_bids": [asdict(one) for one in info.measured_bids],
        "about": info.about,
        "reconstructed": info.reconstructed,
    }


def _indented(text: str) -> str:
    return textwrap.fill(
        " ".join(text.split()), 96, initial_indent="    ", subsequent_indent="      "
    )
