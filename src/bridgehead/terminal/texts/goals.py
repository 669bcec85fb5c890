"""Texts about victory: the briefing, and the present state of the victory conditions."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import Any

from rich.text import Text

from bridgehead.core.titles.briefing import Briefing, Goal
from bridgehead.core.titles.games import game_info, load_with, title_of
from bridgehead.core.titles.options import SCENARIO, value_of
from bridgehead.core.words.grammar import subject, with_verb
from bridgehead.terminal.screen.sides import ink, label

WIDTH = 100
WINDOW = 68  # columns of a text window, beside its bar
STRONGEST = "Between the strongest players"
SOFT = "#9aa1ad"


def goals_of(position: Any, viewer: str | None) -> tuple[Goal, ...]:
    """Return the victory conditions as a viewer may know them; none if the title has none."""
    return title_of(position.game.id).goals(position, viewer)


def standing(goal: Goal) -> str:
    """Return the progress of a condition: "3 of 6", "8 (5 needed)", "yes", "no"."""
    if goal.need == 1:
        return "yes" if goal.met else "no"
    if goal.have > goal.need:
        return f"{goal.have:g} ({goal.need:g} needed)"
    return f"{goal.have:g} of {goal.need:g}"


def goal_lines(position: Any, viewer: str | None) -> list[str]:
    """Return a line for each condition: its side, its progress, its case, a note."""
    lines, group = [], ""
    for goal in goals_of(position, viewer):
        if goal.group != group:
            group = goal.group
            lines.append(f"{group}:")
        whose = f"{label(position.game, goal.side)}: " if goal.side else ""
        note = f"; {goal.note}" if goal.note else ""
        case = f" [{goal.case}]" if goal.case else ""
        indent = "  " if group else ""
        lines.append(f"{indent}{whose}{goal.text}: {standing(goal)}{note}{case}")
    return lines


def goals_text(position: Any, viewer: str | None) -> Text:
    """Return the main conditions in one line; those for immediate victory are in the briefing."""
    text = Text(no_wrap=False)
    for goal in goals_of(position, viewer):
        if goal.group or not (goal.side or goal.note):
            continue
        text.append(" · " if text else " ", SOFT)
        style = ink(position.game, goal.side)
        if goal.need == 1:
            sign, said = ("✓", "bold #7dff9b") if goal.met else ("✗", "bold #ff8f80")
            text.append(f"{goal.text} ", style).append(sign, said)
            text.append(f" {goal.note}" if goal.note else "", SOFT)
        else:
            text.append(f"{goal.text} ", style)
            text.append(f"{goal.have:g}/{goal.need:g}", "bold #7dff9b" if goal.met else "bold")
    return text


def _briefing(game_id: str, options: Sequence[str]) -> Briefing | None:
    """Return the briefing of a game, or of the scenario among its options."""
    title = title_of(game_id)
    if not value_of(options, SCENARIO):
        return title.briefing(game_id)
    return title.briefing_of(load_with(game_id, options))


def balance_line(game_id: str, options: Sequence[str] = (), *, own_data: bool = True) -> str:
    """Return the results of games between the strongest players, in words; "" if unknown.

    `own_data`: whether map, counters, charts and set-up are the package's, which were measured.
    """
    title = title_of(game_id)
    found = _briefing(game_id, options)
    if found is None:
        return ""
    if not own_data:
        return f"{STRONGEST}: not measured with these data."
    measured = found.balance_with(options)
    if measured is None:
        return f"{STRONGEST}: {_with_bid(game_id, options) or 'not measured with these options'}."
    wins = measured.wins
    names = {side: title.side_name(game_id, side) for side in wins}
    each = [f"{with_verb(names[side], 'wins', 'win')} about {n}" for side, n in wins.items()]
    drawn = 100 - sum(wins.values())
    told = ", ".join(each) + (f"; about {drawn} are drawn" if drawn else "")
    return f"{STRONGEST}: of 100 games {told} ({measured.source})."


def _with_bid(game_id: str, options: Sequence[str]) -> str:
    """Return the results measured with a bid among the options, "" if there are none."""
    info, wanted = game_info(game_id), set(options)
    for one in info.measured_bids:
        if one.bid and {*one.options, one.bid} == wanted:
            first = subject(info.title_object.side_name(game_id, info.sides[0]))
            told = f"{first} scored {one.score:.0%} of {one.games} games between generals"
            return f"about even with this bid ({told})"
    return ""


def briefing_lines(
    game_id: str, width: int = WIDTH, options: Sequence[str] = (), *, own_data: bool = True
) -> list[str]:
    """Return the briefing of a game as lines of text; none if the title has none."""
    title = title_of(game_id)
    found, scenario = _briefing(game_id, options), value_of(options, SCENARIO)
    if found is None:
        return []
    lines = textwrap.wrap(found.situation, width)
    lines += ["", f"Time: about {found.minutes} minutes against the computer."]
    lines += textwrap.wrap(f"Length: {found.length}", width)
    lines += textwrap.wrap(balance_line(game_id, options, own_data=own_data), width)
    easier = subject(title.side_name(game_id, found.easier))
    played = f"{game_id} --scenario {scenario}" if scenario else game_id
    lines += [f"First game: play {easier}, the easier side, against the sergeant:"]
    lines += [f"  bridgehead play {played} --terminal --side {found.easier} --opponent sergeant"]
    for side, told in found.sides.items():
        lines += ["", title.side_name(game_id, side).upper()]
        lines += textwrap.wrap(f"How you win: {told.wins}", width)
        for heading, sentences in (
            ("What to worry about", told.worries),
            ("First moves to consider", told.first),
        ):
            lines += [f"{heading}:"] if sentences else []
            for sentence in sentences:
                lines += textwrap.wrap(
                    sentence, width, initial_indent="  - ", subsequent_indent="    "
                )
    return lines


def briefing_text(position: Any, viewer: str | None) -> Text:
    """Return the text of the briefing window: the conditions now, then the briefing."""
    game = position.game
    text = Text()
    now = goal_lines(position, viewer)
    if now:
        text.append("Victory conditions now\n", "bold #8ab8ff").append("\n".join(now) + "\n\n")
    headings = {title_of(game.id).side_name(game.id, side).upper(): side for side in game.sides}
    for line in briefing_lines(game.id, WINDOW, game.options, own_data=game.own_data):
        side = headings.get(line)
        text.append(f"{line}\n", f"bold {ink(game, side)}" if side else "")
    return text if text else Text("this game has no briefing")
