"""Checkpoints: the network's numbers, and all that is needed to use them or to make them again.

The hash is of the numbers, not of the file, so that two runs can be compared. A checkpoint is
bound to the action and observation spaces that it has learned with, and is refused by others. It is
read with `weights_only`: a file from elsewhere runs no code.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bridgehead.core.errors import BridgeheadError, InvalidData
from bridgehead.core.registry import load_with
from bridgehead.envs.actions import check_digest
from bridgehead.envs.extras import extra
from bridgehead.learning.evaluation import Evaluation, Width, inputs_of
from bridgehead.learning.features import Features
from bridgehead.learning.judge import Judge, Sizes
from bridgehead.learning.network import Network, Shape

with extra("learn"):
    import torch

FORMAT, VERSION = "bridgehead-checkpoint", 1
COMMANDS = {"policy": "ppo", "judge": "afterstates", "evaluation": "expert"}  # by kind


@dataclass(frozen=True)
class Checkpoint:
    """A network that was read, with what its file tells: game, settings, history, hash."""

    network: Any  # a Network, a Judge or an Evaluation
    told: dict[str, Any]

    @property
    def digest(self) -> str:
        """The hash of the network's numbers."""
        return str(self.told["digest"])


def digest_of(network: Any) -> str:
    """Return the SHA-256 of the network's numbers, by name."""
    made = hashlib.sha256()
    for name, values in sorted(network.state_dict().items()):
        made.update(name.encode())
        made.update(values.detach().cpu().numpy().astype("<f4").tobytes())
    return made.hexdigest()


def save(path: Path, network: Any, settings: Mapping[str, Any], done: Mapping[str, Any]) -> str:
    """Write a checkpoint, whole or not at all, and return its hash."""
    features = network.features
    digest = digest_of(network)
    told = {
        "format": FORMAT, "version": VERSION, "digest": digest, "kind": network.kind,
        "game": features.game.id,
        "options": list(features.game.options), "actions": features.actions.digest,
        "observations": features.space.digest, "shape": network.shape.to_dict(),
        "settings": dict(settings), "done": dict(done), "network": network.state_dict(),
    }  # fmt: skip
    if network.kind == Evaluation.kind:
        told["inputs"] = inputs_of(features.game)
    new = path.with_name(f"{path.name}.new")
    torch.save(told, new)
    new.replace(path)
    return digest


def load(path: Path | str) -> Checkpoint:
    """Read a checkpoint; InvalidData says what is wrong with a file."""
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
    features = Features(game)
    try:
        check_digest(features.actions, told["actions"])
        check_digest(features.space, told["observations"])
    except BridgeheadError as error:
        raise InvalidData(f"{path}: {error}") from error
    network = _empty(features, told)
    network.load_state_dict(told.pop("network"))
    if digest_of(network) != told["digest"]:
        raise InvalidData(f"{path}: the numbers are not those that its hash is of")
    return Checkpoint(network.eval(), told)


def load_kind(path: Path | str, kind: str) -> Checkpoint:
    """Read a checkpoint of one kind; where it is of another, say which command evaluates it."""
    found = load(path)
    if found.network.kind != kind:
        command = COMMANDS[found.network.kind]
        raise BridgeheadError(
            f"{path} is no {kind}; evaluate it with python -m "
            f"bridgehead.learning.{command} --evaluate"
        )
    return found


def _empty(features: Features, told: Mapping[str, Any]) -> Any:
    """Return a network of the kind and the sizes that a checkpoint tells."""
    kind = told.get("kind", Network.kind)
    if kind == Judge.kind:
        return Judge(features, Sizes(**told["shape"]))
    if kind == Evaluation.kind:
        if told.get("inputs") != inputs_of(features.game):
            raise InvalidData("the features of this program's evaluation are others: train anew")
        return Evaluation(features, Width(**told["shape"]))
    if kind == Network.kind:
        return Network(features, Shape(**told["shape"]))
    raise InvalidData(f"a network of the kind {kind!r}; this version has {', '.join(COMMANDS)}")
