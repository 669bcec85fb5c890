"""An analysis written into its record: turning points as comments, better plans as lines."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bridgehead.core.records.annotations import LONGEST_NAME
from bridgehead.core.records.record import Record


def annotate(record: Record, analysis: Mapping[str, Any]) -> int:
    """Add an analysis (`Analysis.to_dict`) to the record that was analyzed.

    Return the number of comments and lines that were added; what stands there already is not added
    again. InvalidRecord if it is the analysis of another record.
    """
    before = len(record.comments) + len(record.lines)
    for point in analysis["turning_points"]:
        _comment(record, point["to"], point["sentence"])
        better = point["better"]
        if better is not None and better["plan"]:
            _line(record, point["from"] - 1, better)
    for sentence in analysis["summary"]["sentences"]:
        _comment(record, analysis["actions"][1], sentence)
    return len(record.comments) + len(record.lines) - before


def _comment(record: Record, at: int, text: str) -> None:
    if not any(one.at == at and one.text == text for one in record.comments):
        record.comment(at, text)


def _line(record: Record, at: int, better: Mapping[str, Any]) -> None:
    actions = tuple(better["plan"])
    if not any(one.at == at and one.actions == actions for one in record.lines):
        record.add_line(at, actions, f"Better: {better['sentence']}"[:LONGEST_NAME])
