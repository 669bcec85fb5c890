"""What an action leads to: the rolls that follow it, with their columns and chances.

Everything rests on what the side that decides knows of the position. No rule is repeated here:
actions are tried on copies, and tables are read by the kernels and by the words of the log.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from bridgehead.core.words.offers import Chance, Forecast, Roll
from bridgehead.titles.october_war import state as st
from bridgehead.titles.october_war.formats.components import Situation
from bridgehead.titles.october_war.rules.air.air_defense import SHOT_DEFENSE, may_answer, targets
from bridgehead.titles.october_war.rules.air.flights import flight_row
from bridgehead.titles.october_war.screen import knowledge
from bridgehead.titles.october_war.words import rolls, shots

FACES = range(1, 7)
AFTER = {
    "superiority roll": "Air superiority", "strategic roll": "Strategic attack",
    "strategic defense roll": "Air defense", "refit roll": "Refit",
}  # fmt: skip
BAD = frozenset((*rolls.DEFENSE.values(), rolls.FLIGHTS[st.FLIGHT_E], rolls.FLIGHTS[st.FLIGHT_A]))
UNKNOWN = "Hidden counters may be air defense, too."
CASES = {"raid": "19.10", "weasels": "20.11", "barrage": "24.4"}
NAMES = {"raid": "Air attack", "weasels": "Wild Weasels", "barrage": "Barrage"}


def forecast(position: Situation, action: str) -> Forecast | None:
    """Return the rolls that a legal action leads to, None if it leads to none."""
    verb = action.split(maxsplit=1)[0]
    if verb == "raid":
        return _raid(position, action)
    if verb == "fly":
        return _flight(position, action)
    if verb == "attack":
        return _battle(position, action)
    if verb not in ("barrage", "strike", "ew", "pass", "refit"):
        return None
    trial = position.copy()
    trial.push(action)
    kind = shots.SHOTS.get(trial.step)
    if kind in NAMES:
        return Forecast((_shot(trial, str(kind), str(position.to_move)),))
    return Forecast((_after(trial),)) if trial.step in AFTER else None


def _shot(trial: Situation, kind: str, viewer: str) -> Roll:
    """Return a roll on a combat table."""
    told = shots.explained(trial, kind, viewer)
    texts = [rolls.RESULTS.get(result, f"{result} hits") for result in told["results"]]
    good = (text for text in texts if text != rolls.RESULTS["-"])
    return Roll(
        NAMES[kind], _chances(texts, good), CASES[kind], int(told["strength"]),
        int(told["column"]), tuple(told["shifts"]),
    )  # fmt: skip


def _after(trial: Situation) -> Roll:
    """Return a roll as the log will tell it."""
    made = [rolls.OTHERS[trial.step](trial, face) for face in FACES]
    texts = [text.rpartition(", ")[2].rpartition(": ")[2] for text, _ in made]
    return Roll(AFTER[trial.step], _chances(texts, ()), made[0][1])


def _raid(position: Situation, action: str) -> Forecast:
    """[19.8 to 19.10, 20] Return the attack of a raid on a point, and the known air defense."""
    trial = position.copy()
    trial.push(action)
    game, s = position.game, trial.state
    p = game.place_numbers[action.split()[1]]
    raid = next(r for r in range(int(s.raids)) if s.raid_at[r] == p) + 1
    s.target, s.raid = p, raid
    viewer = str(position.to_move)
    known = knowledge.of(trial, viewer)
    b, seen = known.b, known.s
    answering = [
        u for u in range(int(b.units) if targets(b, seen) else 0)
        if may_answer(b, seen, u) and not int(seen.mark[u]) & st.SAM_FIRED
    ]  # fmt: skip
    texts = [rolls.DEFENSE[int(known.b.air_defense[SHOT_DEFENSE, face - 1])] for face in FACES]
    risks = [Roll(game.unit_names[game.units[u]], _chances(texts, ()), "20.9") for u in answering]
    bombs = shots.explained(trial, "raid", viewer)["strength"]
    attack = (_shot(trial, "raid", viewer),) if bombs else ()
    return Forecast(attack, tuple(risks), UNKNOWN if known.b.fog else "")


def _flight(position: Situation, action: str) -> Forecast:
    """[23.4] Return the roll of an airmobile move or a drop."""
    _, unit, place = action.split()
    known = knowledge.of(position, str(position.to_move))
    u, p = known.game.unit_index(unit), known.game.place_numbers[place]
    row = known.b.airmobile[flight_row(known.b, known.s, known.w, u, p)]
    texts = [rolls.FLIGHTS[int(row[face - 1])] for face in FACES]
    return Forecast((Roll("Flight", _chances(texts, (rolls.FLIGHTS[st.FLIGHT_S],)), "23.4"),))


def _battle(position: Situation, action: str) -> Forecast:
    """[15] Return the fire of every unit in a battle, in its first round, by sides."""
    game, trial = position.game, position.copy()
    trial.state.battle = game.place_numbers[action.split()[1]]
    facts = shots.facts_of_battle(trial, position.to_move)
    known, at = knowledge.of(trial, str(position.to_move)), int(trial.state.battle)
    found = []
    for u, unit in enumerate(game.units):
        if known.s.where[u] == at:
            told = shots.counter_facts(game, unit, facts[u])
            mine = game.board[0].side[u] == trial.state.side
            texts = [rolls.RESULTS.get(result, f"{result} hits") for result in told["results"]]
            effects = {text for text in texts if text != rolls.RESULTS["-"]}
            chances = _chances(texts, effects if mine else (), () if mine else effects)
            found.append(
                Roll(
                    game.unit_names[unit], chances, "15.6", int(told["strength"]),
                    int(told["column"]), tuple(told["shifts"]),
                )
            )  # fmt: skip
    hidden = sum(known.hidden(side).get(at, 0) for side in range(2))
    return Forecast(tuple(found), note=f"And {hidden} hidden there." if hidden else "")


def _chances(
    texts: Iterable[str], good: Iterable[str], bad: Iterable[str] = BAD
) -> tuple[Chance, ...]:
    """Return the chance of each result of six faces, in the order of the faces."""
    found: dict[str, int] = {}
    for text in texts:
        found[text] = found.get(text, 0) + 1
    helps, harms = frozenset(good), frozenset(bad) - {rolls.DEFENSE[st.AD_NOTHING]}
    looks: dict[str, Any] = {text: "good" if text in helps else "" for text in found}
    looks |= {text: "bad" for text in found if text in harms and text not in helps}
    return tuple(Chance(text, count / 6, looks[text]) for text, count in found.items())
