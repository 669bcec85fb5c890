"""`bridgehead games`: what can be played."""

from __future__ import annotations

import argparse
import textwrap
from dataclasses import asdict
from typing import Any

from bridgehead.cli import console
from bridgehead.cli.arguments import add_json
from bridgehead.core.bids import FORM, SENTENCE, MeasuredBid
from bridgehead.core.registry import GameInfo, games


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add this command's arguments."""
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Print every game with its options, and what of it is reconstructed."""
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
            for one in info.measured_bids:
                console.say(_indented(f"Even between generals{_with(one)}: {one.bid or 'no bid'}"))
        if info.reconstructed and info.reconstructed != told:
            told = info.reconstructed
            console.say(_indented(f"Reconstructed: {told}"))
        elif info.reconstructed:
            console.say(_indented("Reconstructed: the same map as above."))
        console.say()
    return 0


def _with(found: MeasuredBid) -> str:
    return f" with {', '.join(found.options)}" if found.options else ""


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
