import struct
import zlib

import pytest

from bridgehead import render


def size_of(data):
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    return struct.unpack(">II", data[16:24])


def pixels(data):
    """The unfiltered bytes are not needed: how well they compress tells blank from drawn."""
    at, found = 8, b""
    while at < len(data):
        (length,) = struct.unpack(">I", data[at : at + 4])
        if data[at + 4 : at + 8] == b"IDAT":
            found += data[at + 8 : at + 8 + length]
        at += 12 + length
    return zlib.decompress(found)


@pytest.fixture(scope="module")
def text(hexmap, look, units):
    return render.svg(render.position_scene(hexmap, look, units, {"turn": 2}))


def test_png_has_the_width_asked_for_and_is_not_blank(text):
    data = render.png(text, 400)
    width, height = size_of(data)
    assert width == 400
    assert 380 < height < 440
    assert len(set(pixels(data))) > 100
    assert len(data) > 100_000


def test_letters_are_drawn_without_any_font_of_the_machine():
    blank = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20">{}</svg>'
    word = '<text x="2" y="15" font-size="14" font-family="Nowhere,sans-serif">Suez</text>'
    assert len(set(pixels(render.png(blank.format(word), 80)))) > 10
    assert len(set(pixels(render.png(blank.format(""), 80)))) <= 2


@pytest.mark.parametrize("width", [0, -5, 20_000])
def test_a_width_that_cannot_be_is_refused(text, width):
    with pytest.raises(ValueError, match="pixels wide"):
        render.png(text, width)


def test_what_is_no_svg_is_refused():
    with pytest.raises(ValueError, match="not an SVG"):
        render.png("a map", 100)
    with pytest.raises(ValueError, match="at 1:6"):
        render.png("<svg <<", 100)


def test_the_fonts_are_in_the_package():
    for file in render.font_files():
        with open(file, "rb") as font:
            assert font.read(4) == b"\x00\x01\x00\x00"
