"""The analysis of records: win probabilities over a game, and its turning points.

It uses the thinking players of `bridgehead.players`; the command line and the server display the
results (docs/analysis.md).
"""

from bridgehead.analysis.annotation import annotate
from bridgehead.analysis.record import analyse, may_be_analysed

__all__ = ["analyse", "annotate", "may_be_analysed"]
