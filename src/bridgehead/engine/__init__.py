"""A line-based protocol for external players, and for using our players in other programs.

`serve` answers other programs with our players, `client` uses other programs as players, and
`check` tests whether a program follows the protocol, which docs/engine-protocol.md describes. Both
directions are the same language: one JSON object per line, each request answered by one line.
"""

from __future__ import annotations

from bridgehead.engine.client import EngineFailure, ExternalPlayer, check_spec, is_engine
from bridgehead.engine.protocol import PROTOCOL

__all__ = ["PROTOCOL", "EngineFailure", "ExternalPlayer", "check_spec", "is_engine"]
