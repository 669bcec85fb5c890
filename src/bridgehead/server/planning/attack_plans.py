"""Attacks laid out before any is fought, in titles with hexes.

Each is tried after those before it, as if these had no effect: their units have attacked, their
hexes were attacked, and everything else is where it was. No rule is decided here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from bridgehead import players
from bridgehead.core.cache import Recent
from bridgehead.core.errors import BridgeheadError, IllegalAction, MalformedAction
from bridgehead.core.positions.decision import Decision, step_of
from bridgehead.core.titles.games import hex_title
from bridgehead.server.views import positions

FIRE = "fire"
ATTACK = "attack"
WITH, SUPPORT = "with", "support"
ADVISER = "sergeant"  # it needs no time
MOST = 30  # attacks of a plan
LONGEST = 60  # choices of one attack
DEEPEST = 12  # decisions of one attack without effect


def laid_out(position: Any, attacks: Sequence[str]) -> dict[str, Any]:
    """Return the odds of each attack, the hexes that can be attacked besides, and who is left over.

    An attack is one text without `fire`. Of an attack that is not possible after those before it,
    `refused` says why; `odds` is None then.
    """
    _check_number(attacks)
    trial, told, done = position.copy(), [], list[str]()
    for text in attacks:
        error = trial.why_not(f"{text} {FIRE}")
        if error is None:
            told.append({"odds": positions.odds(trial, [text]), "refused": None})
            trial = without_effect(trial, text) or trial
            done.append(text)
        else:
            why = positions.named(position.game, error.reason)
            told.append({"odds": None, "refused": {"case": error.case, "text": why}})
    words = {word for text in done for word in text.split()}
    targets = [hex_ for hex_ in _targets(trial) if hex_ not in words]
    left = {
        unit: None
        for hex_ in targets
        for unit in hex_title(position.game.id).screen.attack_offer(trial, hex_).candidates
        if unit not in words
    }
    return {"attacks": told, "targets": targets, "left": list(left)}


def suggested(position: Any) -> list[dict[str, Any]]:
    """Return the attacks that a quick computer player would make now, each as `text` and in parts.

    Each is chosen as if those before it had no effect.
    """
    _targets(position)
    player, trial = players.create(position.game, ADVISER, 1), position
    found: list[dict[str, Any]] = []
    while len(found) < MOST:
        attack = _chosen(player, trial)
        if attack is None or position.why_not(f"{attack['text']} {FIRE}") is not None:
            break
        found.append(attack)
        there = without_effect(trial, attack["text"])
        if there is None:
            break
        trial = there
    return found


def _chosen(player: players.Player, position: Any) -> dict[str, Any] | None:
    """Return the attack that a player declares, None if it makes none."""
    here, actions = position.copy(), list[list[str]]()
    while not actions or actions[-1] != [FIRE]:
        words = player.choose(here).split()
        if (not actions and words[0] != ATTACK) or len(actions) > LONGEST:
            return None
        actions.append(words)
        here.push(" ".join(words))
    further = hex_title(position.game.id).decisions.further
    hexes = [words[1] for words in actions if words[0] in (ATTACK, further)]
    units = [words[1] for words in actions if words[0] == WITH]
    other = [words for words in actions if words[0] not in (ATTACK, further, WITH, FIRE)]
    text = [f"{ATTACK} {hexes[0]}", *(f"{further} {hex_}" for hex_ in hexes[1:])]
    text += [" ".join([WITH, *units])] if units else []
    text += [" ".join(words) for words in other if words[0] != SUPPORT]
    text += [SUPPORT] if [SUPPORT] in other else []
    return {
        "text": " ".join(text), "hexes": hexes, "attackers": units, "support": [SUPPORT] in other,
        "markers": {
            words[0]: int(words[1]) if len(words) > 1 else 1
            for words in other if words[0] != SUPPORT
        },
    }  # fmt: skip


def after(position: Any, attacks: Sequence[str]) -> Any:
    """Return the position after planned attacks without effect; those not possible are left out."""
    _check_number(attacks)
    trial = position
    for text in attacks:
        if trial.why_not(f"{text} {FIRE}") is None:
            trial = without_effect(trial, text) or trial
    return trial


_known: Recent[Any] = Recent(32)


def _check_number(attacks: Sequence[str]) -> None:
    if len(attacks) > MOST:
        raise MalformedAction(f"attacks: {MOST} are the limit, not {len(attacks)}")


def without_effect(position: Any, attack: str) -> Any:
    """Return the position after an attack, with every unit where it was before.

    None if the phase is over then, or if the attackers are lost whatever the die shows. Do not
    change it: the last ones are kept.
    """
    key = *positions.key_of(position), attack
    return _known.get(key, lambda: _without_effect(position, attack))


def _without_effect(position: Any, attack: str) -> Any:
    there = position.copy()
    there.push(f"{attack} {FIRE}")
    attackers = [unit for unit in attack.split() if unit in position.units]
    best = None
    for found in _ends(there, position, DEEPEST):
        if found.units == position.units:
            return found
        if best is None and all(_is_there(found, unit) for unit in attackers):
            best = found
    return None if best is None else _put_back(best, position)


def _is_there(position: Any, unit: str) -> bool:
    return position.units[unit] in position.game.grammar.hexes


def _put_back(position: Any, before: Any) -> Any:
    data = {**position.to_dict(), "units": before.to_dict()["units"]}
    try:
        return before.game.position(data)
    except BridgeheadError:
        return None


def _ends(here: Any, before: Any, most: int) -> Iterator[Any]:
    """Yield where an attack ends in which nobody does more than has to be, for each die."""
    decisions = hex_title(before.game.id).decisions
    for left in range(most, 0, -1):
        if here.result is not None or here.phase != before.phase:
            return
        if here.to_move == before.to_move and _step(here) == _step(before):
            yield here
            return
        actions = here.legal_actions()
        if here.to_move == "dice":
            for text in actions:
                then = here.copy()
                then.push(text)
                yield from _ends(then, before, left - 1)
            return
        here.push(decisions.declining(actions) or actions[0])


def _step(position: Any) -> str:
    return str(step_of(position, position.to_dict()))


def _targets(position: Any) -> list[str]:
    """Return the hexes that can be attacked. IllegalAction if no attack is to be chosen."""
    step = hex_title(position.game.id).decisions.steps[_step(position)]
    if ATTACK not in step.verbs:
        raise IllegalAction("notation", "attacks are laid out before the first is declared")
    return list(Decision.of(position).hexes.get(ATTACK, ()))
