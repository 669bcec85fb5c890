"""Checkpoints: the network's weights, and everything needed to use or reproduce them.

The hash is of the weights, not of the file, so that two runs can be compared. A checkpoint names
the features that its network reads, and is rejected if a game's features differ. It is read with
`weights_only`, so a file from elsewhere runs no code.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bridgehead.core.errors import InvalidData
from bridgehead.core.extras import needs
from bridgehead.core.titles.games import load_with
from bridgehead.learning.evaluation import Evaluation, inputs_of

with needs("learn"):
    import torch

FORMAT, VERSION = "bridgehead-checkpoint", 1


@dataclass(frozen=True)
class Checkpoint:
    """A loaded network with its file's metadata: game, settings, history, hash."""

    network: Evaluation
    told: dict[str, Any]

    @property
    def digest(self) -> str:
        """The hash of the network's weights."""
        return str(self.told["digest"])


def digest_of(network: Evaluation) -> str:
    """Return the SHA-256 of the network's weights, by name."""
    made = hashlib.sha256()
    for name, values in sorted(network.state_dict().items()):
        made.update(name.encode())
        made.update(values.detach().cpu().numpy().astype("<f4").tobytes())
    return made.hexdigest()


def save(
    path: Path, network: Evaluation, settings: Mapping[str, Any], done: Mapping[str, Any]
) -> str:
    """Write a checkpoint, completely or not at all, and return its hash."""
    game, digest = network.game, digest_of(network)
    told = {
        "format": FORMAT, "version": VERSION, "digest": digest, "game": game.id,
        "options": list(game.options), "inputs": inputs_of(game), "hidden": network.hidden,
        "settings": dict(settings), "done": dict(done), "network": network.state_dict(),
    }  # fmt: skip
    new = path.with_name(f"{path.name}.new")
    torch.save(told, new)
    new.replace(path)
    return digest


def load(path: Path | str) -> Checkpoint:
    """Read a checkpoint; InvalidData if the file is invalid."""
    try:
        told = torch.load(path, map_location="cpu", weights_only=True)
    except FileNotFoundError:
        raise InvalidData(f"{path}: there is no such file") from None
    except Exception as error:  # whatever torch makes of a file of another kind
        raise InvalidData(f"{path}: is not a checkpoint: {type(error).__name__}") from error
    if not isinstance(told, dict) or told.get("format") != FORMAT:
        raise InvalidData(f"{path}: is not a checkpoint of bridgehead.learning")
    if told.get("version") != VERSION:
        raise InvalidData(f"{path}: has version {told.get('version')}; this one reads {VERSION}")
    game = load_with(told["game"], tuple(told["options"]))
    if told["inputs"] != inputs_of(game):
        raise InvalidData(f"{path}: this program's evaluation uses other features: train again")
    network = Evaluation(game, told["hidden"])
    network.load_state_dict(told.pop("network"))
    if digest_of(network) != told["digest"]:
        raise InvalidData(f"{path}: the weights do not match the hash")
    return Checkpoint(network.eval(), told)
