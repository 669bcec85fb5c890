"""The panes around the map of hexes: the strip beside it, the panes below."""

from __future__ import annotations

from rich.text import Text

from bridgehead.core.titles.games import hex_title
from bridgehead.terminal.hexes import words
from bridgehead.terminal.hexes.aim import Aim
from bridgehead.terminal.hexes.look import look
from bridgehead.terminal.screen import palette
from bridgehead.terminal.screen.look import terminal_look
from bridgehead.terminal.screen.sides import ink, label
from bridgehead.terminal.session import HUMAN, Session
from bridgehead.terminal.texts.common import winner

CHOICES_SHOWN = 8
NAMED = 8  # units that are told by their names


def headline(session: Session) -> Text:
    """Return the top line: the game, turn, day or night, phase, whose decision."""
    position, game = session.position, session.game
    text = Text(f" {game.name} ", style="bold")
    if position.result is None:
        day = (" NIGHT ", "bold #ffffff on #26306b") if position.is_night else (
            " DAY ", "bold #3a2a00 on #ffd75f")  # fmt: skip
        if not look(game).nights:
            day = (f" {words.time_of(session)} ", day[1])
        text.append(f" turn {position.turn} ").append(*day)
        side = position.side
        text.append(f" {label(game, side)}: {position.phase} ", style=f"bold {ink(game, side)}")
        if session.to_move not in (side, None):
            other = str(session.to_move)
            text.append(f" {label(game, other)} to decide ", style=f"bold {ink(game, other)}")
    else:
        text.append(f" {winner(position)}", style="bold #7dff9b")
    return text


def strip_text(session: Session) -> Text:
    """Return the text beside the map: turn track, counts, arrivals, the signs."""
    text = Text(no_wrap=True)
    shown = look(session.game)
    if words.has_ledger(session):
        _points(session, text)
    else:
        _track(session, text)
        tally = hex_title(session.game.id).terminal.tally(session.game)
        if tally is not None:
            count = words.counts(session)[tally.side][tally.place]
            text.append(f"\n{tally.place.upper()}", style="bold")
            text.append(f"   {count}/{tally.needed}\n", style=ink(session.game, tally.side))
    _counts(session, text)
    text.append("\n\n")
    known = terminal_look(session.game.id)
    for terrain in (known.terrain[kind] for kind in shown.terrain):
        text.append(f" {terrain.sign} ", style=palette.ink("#000000", terrain.color))
        text.append(f" {terrain.word}\n")
    for mark, word in shown.signs.items():
        text.append(f"{mark:<4}{word}\n" if len(mark) > 1 else f" {mark} {word}\n")
    text.rstrip()
    return text


def _track(session: Session, text: Text) -> None:
    nights = look(session.game).nights
    text.append("TURNS\n", style="bold")
    for turn in range(1, (words.last_turn(session) or session.position.turn) + 1):
        here = turn == session.position.turn
        line = f"{'►' if here else ' '}{turn} {'night' if turn in nights else 'day'}"
        text.append(f"{line:<11}\n", style="bold reverse" if here else "#8a8f98")


def _points(session: Session, text: Text) -> None:
    """Add victory points and markers, in games that are won by points."""
    game = session.game
    text.append("POINTS (p)", style="bold")
    for side, total in session.position.points.items():
        text.append(f"\n{label(game, side)[:6]:<7}", style=f"bold {ink(game, side)}")
        text.append(f"{words.points(total):>4}")
    text.append("\n")
    for name, number in session.position.air.items():
        said = "airstrikes" if name == "air" else f"air {name[:3]}."
        text.append(f"\n{said[:10]:<10}{number:>2}")
    text.append("\n\n")


def _counts(session: Session, text: Text) -> None:
    game, count = session.game, words.counts(session)
    text.append(f"{'':<4}")
    for side in count:
        text.append(f" {label(game, side)[:3].upper()}", style=f"bold {ink(game, side)}")
    rows = (("map", "map"), ("exited", "left"), ("eliminated", "lost"), ("due", "due"),
            ("later", "later"))  # fmt: skip
    for row, said in rows:
        if not all(row in found for found in count.values()):
            continue
        numbers = "".join(f"{found[row]:>4}" for found in count.values())
        lit = row == "due" and any(found[row] for found in count.values())
        text.append(f"\n{said:<5}{numbers[1:]:>7}", style="bold #7dff9b" if lit else "")


def details_text(aim: Aim) -> Text:
    """Describe the hex under the cursor, and the way there."""
    session, number = aim.session, aim.cursor
    text = Text("\n".join(words.hex_lines(session, number)))
    if aim.unit is None:
        return text
    left = aim.left(number)
    refusal = aim.refusal(number)
    if left is not None and number in aim.goals():
        way = aim.path(number)
        spent = aim.cost(number)
        text.append(
            f"\n{aim.name(aim.unit)}: costs {words.points(spent)}, {words.points(left)} left",
            style="bold #7dff9b",
        )
        text.append(f"\nvia {' '.join(way)}", style="#8a8f98")
    elif refusal is not None:
        text.append(f"\n{refusal}", style="bold #ff8f80")
    return text


def decision_text(aim: Aim) -> Text:
    """Return the pending decision: the question, the odds of an attack, the choices."""
    session = aim.session
    if session.is_over:
        return Text("\n".join(words.result_lines(session)))
    side = str(session.to_move)
    text = Text().append(words.asked(session), style=f"bold {ink(session.game, side)}")
    if not session.waits_for_person:
        player = session.players.get(side)
        if player not in (None, HUMAN):
            text.append(f"\n{player} is playing; t changes the pace", style="#8a8f98")
        odds = session.position.pending_odds()
        return text.append("\n" + "\n".join(words.short_odds(odds)), "") if odds else text
    if aim.target is not None:
        return _attack_text(aim)
    if aim.choices():
        _choices_text(aim, text)
    elif aim.moving:
        movers, arriving = aim.movers(), aim.arriving()
        text.append(f"\n{len(movers)} can act · Tab the next one", style="")
        if arriving:
            names = sorted({aim.name(unit) for unit, _ in arriving})
            told = ", ".join(names) if len(names) <= NAMED else f"{len(names)} units"
            text.append(f"\narriving (n): {told}", style="#7dff9b")
        if aim.unit is not None:
            line = f"\n► {aim.name(aim.unit)}: {aim.verb}, {len(aim.goals())} hexes"
            text.append(line, style="bold")
            for warning in words.limit_lines(session, aim.unit):
                text.append(f"\n{warning}", style="#ffd75f")
            if aim.other_ways():
                text.append(f"\n  v: {', '.join(aim.other_ways())}", style="#7dff9b")
            if aim.can_cross():
                text.append("\n  x crosses the canal", style="bold #7dff9b")
    else:
        places = [place for found in aim.decision.hexes.values() for place in found]
        text.append(f"\ntargets: {' '.join(places) or 'none'}", style="")
    return text


def _choices_text(aim: Aim, text: Text) -> None:
    """Add the choices; if there are many, only those around the chosen one."""
    position = aim.session.position
    rolled = aim.decision.data.get("combat", {}).get("result")
    odds = None if rolled else position.pending_odds()
    found = hex_title(position.game.id).screen.protectors(position)
    adds = {one.unit: f" (+{one.value})" for one in found}
    if aim.asked is not None and aim.asked.part == "protection":
        text.append(f"\n{words.attack_line(aim.session)}", style="bold")
    if odds is not None:
        text.append("\n" + "\n".join(words.short_odds(odds)), style="#8a8f98")
    for line in words.limit_lines(aim.session):
        text.append(f"\n{line}", style="#8a8f98")
    choices = aim.choices()
    room = max(2, CHOICES_SHOWN - (len(words.short_odds(odds)) + 1 if odds is not None else 0))
    first = max(0, min(aim.choice - room // 2, len(choices) - room))
    for n, choice in enumerate(choices[first : first + room], start=first):
        sign = "►" if n == aim.choice else " "
        text.append(
            f"\n{sign} {aim.say(choice)}{adds.get(choice.split()[-1], '')}",
            style="bold" if n == aim.choice else "",
        )
    if len(choices) > room:
        text.append(f"\n  {aim.choice + 1} of {len(choices)}", style="#8a8f98")


def _attack_text(aim: Aim) -> Text:
    """Return the attack in preparation: its units and its odds."""
    draft = aim.draft
    assert draft is not None
    targets = [aim.name(unit) for number in draft.hexes for unit in aim.occupants(number)]
    text = Text().append(
        f"Attack on {', '.join(targets)}, {' '.join(draft.hexes)}", style="bold #ff8f80"
    )
    if "support" in draft.limits and not draft.markers.get("support"):
        text.append(" (s: artillery)", style="#8a8f98")
    joined = [
        f"{'+' if unit in aim.attackers else '-'}{aim.name(unit)}"
        f"{'!' if unit in draft.must else ''}"
        for unit in aim.candidates
    ]
    text.append(f"\n{' '.join(joined)}", style="")
    for one in draft.careful:
        if one.unit in aim.attackers:
            text.append(f"\n{one.text} [{one.case}]", style="#ffd75f")
    if draft.more:
        text.append(f"\nalso: {' '.join(draft.more)}", style="#8a8f98")
    given = [(name, draft.markers.get(name, 0), most) for name, most in draft.limits.items()]
    markers = [
        f"{'►' if name == aim.marker else ''}{name.replace('-', ' ')} {number}/{most}"
        for name, number, most in given if name != "support"
    ]  # fmt: skip
    if markers:
        text.append(f"\n{' · '.join(markers)}", style="#ffd75f")
    odds = aim.odds()
    obstacle = aim.obstacle
    if odds is None:
        said = f"[{obstacle.case}] {obstacle.reason}" if obstacle is not None else "no attacker"
        return text.append(f"\n{said}", style="#8a8f98")
    if obstacle is not None and "support" not in aim.session.game.grammar.verbs:
        text.append(f"\n[{obstacle.case}] {obstacle.reason}", style="bold #ff8f80")
    for line in words.short_odds(odds):
        strong = "column" in line or line.startswith(tuple(getattr(odds, "tables", ())))
        text.append(f"\n{line}", style="bold" if strong else "")
    return text


def points_text(session: Session) -> Text:
    """Return the victory points in detail, and the markers that are left."""
    lines = words.ledger_lines(session) or ["this game is not won by points"]
    return Text("\n".join([*lines, "", *words.marker_lines(session)]).rstrip())


def hints(aim: Aim) -> str:
    """Return the keys that can be used now."""
    by_markers = "support" not in aim.session.game.grammar.verbs
    if aim.target is not None:
        markers = "s + - markers" if by_markers else "s artillery"
        keys = f"space add/drop · {markers} · f fire · Tab next · Esc drop"
    elif aim.choices():
        way_out = aim.session.decisions.declining(aim.choices())
        keys = "Tab next choice · Enter take it" + (f" · e {way_out}" if way_out else "")
    elif aim.unit is not None:
        crossing = " · x cross" if aim.can_cross() else ""
        keys = f"arrows, Enter go there · Tab next unit · Esc drop{crossing}"
        if aim.other_ways():
            keys = "Enter go there · Tab next unit · Esc drop · v other way"
    elif aim.targeted or aim.step == "combat":
        keys = "Tab next target · Enter choose · e end phase"
    elif "deploy" in aim.decision.plain:
        keys = "Tab choose · Enter choose here · d set up the rest"
    else:
        keys = "Tab choose · Enter choose here · i arrivals · e end phase"
    return f"{keys} · b goals · c hint · u undo · ? keys"
