"""A position as one line of text: written, wrapped, quoted, read; and refused where it is wrong."""

from __future__ import annotations

import base64
import hashlib
import random
import zlib
from typing import Any

import pytest

import bridgehead as bh
from bridgehead.core.positions import position_line
from tests.tiers import first

GAMES = [(info.id, ()) for info in bh.games()] + [("october-war", ("no_fog",))]
GAME: Any = bh.load("across-suez-1980")
LINE = GAME.start().to_line()


def packed(body: bytes, game: str = "across-suez-1980") -> str:
    """Return a line with a right checksum and this content."""
    whole = hashlib.sha256(game.encode() + b":" + body).digest()[:4] + body
    return f"bh1:{game}:{base64.urlsafe_b64encode(whole).decode().rstrip('=')}"


def head(game: Any = GAME, options: str = "") -> bytes:
    return bytes.fromhex(game.data.digest)[:8] + options.encode() + b"\n"


def unpacked(line: str) -> bytes:
    """Return what is in a line, without its checksum."""
    letters = line.rpartition(":")[2]
    return base64.urlsafe_b64decode(letters + "=" * (-len(letters) % 4))[4:]


@pytest.mark.parametrize("seed", first(1, range(10)))
@pytest.mark.parametrize(("game_id", "options"), GAMES)
def test_every_position_of_a_whole_game_survives(
    game_id: str, options: tuple[str, ...], seed: int
) -> None:
    game: Any = bh.load(game_id, **dict.fromkeys(options, True))
    chance = random.Random(seed)
    position, number = game.start(), 0
    while position.to_move is not None and number < 3000:
        if number % 37 == seed:
            line = position.to_line()
            assert line.isascii()
            assert len(line) < 4000 < position_line.LONGEST
            assert game.from_line(line) == bh.from_line(line) == position
        position.push_code(int(chance.choice(list(position.legal_codes()))))
        number += 1
    assert game.from_line(position.to_line()) == position


@pytest.mark.plain
def test_a_line_survives_mail() -> None:
    rows = [LINE[at : at + 30] for at in range(0, len(LINE), 30)]
    for text in ("\n".join(rows), "\r\n".join(f"> {row}" for row in rows),
                 "\n".join(f">> {row} \t" for row in rows), f"  {LINE}\n\n"):  # fmt: skip
        assert position_line.is_line(text)
        assert GAME.from_line(text) == GAME.start()


@pytest.mark.plain
@pytest.mark.parametrize("at", [len("bh1:across-suez-1980:"), 60, len(LINE) - 1])
def test_each_changed_letter_is_noticed(at: int) -> None:
    other = "A" if LINE[at] != "A" else "Q"
    with pytest.raises(bh.InvalidPosition, match="checksum is wrong"):
        GAME.from_line(LINE[:at] + other + LINE[at + 1 :])


@pytest.mark.plain
@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "must begin with"),
        ("bh:x", "must begin with"),
        ('{"game": 1}', "must begin with"),
        ("bh2:across-suez-1980:AAAA", "is of version 2; this Bridgehead reads version 1"),
        (LINE[:-5], "cut short or changed"),
        (LINE[:22], "cut short or changed"),
        ("bh1:across-suez-1980:", "must have the form"),
        (LINE + "!", "must have the form"),
        (LINE.replace("1980", "1995"), "checksum is wrong"),
        ("bh1:" + "A" * 20_000, "16384 is the limit"),
        (packed(b""), "cannot be unpacked"),
        (packed(head() + b"no zlib"), "cannot be unpacked"),
        (packed(head() + zlib.compress(b"{}" * 100_000)), "holds more than 128 KB"),
        (packed(head(options="fog") + b"x"), "options fog, but the game was loaded with none"),
        (packed(b"\0" * 8 + b"\n"), "was written with other data"),
    ],
)  # fmt: skip
def test_a_wrong_line_is_refused_with_the_reason(text: str, reason: str) -> None:
    with pytest.raises(bh.InvalidPosition, match=reason):
        GAME.from_line(text)


@pytest.mark.plain
def test_a_small_line_cannot_unpack_to_much() -> None:
    packer = zlib.compressobj(level=9, zdict=position_line._usual(GAME))
    bomb = packer.compress(b" " * 10**7) + packer.flush()
    assert len(bomb) < 12_000
    with pytest.raises(bh.InvalidPosition, match="holds more than 128 KB"):
        GAME.from_line(packed(head() + bomb))


@pytest.mark.plain
def test_the_line_of_another_game_names_both() -> None:
    with pytest.raises(bh.InvalidPosition, match="of across-suez-1980, not of across-suez-1995"):
        bh.load("across-suez-1995").from_line(LINE)
    with pytest.raises(bh.InvalidPosition, match="unknown game 'waterloo'"):
        bh.from_line(packed(b"\0" * 8 + b"\n", "waterloo"))
    with pytest.raises(bh.InvalidPosition, match="has no option 'fog'"):
        bh.from_line(packed(head(options="fog") + b"x"))
    with pytest.raises(bh.InvalidPosition, match="data of its own, or of a newer version"):
        bh.from_line(packed(b"\0" * 8 + b"\n"))


@pytest.mark.plain
def test_content_that_is_no_position_is_refused_by_field() -> None:
    packer = zlib.compressobj(zdict=position_line._usual(GAME))
    body = packer.compress(b'{"game":"across-suez-1980","turn":9}') + packer.flush()
    with pytest.raises(bh.InvalidPosition, match="turn: is 9; there are turns 1 to 7"):
        GAME.from_line(packed(head() + body))


@pytest.mark.plain
def test_options_and_bids_are_in_the_line() -> None:
    for game in (
        bh.load("across-suez-reprint", commandos=True, marines=True),
        bh.load("suez-56", bid="egypt:1.5"),
    ):
        found = bh.from_line(game.start().to_line())
        assert found.game == game
        assert found == game.start()


@pytest.mark.plain
def test_data_of_your_own_need_the_game(tmp_path: Any) -> None:
    from bridgehead.titles.across_suez.formats.mapfile import own_map

    path = tmp_path / "map.toml"
    path.write_text(own_map().text.replace('name = "Across', 'name = "My Across'))
    game = bh.load("across-suez-1980", map=path)
    line = game.start().to_line()
    assert game.from_line(line) == game.start()
    with pytest.raises(bh.InvalidPosition, match="data of its own"):
        bh.from_line(line)
    with pytest.raises(bh.InvalidPosition, match="was written with other data"):
        GAME.from_line(line)


@pytest.mark.plain
def test_a_line_of_2026_11_27_stays_readable() -> None:
    line = (
        "bh1:across-suez-1980:4qKykak7YMqeo2a2Cnj5bhKfSqtWSssvAiYUJStDHaX0xNxUoERiclF-cbF"
        "ucSkoOVpagPxRUlqUB1ZSnJkCUpJZXJSYmgOUKMhILAYJ5OaXpeam5pUAhUrzMkuKlayqUXKBITgARnP"
        "BaC4YjLlAB5x-U5SsohGJNrYWAMWJwx8"
    )
    position = bh.from_line(line)
    assert position.to_dict()["units"]["reshef-1"] == "0107"
