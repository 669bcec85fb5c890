"""Learned evaluations: small files in this folder, one for each game.

A file records the command, the seed and the number of games behind it, and its quality on games
that it was not made from. `net` is a net as `bridgehead.core.search.net` reads it. Its outputs are
*prospects*: they order positions; `calibration` turns them into win probabilities.
"""

from __future__ import annotations

import json
import math
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bridgehead.core.errors import BridgeheadError
from bridgehead.core.search import net as nets
from bridgehead.players import title_players

FORMAT, VERSION = "bridgehead-judgement", 1
DIGITS = 5


class UnusableWeightsError(BridgeheadError):
    """A file of weights does not fit the program."""


def path_of(game_id: str) -> Path:
    """Return the path of a game's weights."""
    return title_players.weights_of(game_id)


@dataclass(frozen=True)
class Judgement:
    """A net, and the calibration of its prospects to win probabilities (`calibrated`)."""

    net: NDArray[np.float64]
    calibration: tuple[float, float]


def calibrated(calibration: tuple[float, float], prospects: float) -> float:
    """Return the win probability, with a draw counting one half, for prospects from 0 to 1.

    Prospects of 0 and 1 stay the same, because the game is decided.
    """
    if prospects <= 0.0 or prospects >= 1.0:
        return prospects
    slope, shift = calibration
    return 1.0 / (1.0 + math.exp(-slope * math.log(prospects / (1.0 - prospects)) - shift))


@cache
def load(game_id: str) -> Judgement:
    """Return the evaluation of a game. UnusableWeightsError if there is no valid one."""
    return judgement_of(game_id, read(path_of(game_id)))


def read(path: Path) -> dict[str, Any]:
    """Return a file of weights as data. UnusableWeightsError if it is invalid."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise UnusableWeightsError(f"{path}: the weights cannot be read: {error}") from error
    if not isinstance(data, dict) or (data.get("format"), data.get("version")) != (FORMAT, VERSION):
        raise UnusableWeightsError(f"{path}: this is not a weights file of version {VERSION}")
    return data


def judgement_of(game_id: str, data: dict[str, Any]) -> Judgement:
    """Return the evaluation in a file's data.

    UnusableWeightsError if it does not match the game.
    """
    names = list(title_players.thinking(game_id).NAMES)
    if data.get("features") != names:
        raise UnusableWeightsError(
            f"the weights of {game_id} do not fit the features of this program: "
            f"learn new ones with `bridgehead train {game_id}`"
        )
    net = np.array(data["net"], np.float64)
    net.setflags(write=False)
    if len(net) < 2 or net[0] != len(names) or len(net) != nets.size(len(names), int(net[1])):
        raise UnusableWeightsError(f"the weights of {game_id} are not as many as their size says")
    slope, shift = data["calibration"]
    return Judgement(net, (float(slope), float(shift)))


def write(path: Path, game_id: str, judgement: Judgement, made: dict[str, Any]) -> None:
    """Write a file of weights; `made` says how they were made."""
    data = {
        "format": FORMAT,
        "version": VERSION,
        "game": game_id,
        **made,
        "features": list(title_players.thinking(game_id).NAMES),
        "calibration": list(judgement.calibration),
        "net": [float(f"{number:.{DIGITS}g}") for number in judgement.net],
    }
    partial = path.with_suffix(".part")
    partial.write_text(_numbers_in_rows(json.dumps(data, indent=1)) + "\n", encoding="utf-8")
    partial.replace(path)


def _numbers_in_rows(text: str) -> str:
    return re.sub(r",\n +(?=[-\d])", ",", text)
