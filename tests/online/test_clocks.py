"""The clocks as pure functions: what runs, what is paid from, what shows."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from bridgehead.online.clocks import clocks, paces
from bridgehead.online.clocks.clocks import Clock, ClockError, Spell, TimeUpError
from bridgehead.online.clocks.durations import duration
from bridgehead.online.clocks.paces import DAILY, HOUR, LIVE, MINUTE, SECOND, PaceError
from bridgehead.online.games.history import PAUSE, Entry

pytestmark = pytest.mark.plain
SIDES = ("west", "egypt")
BEGAN = 1_000_000
OWN, OTHER, REPLY = Spell("west", 1, True), Spell("egypt", 1, True), Spell("egypt", 1, False)
LIVE_PACE, DAILY_PACE = paces.live(45, 120), paces.daily(48, 168)


def begun(pace: paces.Pace, *, away: tuple[str, ...] = ()) -> Clock:
    return clocks.begin(clocks.fresh(pace, SIDES, OWN), OWN, away, BEGAN)


def test_a_game_turn_pays_from_its_allowance_then_from_the_reserve() -> None:
    clock = begun(DAILY_PACE)
    assert clock.pot == 60 * HOUR  # two days, and the grace of the first turn
    assert clock.deadline == BEGAN + (60 + 168) * HOUR
    after = clocks.turn_to(clock, OTHER, BEGAN + 70 * HOUR)
    assert after.purses["west"].bank == 158 * HOUR
    assert after.purses["west"].left == 0
    again = clocks.turn_to(after, Spell("west", 2, True), BEGAN + 80 * HOUR)
    assert again.pot == 48 * HOUR
    assert again.purses["west"].bank == 168 * HOUR  # a quarter more, up to the cap


def test_a_reply_has_a_short_allowance_and_no_credit() -> None:
    clock = begun(LIVE_PACE)
    now = BEGAN + 10 * MINUTE
    reply = clocks.turn_to(clock, REPLY, now)
    assert reply.pot == 15 * SECOND
    back = clocks.turn_to(reply, OWN, now + 5 * SECOND)
    assert back.purses["egypt"].bank == 45 * MINUTE  # within the allowance
    assert back.pot == 0  # the turn was paid for; it gets no other grace
    assert back.purses["west"].bank == clock.purses["west"].bank - 8 * MINUTE
    long = clocks.turn_to(clocks.turn_to(back, REPLY, now), OWN, now + MINUTE)
    assert long.purses["egypt"].bank == 45 * MINUTE - 45 * SECOND


def test_a_live_turn_adds_time_once_and_up_to_the_cap() -> None:
    clock = begun(LIVE_PACE)
    assert clock.purses["west"].bank == 45 * MINUTE  # nothing for the first
    second = clocks.turn_to(clocks.turn_to(clock, OTHER, BEGAN), Spell("west", 2, True), BEGAN)
    assert second.purses["west"].bank == 47 * MINUTE
    there_and_back = clocks.turn_to(clocks.turn_to(second, OWN, BEGAN), second.spell, BEGAN)
    assert there_and_back.purses["west"].bank == 47 * MINUTE
    for turn in range(3, 60):
        second = clocks.turn_to(second, Spell("west", turn, True), BEGAN)
    assert second.purses["west"].bank == 90 * MINUTE


def test_what_is_played_again_has_its_allowance_and_no_second_credit() -> None:
    clock = clocks.turn_to(begun(DAILY_PACE), Spell("west", 2, True), BEGAN + 100 * HOUR)
    bank = clock.purses["west"].bank
    taken = clocks.step(
        clock, [Entry("accept", "egypt")], OWN, automatic=True, now=BEGAN + 148 * HOUR
    )
    assert taken.purses["west"].left == 0
    again = clocks.turn_to(taken, clock.spell, BEGAN + 148 * HOUR)
    assert (again.pot, again.purses["west"].bank) == (48 * HOUR, bank)


def test_within_a_spell_nothing_shows_what_is_decided_in_secret() -> None:
    clock = begun(DAILY_PACE)
    secret = [Entry("action", "west", "commit 4"), Entry("action", "west", "commit 5")]
    for count in range(1, 5):
        after = clocks.step(
            clock, secret * count, OWN, automatic=True, now=BEGAN + count * 13 * HOUR
        )
        assert after == clock
    many = clock
    for hour in range(1, 40):
        many = clocks.step(many, secret, OWN, automatic=True, now=BEGAN + hour * HOUR)
    end = [Entry("action", "west", "end")]
    one_world = clocks.step(many, end, OTHER, automatic=True, now=BEGAN + 65 * HOUR)
    other = clocks.step(clock, end, OTHER, automatic=True, now=BEGAN + 65 * HOUR)
    assert one_world == other


def test_a_pause_and_a_vacation_shift_the_deadline_and_reset_nothing() -> None:
    clock = begun(DAILY_PACE)
    assert clock.deadline is not None
    agreed = [Entry("accept", "egypt", PAUSE)]
    paused = clocks.step(clock, agreed, OWN, automatic=True, now=BEGAN + HOUR)
    assert paused.deadline is None
    assert not paused.is_up(BEGAN + 10**12)
    resumed = clocks.step(
        paused, [Entry("resume", "west")], OWN, automatic=True, now=BEGAN + 31 * HOUR
    )
    assert resumed.deadline == clock.deadline + 30 * HOUR
    called = clocks.resume(paused, "egypt", BEGAN + 31 * HOUR)  # the other may not have known
    assert called.deadline == resumed.deadline + 12 * HOUR
    gone = clocks.leave(clock, "west", BEGAN + 70 * HOUR)
    assert gone.deadline is None
    there = clocks.come_back(gone, "west", BEGAN + 100 * HOUR)
    assert there.deadline == clock.deadline + 30 * HOUR
    waiting = clocks.leave(clock, "egypt", BEGAN)  # it is not his turn
    assert waiting.deadline == clock.deadline
    assert clocks.turn_to(waiting, OTHER, BEGAN + HOUR).deadline is None
    both = clocks.leave(clocks.pause(clock, BEGAN), "west", BEGAN)
    assert clocks.come_back(both, "west", BEGAN).deadline is None  # still paused
    with pytest.raises(ClockError):
        clocks.resume(clock, "west", BEGAN)


def test_a_gift_counts_from_now_where_the_time_was_up() -> None:
    clock = begun(LIVE_PACE)
    assert clock.deadline is not None
    late = clock.deadline + 20 * MINUTE
    given_ = clocks.step(clock, [Entry("gift", "egypt")], OWN, automatic=False, now=late)
    assert given_.deadline == late + MINUTE
    early = clocks.give(clock, "west", BEGAN + SECOND)
    assert early.deadline == clock.deadline + MINUTE
    rich = replace(
        clock, purses={**clock.purses, "egypt": replace(clock.purses["egypt"], bank=24 * HOUR)}
    )
    with pytest.raises(ClockError, match="maximum"):
        clocks.give(rich, "egypt", BEGAN)


def test_who_may_write_what_at_the_deadline() -> None:
    clock = begun(LIVE_PACE)
    assert clock.deadline is not None
    act, flag = [Entry("action", "west", "end")], [Entry("flag", "west")]
    with pytest.raises(ClockError, match="not up"):
        clocks.step(clock, flag, OWN, automatic=True, now=clock.deadline - 1)
    with pytest.raises(ClockError, match="not up"):
        clocks.step(clock, [Entry("flag", "egypt")], OWN, automatic=True, now=clock.deadline)
    with pytest.raises(TimeUpError):
        clocks.step(clock, act, OTHER, automatic=True, now=clock.deadline)
    over = clocks.step(clock, flag, Spell("", 1, False), automatic=True, now=clock.deadline)
    assert over.deadline is None
    claimed = clocks.step(clock, act, OTHER, automatic=False, now=clock.deadline + HOUR)
    assert claimed.purses["west"].bank == 0  # nobody has claimed: the game goes on
    away = begun(DAILY_PACE, away=("west",))
    with pytest.raises(ClockError, match="vacation"):
        clocks.step(away, act, OTHER, automatic=True, now=BEGAN)
    assert clocks.step(away, [Entry("resign", "west")], Spell("", 1, False), automatic=True, now=1)


def test_a_computer_has_no_clock() -> None:
    clock = clocks.begin(clocks.fresh(LIVE_PACE, ["egypt"], OWN), OWN, (), BEGAN)
    assert clock.deadline is None
    assert clocks.turn_to(clock, OTHER, BEGAN).deadline is not None
    with pytest.raises(ClockError, match="computer"):
        clocks.give(clock, "west", BEGAN)


EVENTS = some.one_of(
    some.builds(Spell, some.sampled_from([*SIDES, ""]), some.integers(1, 9), some.booleans()),
    some.sampled_from(["pause", "resume", "gift", "leave", "back"]),
)


@settings(max_examples=150, deadline=None)
@given(
    some.sampled_from(list(paces.PRESETS.values())[1:]),
    some.lists(some.tuples(some.integers(0, 200 * HOUR), EVENTS), max_size=25),
)
def test_no_time_is_made_or_lost(pace: paces.Pace, events: list[tuple[int, Spell | str]]) -> None:
    clock, now = begun(pace), BEGAN
    for wait, event in events:
        now += wait
        before = clock
        match event:
            case Spell():
                clock = clocks.turn_to(clock, event, now)
            case "pause":
                clock = clocks.pause(clock, now)
            case "resume" if clock.paused:
                clock = clocks.resume(clock, "west", now)
            case "gift" if clock.purses["west"].bank + pace.gift <= pace.most:
                clock = clocks.give(clock, "west", now)
            case "leave":
                clock = clocks.leave(clock, "egypt", now)
            case "back":
                clock = clocks.come_back(clock, "egypt", now)
        assert Clock.of(pace.text, clock.to_dict(), clock.since) == clock
        stands = clock.paused or clock.spell.side in ("", *clock.away)
        assert (clock.since is None) == stands
        for side, purse in clock.purses.items():
            assert 0 <= purse.bank <= max(pace.most, pace.cap)
            earned = purse.bank - before.purses[side].bank
            assert earned <= max(pace.credit, pace.gift)
            if side != before.spell.side:  # nobody pays but the one who decides
                assert earned >= 0


@pytest.mark.parametrize("text", ["unlimited", "live 45 120", "daily 48 168", "live 5 0"])
def test_a_pace_is_read_as_it_was_kept(text: str) -> None:
    assert paces.read(text).text == text


@pytest.mark.parametrize("text", ["", "live", "live 4 0", "live 45 -1", "daily 11 0", "blitz 3 2"])
def test_a_pace_out_of_bounds_is_none(text: str) -> None:
    with pytest.raises((PaceError, ValueError)):
        paces.read(text)


def test_the_form_of_a_pace() -> None:
    assert paces.of_form({}) == paces.NO_LIMIT
    own = paces.of_form({"pace": "own-live", "main": "30", "increment": " 60 "})
    assert (own.kind, own.text) == (LIVE, "live 30 60")
    assert paces.of_form({"pace": "daily"}).kind == DAILY
    for wrong in ({"pace": "x"}, {"pace": "own-live"}, {"pace": "own-daily", "turn": "9" * 30},
                  {"pace": "own-daily", "turn": "٤٨", "reserve": "1"}):  # fmt: skip
        with pytest.raises(PaceError):
            paces.of_form(wrong)


def test_durations() -> None:
    told = {
        0: "0 s",
        61_000: "1 min 1 s",
        HOUR: "1 h",
        49 * HOUR + 5: "2 d 1 h",
        24 * HOUR + 60: "1 d",
    }
    assert {length: duration(length) for length in told} == told
