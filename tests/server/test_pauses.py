"""The computer's pauses: a turn can be followed, and it comes to an end."""

from __future__ import annotations

import asyncio

import pytest

from bridgehead.server.games import automatic_steps
from bridgehead.server.games.pauses import LEAST, PACE, ROLL, STEPS, Pace, TurnPauses
from bridgehead.server.games.plans import walk
from tests.web.positions import position_of, until

pytestmark = pytest.mark.plain

ISRAEL = (1, "israel")


def shares(turn: TurnPauses, count: int, *, every: int = 0) -> list[float]:
    """Return the pauses of a turn; each `every` steps one follows a roll."""
    return [turn.share(ISRAEL, rolled=bool(every) and n % every == every - 1) for n in range(count)]


def test_a_turn_begins_with_a_full_pause_and_gets_faster() -> None:
    found = shares(TurnPauses(), 20)
    assert found[0] == 1
    assert found == sorted(found, reverse=True)
    assert found[19] < 0.3


@pytest.mark.parametrize("steps", [28, 59])  # as many as the sergeant's turn has: median, most
def test_a_turn_at_the_usual_pace_takes_less_than_ten_seconds(steps: int) -> None:
    assert sum(shares(TurnPauses(), steps, every=7)) * PACE < 10


def test_however_long_a_turn_is_each_step_has_a_pause() -> None:
    found = shares(TurnPauses(), 200)
    assert min(found) == LEAST
    assert sum(found) < STEPS + 200 * LEAST


def test_a_roll_is_seen_in_a_long_turn_too() -> None:
    turn = TurnPauses()
    shares(turn, 50)
    assert turn.share(ISRAEL, rolled=True) == ROLL


def test_each_turn_begins_anew() -> None:
    turn = TurnPauses()
    shares(turn, 50)
    assert turn.share((1, "egypt"), rolled=False) == 1
    assert turn.share((2, "israel"), rolled=False) == 1


def test_parts_of_a_deed_have_no_pause() -> None:
    data = until("1980-held", 290)
    actions = data["actions"]
    found = {}
    for n, action in enumerate(actions):
        if (
            action.split()[0] in ("attack", "with", "fire", "move")
            and action.split()[0] not in found
        ):
            before = position_of({**data, "actions": actions[:n]})
            found[action.split()[0]] = automatic_steps._is_told(walk(before, action))
    assert found == {"attack": False, "with": False, "fire": True, "move": True}


async def waits(pace: Pace) -> asyncio.Task[None]:
    """Begin the pause before a turn."""
    pause = asyncio.create_task(pace.wait(ISRAEL, rolled=False))
    await asyncio.sleep(0)  # lets the pause run
    return pause


def test_a_pause_under_way_ends_when_pauses_are_switched_off_or_skipped() -> None:
    async def run() -> None:
        for end in (lambda pace: pace.set(0), lambda pace: pace.hurry()):
            pace = Pace()
            pace.set(10_000)
            pause = await waits(pace)
            end(pace)
            await asyncio.wait_for(pause, 5)

    asyncio.run(run())


def test_a_pause_under_way_gets_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        now = 0.0
        monkeypatch.setattr(asyncio.get_running_loop(), "time", lambda: now)
        pace = Pace()
        pace.set(2_000)
        pause = await waits(pace)
        pace.set(6_000)
        now = 5.9
        await asyncio.sleep(0)  # lets the pause run
        await asyncio.sleep(0)  # lets the pause run
        assert not pause.done()
        now = 6.1
        while not pause.done():
            await asyncio.sleep(0)  # lets the pause run

    asyncio.run(run())
