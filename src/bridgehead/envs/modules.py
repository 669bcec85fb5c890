"""Environments in the form of PettingZoo: modules with `env`, `raw_env`, `parallel_env`.

`bridgehead.envs` creates the module of a name (`names.module_names`) on first use.
"""

from __future__ import annotations

import functools
from functools import cache
from types import ModuleType

from bridgehead.envs.names import module_names
from bridgehead.envs.pettingzoo import GameEnv, aec, parallel


@cache
def environment_module(name: str) -> ModuleType:
    """Return the module of a name; KeyError if there is none."""
    played = module_names()[name]
    told = " ".join(filter(None, (played.game, played.scenario)))
    made = ModuleType(f"bridgehead.envs.{name}", f"The environment of {told}.")
    for door, make in (("env", aec), ("raw_env", GameEnv), ("parallel_env", parallel)):
        setattr(made, door, functools.partial(make, played.game, **played.options))
    return made
