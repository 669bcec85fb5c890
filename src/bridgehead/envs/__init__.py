"""The games as environments for research: dense actions, observations, many games at once.

>>> import bridgehead as bh
>>> from bridgehead.envs import ActionSpace
>>> actions = ActionSpace(bh.load("across-suez-1980"))
>>> actions.text(actions.index_of("attack 0910"))
'attack 0910'
"""

from __future__ import annotations

from bridgehead.envs.actions import ActionSpace
from bridgehead.envs.batch import BatchEnv, BatchState
from bridgehead.envs.observations import Observation, ObservationSpace

__all__ = ["ActionSpace", "BatchEnv", "BatchState", "Observation", "ObservationSpace"]
