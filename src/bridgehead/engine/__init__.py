"""Players of one's own, in any language, and ours for other programs: a line-based protocol.

`serve` lets another program ask our players, `client` lets us ask another program's, and `check`
tries out whether a program keeps to the protocol, which docs/engine-protocol.md describes. Both
directions are the same language: one JSON object a line, each request answered by one line.
"""

from __future__ import annotations

from bridgehead.engine.client import EngineFailure, ExternalPlayer, check_spec, is_engine
from bridgehead.engine.protocol import PROTOCOL

__all__ = ["PROTOCOL", "EngineFailure", "ExternalPlayer", "check_spec", "is_engine"]
