"""The panes around the map of points: the strip beside it, the panes below."""

from __future__ import annotations

from rich.text import Text

from bridgehead.core.titles.games import point_title
from bridgehead.render import point_style_of
from bridgehead.terminal.points import lines as told
from bridgehead.terminal.points import words as said
from bridgehead.terminal.points.aim import PointAim
from bridgehead.terminal.points.session import PointSession
from bridgehead.terminal.screen.look import terminal_look
from bridgehead.terminal.screen.panels import CONSOLE
from bridgehead.terminal.screen.sides import ink, label
from bridgehead.terminal.session import HUMAN
from bridgehead.terminal.texts.common import winner


def headline(session: PointSession) -> Text:
    """Return the top line: the game, turn, phase, whose decision."""
    position, game = session.position, session.game
    text = Text(f" {game.name.partition(' (')[0]} ", style="bold", no_wrap=True)
    if position.result is not None:
        return text.append(f" {winner(position)}", style="bold #7dff9b")
    text.append(f" {said.turn_line(position)} ", style="bold #3a2a00 on #ffd75f")
    shared = point_title(game.id).screen.has_shared_phase(position)
    style = "bold" if shared else f"bold {ink(game, position.side)}"
    text.append(f" {said.phase_line(position)} ", style=style)
    if session.to_move not in (None, "dice"):
        side = str(session.to_move)
        text.append(f" {label(game, side)} to decide ", style=f"bold {ink(game, side)}")
    return text


def strip_text(session: PointSession) -> Text:
    """Return the text beside the map: points, casualties, air units, the signs."""
    text, view, game = Text(no_wrap=True), session.view, session.game
    style, look = point_style_of(game), terminal_look(game.id)
    text.append("POINTS (p)", style="bold")
    for side, total in said.ledger(session.position).items():
        text.append(f"\n{label(game, side)[:9]:<9}", style=f"bold {ink(game, side)}")
        text.append(f"{total:>4}")
    text.append("\n\nLOSSES", style="bold")
    for stock, name in style.displays.stocks.items():
        lost, limit = view.get("casualties", {}).get(stock, 0), style.casualty_limit.get(stock)
        text.append(f"\n{name:<7}{lost:>3}/{limit}")
    counted = [one for one in style.displays.counted if one.head]
    text.append(f"\n\n{'   '.join(one.head for one in counted)}  (B)", style="bold")
    for stock, name in style.displays.stocks.items():
        values = (view.get(one.field, {}).get(stock, 0) for one in counted)
        text.append(f"\n{name[:3]} {''.join(f'{value:>4}' for value in values)}")
    text.append("\n\nAIR", style="bold")
    for theater, name in style.displays.theaters.items():
        master = view.get("air_master", {}).get(theater)
        text.append(f"\n{name:<6}")
        text.append((label(game, master) if master else "open")[:7], ink(game, master or "dice"))
    text.append("\n")
    there = {point.terrain for point in game.map.points}
    for kind, terrain in style.style.terrain.items():
        if kind in there:
            text.append(f"\n {look.ground(kind).sign} {terrain.label.lower()[:11]}", "#8a8f98")
    for side in game.sides:
        text.append(f"\n9/3{look.sides[side].brackets[1]} {label(game, side)[:6]}", ink(game, side))
    return text.append("\n?2 hidden\n╬ bridge", "#8a8f98")


def decision_text(aim: PointAim, room: int, width: int) -> Text:
    """Return the pending decision: the question, the battle, the lines of the menu.

    `room` and `width` are the available lines and characters.
    """
    session = aim.session
    position = session.position
    if session.is_over:
        return Text("\n".join(said.result_lines(position)))
    side = str(session.to_move)
    title = aim.levels[-1][0] if aim.levels else said.asked(position)
    text = Text().append(title, style=f"bold {ink(session.game, side)}")
    pending = told.pending_lines(position, session.viewer)
    if not session.waits_for_person:
        player = session.players.get(side)
        if player not in (None, HUMAN):
            text.append(f"\n{player} is playing; t changes the pace", style="#8a8f98")
        return text.append("\n" + "\n".join(pending), "#8a8f98") if pending else text
    entries = aim.entries
    used = [text.plain]
    if pending and len(pending) + len(entries) < room:
        used.append("\n".join(pending))
        text.append("\n" + "\n".join(pending), style="#8a8f98")
    elif pending:
        used.append(f"{pending[0]} (f: all of it)")
        text.append(f"\n{used[1]}", style="#8a8f98")
    firing = told.firing_line(position, session.viewer, aim.entry.unit) if aim.entry else ""
    used += [firing] if firing else []
    lines = sum(len(Text(part).wrap(CONSOLE, width)) for part in used)
    space = max(2, room - lines - (1 if len(entries) > room - lines else 0))
    first = max(0, min(aim.choice - space // 2, len(entries) - space))
    for n, entry in enumerate(entries[first : first + space], start=first):
        line = _cut(entry.line, width - 2)
        sign = "►" if n == aim.choice else " "
        text.append(f"\n{sign} {line}", style="bold" if n == aim.choice else "")
    if firing:
        text.append(f"\n{firing}", style="#7dff9b")
    if len(entries) > space:
        text.append(f"\n  {aim.choice + 1} of {len(entries)} · m: all", style="#8a8f98")
    return text


def _cut(text: str, width: int) -> str:
    """Return a line shortened to a width by leaving out its middle."""
    if len(text) <= width:
        return text
    end = width // 3
    return f"{text[: width - end - 1]}…{text[-end:]}"


def hints(aim: PointAim) -> str:
    """Return the keys that can be used now."""
    keys = "Tab next · Enter take" + (" · Esc up" if aim.levels else "")
    if "deploy" in aim.decision.plain:
        keys += " · d set up the rest"
    ends = aim.session.decisions.declining(aim.decision.plain)
    keys += f" · e {ends}" if ends else ""
    return f"{keys} · m menu · : type · x theater · i stacks · b goals · c hint · u undo · ? keys"
