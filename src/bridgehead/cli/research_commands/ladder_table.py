"""A ladder as text tables, plain or in Markdown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

Row = Sequence[str]
NOTHING = "-"
MILLISECOND = 1e-3
LONGEST_REASON = 300


def tables(found: Mapping[str, Any], *, markdown: bool = False) -> str:
    """Return the tables of a ladder: its players, best first, and its pairings."""
    draw = _markdown if markdown else _plain
    parts = [draw(*players_table(found)), draw(*pairings_table(found)), *remarks(found)]
    return "\n\n".join(parts) if markdown else "\n".join(_spaced(parts))


def _spaced(parts: list[str]) -> list[str]:
    """Put an empty line between the parts."""
    return [parts[0], "", parts[1], *([""] if parts[2:] else []), *parts[2:]]


def players_table(found: Mapping[str, Any]) -> tuple[Row, list[Row]]:
    """Return heading and rows: rating, results, sides and times of each player, the best first."""
    elo, results = found["elo"], found["results"]
    sides = list(next(iter(results.values()))["sides"])
    heading = ["player", "Elo", "score", "games", "won", "drawn", "lost"]
    heading += [f"as {side}" for side in sides]
    heading += ["mean time", "99 % within"]
    rows: list[Row] = []
    for name in sorted(elo, key=lambda name: -elo[name]["rating"]):
        rating, result, times = elo[name], results[name], found["times"][name]
        row = [name, _elo(rating["rating"], rating["error"]), _percent(found["score"][name])]
        row += [str(result[key]) for key in ("games", "wins", "draws", "losses")]
        row += [_percent(result["sides"][side]) for side in sides]
        row += [_time(times["mean"]), _time(times["p99"])] if times else [NOTHING, NOTHING]
        rows.append(row)
    return heading, rows


def pairings_table(found: Mapping[str, Any]) -> tuple[Row, list[Row]]:
    """Return heading and rows: the result of each pairing, with the stronger player first."""
    heading = ["pairing", "Elo", "score", "better", "pairs", "0", "½", "1", "1½", "2"]
    rows: list[Row] = []
    for pairing in found["pairings"]:
        names, counts = pairing["players"], pairing["counts"]
        ahead, score, better = pairing["elo"]["difference"], pairing["score"], pairing["better"]
        if ahead < 0:
            names, counts, ahead = names[::-1], counts[::-1], -ahead
            score, better = _other(score), _other(better)
        row = [" v ".join(names), _elo(ahead, pairing["elo"]["error"])]
        row += [_percent(score), _percent(better)]
        rows.append([*row, str(pairing["pairs"]), *map(str, counts)])
    return heading, rows


def remarks(found: Mapping[str, Any]) -> list[str]:
    """Return the remarks: the test's verdict, faults, an unfinished ladder."""
    said = []
    if "sprt" in found:
        said.append(verdict(found["sprt"]))
    for name, count in found["faults"].items():
        if count:
            reason = next(r["reason"] for r in found["reasons"] if r["player"] == name)
            said.append(f"{name} lost {count} by a fault; the first: {_cut(reason)}")
    if not found["complete"] and not found.get("sprt"):
        said.append("not finished: the pairings have not all been played")
    return said


def verdict(test: Mapping[str, Any]) -> str:
    """Return a sentence with the state of the sequential test."""
    first, second = test["players"]
    accepted = test["accepted"]
    if accepted is None:
        state = f"not decided after {test['pairs']} pairs"
    else:
        elo = test["elo1"] if accepted == "H1" else test["elo0"]
        state = f"{accepted} ({elo:+g} Elo) accepted after {test['pairs']} pairs"
    return (
        f"SPRT, {first} against {second}, Elo {test['elo0']:g} or {test['elo1']:g}: {state}; "
        f"LLR {test['llr']:.2f} between {test['lower']:.2f} and {test['upper']:.2f}"
    )


def _cut(reason: str) -> str:
    return reason if len(reason) <= LONGEST_REASON else f"{reason[: LONGEST_REASON - 1]}…"


def _elo(rating: float, error: float) -> str:
    return f"{rating:+.0f} ± {error:.0f}"


def _other(share: float | None) -> float | None:
    """Return the other player's share."""
    return None if share is None else 1 - share


def _percent(share: float | None) -> str:
    return NOTHING if share is None else f"{100 * share:.1f} %"


def _time(seconds: float) -> str:
    if seconds >= 1:
        return f"{seconds:.2f} s"
    return f"{seconds / MILLISECOND:.{0 if seconds >= 10 * MILLISECOND else 1}f} ms"


def _plain(heading: Row, rows: list[Row]) -> str:
    """Return a table with aligned columns, the first one left-aligned."""
    widths = [max(map(len, column)) for column in zip(heading, *rows, strict=True)]
    lines = []
    for row in (heading, *rows):
        first, *rest = (
            f"{cell:<{width}}" if i == 0 else f"{cell:>{width}}"
            for i, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        lines.append("  ".join([first, *rest]).rstrip())
    return "\n".join(lines)


def _markdown(heading: Row, rows: list[Row]) -> str:
    rule = ["---", *("---:" for _ in heading[1:])]
    cells = [[cell.replace("|", "\\|") for cell in row] for row in (heading, rule, *rows)]
    return "\n".join(f"| {' | '.join(row)} |" for row in cells)
