"""The analysis of records: the chance of winning over a game, and its turning points.

It asks the thinking players of `bridgehead.players`; the command line and the server show it
(docs/analysis.md).
"""

from bridgehead.analysis.record import analyse, may_be_analysed

__all__ = ["analyse", "may_be_analysed"]
