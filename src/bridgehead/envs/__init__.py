"""The games as environments for research: dense actions, observations, many games at once.

>>> import bridgehead as bh
>>> from bridgehead.envs import ActionSpace
>>> actions = ActionSpace(bh.load("across-suez-1980"))
>>> actions.text(actions.index_of("attack 0910"))
'attack 0910'
"""

from __future__ import annotations

from typing import Any

from bridgehead.envs.actions import ActionSpace
from bridgehead.envs.batch import BatchEnv, BatchState
from bridgehead.envs.names import module_names
from bridgehead.envs.observations import Observation, ObservationSpace

__all__ = ["ActionSpace", "BatchEnv", "BatchState", "Observation", "ObservationSpace"]


def __getattr__(name: str) -> Any:
    """Return a member that needs PettingZoo.

    It is `aec`, `parallel`, or a module of `names.module_names`.
    """
    if name in ("aec", "parallel"):
        from bridgehead.envs import pettingzoo

        return getattr(pettingzoo, name)
    if name in module_names():
        from bridgehead.envs.modules import environment_module

        return environment_module(name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
