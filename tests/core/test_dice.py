"""The three kinds of dice: what can be foreseen, repeated and checked, and what cannot."""

from __future__ import annotations

import itertools
import json
import stat
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import bridgehead as bh
from bridgehead.core.dice.dice import (
    Dice,
    Secrets,
    commitment_to,
)
from tests.rolls import derived_roll, open_roll, seeded_roll

pytestmark = [pytest.mark.plain]

GAME: Any = bh.load("across-suez-1980")
CHI_SQUARE_5 = 20.5  # five degrees of freedom, one case in a thousand
# A fight that can be repeated: one attacker, one defender
START = {
    "game": "across-suez-1980",
    "turn": 2,
    "phase": "combat",
    "units": {"matt-1": "1409", "matt-2": "1008", "16-1": "1509", "16-2": "1007", "16-3": "1107"},
}
ATTACKS = ("attack 1509 with matt-1 fire", "attack 1007 with matt-2 fire")


@pytest.fixture
def keeper(tmp_path: Path) -> Secrets:
    return Secrets(tmp_path / "secrets")


def fight(kind: str, keeper: Secrets, seed: int | None = None) -> bh.Record:
    return bh.Record.new(GAME, kind, seed=seed, start=GAME.position(START), secrets=keeper)


def play_to_the_end(record: bh.Record) -> None:
    """Attack what can be attacked, roll, and give up."""
    for attack in ATTACKS:
        record.do(attack)
        record.roll()
        while record.position.to_move is not None and record.position.pending_odds() is not None:
            record.do(record.position.legal_actions()[-1])
    if record.position.to_move is not None:
        record.do("resign")


# The rolls themselves


def chi_square(faces: Counter[int]) -> float:
    mean = sum(faces.values()) / 6
    return sum((faces[face] - mean) ** 2 / mean for face in range(1, 7))


def test_derived_rolls_are_uniform() -> None:
    assert chi_square(Counter(derived_roll("key", n, ()) for n in range(6000))) < CHI_SQUARE_5
    texts = [f"move matt-1 {n:04d}" for n in range(6000)]
    assert chi_square(Counter(derived_roll("key", 1, [text]) for text in texts)) < CHI_SQUARE_5
    assert chi_square(Counter(seeded_roll(seed, 1) for seed in range(6000))) < CHI_SQUARE_5
    assert chi_square(Counter(open_roll() for _ in range(600))) < 40


def test_one_roll_tells_nothing_of_the_next() -> None:
    rolls = [seeded_roll(7, n) for n in range(1, 7202)]
    pairs = Counter(itertools.pairwise(rolls))
    mean = 7200 / 36
    assert sum((pairs[a, b] - mean) ** 2 / mean for a in range(1, 7) for b in range(1, 7)) < 66.6


@given(st.text(max_size=9), st.integers(1, 999), st.lists(st.text(max_size=5), max_size=5))
def test_a_derived_roll_is_a_face_and_the_same_again(key: str, number: int, actions: Any) -> None:
    key = key.encode("utf-8", "replace").decode()
    actions = [text.encode("utf-8", "replace").decode() for text in actions]
    roll = derived_roll(key, number, actions)
    assert 1 <= roll <= 6
    assert derived_roll(key, number, tuple(actions)) == roll


def test_the_derivation_is_the_documented_one() -> None:
    # Written out here once, so that a record of today can be verified by other programs
    assert [seeded_roll(1, n) for n in range(1, 9)] == SEED_ONE
    assert [derived_roll("00" * 32, n, ["end", "end"]) for n in range(1, 9)] == SECRET_ZERO
    assert commitment_to("00" * 32) == (
        "60e05bd1b195af2f94112fa7197a5c88289058840ce7c6df9693756bc6250f55"
    )


SEED_ONE = [2, 1, 3, 4, 1, 5, 6, 4]
SECRET_ZERO = [4, 4, 1, 4, 2, 2, 1, 1]


# Seeded


def test_seeded_rolls_depend_on_the_seed_alone(keeper: Secrets) -> None:
    one, other = fight("seeded", keeper, seed=5), fight("seeded", keeper, seed=5)
    one.do(ATTACKS[0])
    other.do(ATTACKS[1])
    assert one.roll() == other.roll() == f"roll {seeded_roll(5, 1)}"
    found = set()
    for seed in range(40):
        record = fight("seeded", keeper, seed=seed)
        record.do(ATTACKS[0])
        found.add(record.next_action())
    assert found == {f"roll {face}" for face in range(1, 7)}
    assert not keeper.folder.exists()


def test_a_seed_belongs_to_seeded_dice(keeper: Secrets) -> None:
    for kind, seed in (("seeded", None), ("open", 5), ("committed", 5)):
        with pytest.raises(bh.InvalidRecord, match="seeded dice need a seed, and only they"):
            fight(kind, keeper, seed=seed)
    with pytest.raises(
        bh.InvalidRecord, match="'loaded' is not a kind of dice: open, seeded, comm"
    ):
        fight("loaded", keeper)


def test_seeded_games_are_verified(keeper: Secrets) -> None:
    record = fight("seeded", keeper, seed=5)
    play_to_the_end(record)
    assert record.verify().checked == (
        f"all {len(record.actions)} actions are legal",
        "all 2 rolls are those of the seeded dice",
    )
    number = next(i for i, text in enumerate(record.actions, 1) if text.startswith("roll "))
    wrong = seeded_roll(5, 1) % 6 + 1
    record.actions[number - 1] = f"roll {wrong}"
    with pytest.raises(bh.InvalidRecord) as caught:
        record.verify()
    assert str(caught.value) == (
        f"record, action {number}, 'roll {wrong}': the seeded dice gave {seeded_roll(5, 1)}"
    )


# Open


def test_open_rolls_are_not_repeated_and_cannot_be_verified(
    keeper: Secrets, monkeypatch: pytest.MonkeyPatch
) -> None:
    faces = iter([2, 5])
    monkeypatch.setattr("bridgehead.core.dice.dice.secrets.randbelow", lambda n: next(faces) % n)
    record = fight("open", keeper)
    record.do(ATTACKS[0])
    assert record.roll() == "roll 3"
    found = record.verify()
    assert found.unchecked == ("1 rolls: open dice cannot be recomputed",)
    assert record.to_dict()["dice"] == {"kind": "open"}
    assert not keeper.folder.exists()


# Committed


def test_the_commitment_is_there_from_the_start_and_the_secret_only_at_the_end(
    keeper: Secrets, tmp_path: Path
) -> None:
    record = fight("committed", keeper)
    path = tmp_path / "game.json"
    commitment = record.to_dict()["dice"]["commitment"]
    secret = keeper.get(commitment)
    assert commitment == commitment_to(secret)
    record.save(path)
    for attack in ATTACKS:
        for text in (attack, None):
            record.do(text) if text else record.roll()
            record.save(path)
            if record.position.to_move is not None:
                assert record.to_dict()["dice"] == {"kind": "committed", "commitment": commitment}
                assert secret not in path.read_text(encoding="utf-8")
            record = bh.Record.load(path, secrets=keeper)
        while record.position.pending_odds() is not None:
            record.do(record.position.legal_actions()[-1])
    record.do("resign")
    record.save(path)
    told = json.loads(path.read_text(encoding="utf-8"))
    assert told["dice"] == {"kind": "committed", "commitment": commitment, "secret": secret}
    # a friend without the secrets folder can check it all now
    friend = bh.Record.load(path, secrets=Secrets(tmp_path / "friend"))
    assert friend.verify().checked == (
        f"all {len(record.actions)} actions are legal",
        "the disclosed secret matches the commitment at the start",
        "all 2 rolls are those of the committed dice",
    )
    assert friend.verify().unchecked == ()


def test_committed_rolls_depend_on_the_actions_before_them(keeper: Secrets) -> None:
    record = fight("committed", keeper)
    secret = keeper.get(record.dice.commitment or "")
    record.do(ATTACKS[0])
    assert record.roll() == f"roll {derived_roll(secret, 1, record.actions[:-1])}"
    elsewhere = [derived_roll(secret, 1, [f"attack {n:04d}"]) for n in range(200)]
    assert set(elsewhere) == set(range(1, 7))


def test_a_roll_cannot_be_repeated_differently(keeper: Secrets, tmp_path: Path) -> None:
    record = fight("committed", keeper)
    record.do(ATTACKS[0])
    path = tmp_path / "before.json"
    record.save(path)
    due = [bh.Record.load(path, secrets=keeper).roll() for _ in range(5)]
    assert len(set(due)) == 1  # the file taken back gives the same roll again
    assert not record.can_undo()  # the roll is fixed, and somebody may have asked for it
    assert record.roll() == due[0]
    assert not record.can_undo()
    with pytest.raises(bh.IllegalAction, match="a roll, a change of side, the end of a game"):
        record.undo()


@pytest.mark.parametrize("which", [1, 2])
def test_the_first_wrong_roll_is_named(keeper: Secrets, which: int) -> None:
    record = fight("committed", keeper)
    for rolls, attack in enumerate(ATTACKS, start=1):
        record.do(attack)
        due = int(record.next_action().removeprefix("roll "))
        record.do(f"roll {due if rolls != which else due % 6 + 1}")
        if rolls == which:
            number, right, told = len(record.actions), due, record.actions[-1]
        while record.position.to_move is not None and record.position.pending_odds() is not None:
            record.do(record.position.legal_actions()[-1])
    record.do("resign")
    with pytest.raises(bh.InvalidRecord) as caught:
        record.verify()
    assert str(caught.value) == (
        f"record, action {number}, {told!r}: the committed dice gave {right}"
    )


def test_before_the_end_committed_rolls_are_unchecked(keeper: Secrets, tmp_path: Path) -> None:
    record = fight("committed", keeper)
    assert record.verify().unchecked == ()
    record.do(ATTACKS[0])
    record.roll()
    assert record.verify().unchecked == ("1 rolls: the secret is disclosed when the game is over",)
    while record.position.pending_odds() is not None:
        record.do(record.position.legal_actions()[-1])
    record.do("resign")
    hidden = record.to_dict()
    del hidden["dice"]["secret"]
    elsewhere = bh.Record.from_dict(hidden, secrets=Secrets(tmp_path / "friend"))
    assert elsewhere.verify().unchecked == (
        "1 rolls: the game is over, but its secret is not disclosed",
    )
    assert bh.Record.from_dict(hidden, secrets=keeper).dice.secret  # the host tells it again


def test_another_secret_is_found_out(keeper: Secrets) -> None:
    record = fight("committed", keeper)
    play_to_the_end(record)
    data = record.to_dict()
    data["dice"]["secret"] = "ab" * 32
    with pytest.raises(bh.InvalidRecord, match="disclosed secret does not match the commitment"):
        bh.Record.from_dict(data, secrets=keeper).verify()


def test_a_secret_disclosed_while_the_game_goes_on_is_refused(keeper: Secrets) -> None:
    record = fight("committed", keeper)
    play_to_the_end(record)
    data = record.to_dict()
    assert data["actions"][-1] == "resign"
    del data["actions"][-1], data["result"]
    with pytest.raises(bh.InvalidRecord, match="disclosed although the game is not over"):
        bh.Record.from_dict(data, secrets=keeper)


# Secrets


def test_secrets_are_readable_by_their_owner_alone(keeper: Secrets) -> None:
    commitment = keeper.new()
    path = keeper.folder / f"{commitment}.json"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(keeper.folder.stat().st_mode) == 0o700
    assert keeper.new() != commitment


def test_a_missing_secret_says_where_it_should_be(keeper: Secrets, tmp_path: Path) -> None:
    record = fight("committed", keeper)
    data = record.to_dict()
    elsewhere = bh.Record.from_dict(data, secrets=Secrets(tmp_path / "friend"))
    elsewhere.do(ATTACKS[0])
    with pytest.raises(bh.InvalidRecord) as caught:
        elsewhere.roll()
    assert "their secret is on the host" in str(caught.value)
    assert f"{tmp_path / 'friend'}" in str(caught.value)
    assert "is missing or unreadable" in str(caught.value)
    assert elsewhere.position.to_move == "dice"


@pytest.mark.parametrize("text", ["", "{}", "[]", "5", '{"secret": 5', "\xff", "null"])
def test_a_damaged_secret_is_refused(keeper: Secrets, text: str) -> None:
    commitment = keeper.new()
    (keeper.folder / f"{commitment}.json").write_text(text, encoding="latin-1")
    with pytest.raises(bh.InvalidRecord, match="missing or unreadable"):
        keeper.get(commitment)


def test_the_secret_of_another_game_is_refused(keeper: Secrets) -> None:
    one, other = keeper.new(), keeper.new()
    (keeper.folder / f"{one}.json").write_bytes((keeper.folder / f"{other}.json").read_bytes())
    with pytest.raises(bh.InvalidRecord, match="does not hold the secret of this commitment"):
        keeper.get(one)


def test_a_secret_that_cannot_be_kept_is_not_committed_to(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(bh.BridgeheadError, match="secret of the dice cannot be saved: Not a dir"):
        fight("committed", Secrets(tmp_path / "file" / "below"))


def test_the_environment_names_the_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BRIDGEHEAD_DATA", str(tmp_path))
    assert Secrets().folder == tmp_path / "secrets"
    monkeypatch.delenv("BRIDGEHEAD_DATA")
    assert Secrets().folder.parts[-2:] == ("bridgehead", "secrets")


# Dice as data


@pytest.mark.parametrize(
    "dice",
    [
        Dice("open"),
        Dice("seeded", 5),
        Dice("seeded", -(10**30)),
        Dice("committed", None, "ab" * 32),
        Dice("committed", None, "ab" * 32, "cd" * 32),
    ],
)
def test_dice_as_data_round_trip(dice: Dice) -> None:
    assert Dice.from_dict(json.loads(json.dumps(dice.to_dict()))) == dice


BAD_DICE: dict[str, tuple[Any, str]] = {
    "no object": ("open", "the kind must be one of open, seeded, committed"),
    "nothing": (None, "the kind must be one of"),
    "no kind": ({}, "the kind must be one of"),
    "kind of another kind": ({"kind": ["open"]}, "the kind must be one of"),
    "unknown kind": ({"kind": "loaded"}, "the kind must be one of"),
    "unknown field": ({"kind": "open", "bias": 1}, "'bias' is unknown with open dice"),
    "open with a seed": ({"kind": "open", "seed": 1}, "'seed' is unknown with open dice"),
    "seeded with a secret": (
        {"kind": "seeded", "seed": 1, "secret": "ab" * 32},
        "'secret' is unknown with seeded dice",
    ),
    "seed missing": ({"kind": "seeded"}, "seeded dice need a seed, a whole number"),
    "seed a text": ({"kind": "seeded", "seed": "5"}, "a whole number"),
    "seed a truth": ({"kind": "seeded", "seed": True}, "a whole number"),
    "seed a fraction": ({"kind": "seeded", "seed": 1.5}, "a whole number"),
    "commitment missing": ({"kind": "committed"}, "need a commitment, 64 hex digits"),
    "commitment short": ({"kind": "committed", "commitment": "ab"}, "64 hex digits"),
    "commitment a path": ({"kind": "committed", "commitment": "../" * 21 + "a"}, "64 hex digits"),
    "commitment a list": ({"kind": "committed", "commitment": ["a"] * 64}, "64 hex digits"),
    "secret no text": (
        {"kind": "committed", "commitment": "ab" * 32, "secret": 5},
        "a secret must be a string of 64 hex digits",
    ),
    "secret no digits": (
        {"kind": "committed", "commitment": "ab" * 32, "secret": "\ud800"},
        "a secret must be a string of 64 hex digits",
    ),
}


@pytest.mark.parametrize("fault", BAD_DICE)
def test_dice_that_make_no_sense(fault: str) -> None:
    data, reason = BAD_DICE[fault]
    with pytest.raises(bh.InvalidRecord, match=r"^record, dice: ") as caught:
        Dice.from_dict(data)
    assert reason in str(caught.value)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=4,
)


@pytest.mark.slow
@settings(deadline=None)
@given(
    st.dictionaries(st.sampled_from(["kind", "seed", "commitment", "secret", "x"]), JSON)
    | st.fixed_dictionaries(
        {"kind": st.sampled_from(["open", "seeded", "committed"])},
        optional={"seed": JSON, "commitment": JSON, "secret": JSON},
    )
    | JSON
)
def test_any_data_are_dice_or_refused(data: Any) -> None:
    try:
        dice = Dice.from_dict(data)
    except bh.InvalidRecord:
        return
    assert Dice.from_dict(dice.to_dict()) == dice


# A secret that was disclosed


def test_a_disclosed_secret_rolls_no_more(keeper: Secrets, tmp_path: Path) -> None:
    record = fight("committed", keeper)
    path = tmp_path / "game.json"
    record.save(path)
    copy = bh.Record.load(path, secrets=keeper)
    copy.do("resign")
    assert copy.dice.secret is not None
    running = bh.Record.load(path, secrets=keeper)
    for each in (record, running):  # the one that was copied, and a copy of before
        each.do(ATTACKS[0])
        with pytest.raises(bh.InvalidRecord, match="has been disclosed"):
            each.roll()
        assert each.position.to_move == "dice"
        each.verify()
    assert bh.Record.from_dict(copy.to_dict(), secrets=keeper).dice.secret == copy.dice.secret


def test_what_cannot_be_noted_is_not_disclosed(
    keeper: Secrets, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    record = fight("committed", keeper)
    monkeypatch.setattr(Path, "touch", full)
    record.do("resign")
    assert record.dice.secret is None
    monkeypatch.undo()
    assert bh.Record.from_dict(record.to_dict(), secrets=keeper).dice.secret is not None


def test_the_end_of_an_older_version_is_noted_when_it_is_read(keeper: Secrets) -> None:
    record = fight("committed", keeper)
    before = record.to_dict()
    record.do("resign")
    for note in keeper.folder.glob("*.disclosed"):
        note.unlink()
    bh.Record.from_dict(record.to_dict(), secrets=keeper)
    again = bh.Record.from_dict(before, secrets=keeper)
    again.do(ATTACKS[0])
    with pytest.raises(bh.InvalidRecord, match="has been disclosed"):
        again.roll()
