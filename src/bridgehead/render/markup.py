"""SVG text built from pieces: numbers, escaping, text and its width."""

from __future__ import annotations

from xml.sax.saxutils import escape, quoteattr

FONT = "'Roboto Condensed','Arial Narrow','Liberation Sans Narrow',Arial,sans-serif"

# Advances of Roboto Condensed for U+0020 to U+007E, in thousandths of the font size.
_REGULAR = """
229 246 320 548 494 633 544 175 314 319 431 497 197 248 264 371 494 494 494 494 494 494 494 494
494 494 233 203 446 479 460 422 769 577 546 567 571 497 481 591 620 250 483 545 476 755 620 601
554 601 531 519 521 562 561 762 551 525 523 250 370 250 371 405 309 479 493 462 496 469 316 493
483 229 224 451 229 753 484 502 493 500 305 456 296 483 428 650 439 417 439 307 244 307 589"""
_BOLD = """
230 261 321 527 506 639 579 162 323 324 454 475 246 363 292 331 506 506 506 506 506 506 506 506
506 506 274 255 447 503 454 448 766 598 562 570 565 491 476 585 614 271 491 553 479 758 612 604
569 604 554 540 543 571 578 749 560 543 530 264 381 264 391 400 332 471 495 460 496 479 328 503
492 252 246 479 252 742 492 498 495 497 332 454 307 492 449 633 453 446 453 298 253 298 557"""
_ADVANCES = {
    bold: [int(word) for word in table.split()] for bold, table in ((0, _REGULAR), (1, _BOLD))
}

Point = tuple[float, float]


def num(value: float) -> str:
    """Return a number with at most one decimal."""
    text = f"{value:.1f}"
    if text.endswith(".0"):
        text = text[:-2]
    return "0" if text == "-0" else text


def xy(point: Point) -> str:
    """Return a point as path data."""
    return f"{num(point[0])} {num(point[1])}"


def polygon(points: list[Point]) -> str:
    """Return the path data of a closed polygon."""
    return "M" + "L".join(xy(point) for point in points) + "Z"


def attrs(**given: object) -> str:
    """Return SVG attributes, each with a space before it; `stroke_width=2` is `stroke-width`.

    A value of None leaves an attribute out; a trailing underscore (`class_`) is removed.
    """
    out = []
    for key, value in given.items():
        if value is None:
            continue
        text = num(value) if isinstance(value, float) else str(value)
        out.append(f" {key.rstrip('_').replace('_', '-')}={quoteattr(text)}")
    return "".join(out)


def width_of(text: str, size: float, bold: bool = False, spacing: float = 0.0) -> float:
    """Return the drawn width of a line of text, in units."""
    advances = _ADVANCES[int(bold)]
    total = sum(advances[ord(c) - 32] if 32 <= ord(c) < 127 else 520 for c in text)
    return total * size / 1000 + spacing * len(text)


def wrapped(text: str, size: float, width: float, bold: bool = False) -> list[str]:
    """Return a text wrapped to a width, as lines."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and width_of(longer, size, bold) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def words(
    at: Point,
    text: str,
    size: float,
    *,
    bold: bool = False,
    anchor: str = "middle",
    fill: str | None = None,
    halo: str | None = None,
    spacing: float = 0.0,
    fit: float | None = None,
    extra: str = "",
) -> str:
    """Return one line of text with its baseline at a point.

    `halo` is the color of a rim around the letters; `fit` reduces the font size if the line would
    be wider than that.
    """
    if fit is not None:
        wide = width_of(text, size, bold, spacing)
        size = size if wide <= fit else size * fit / wide
    style = attrs(
        x=float(at[0]),
        y=float(at[1]),
        font_size=float(size),
        text_anchor=None if anchor == "start" else anchor,
        font_weight="700" if bold else None,
        letter_spacing=spacing or None,
        fill=fill,
    )
    if halo:
        style += attrs(stroke=halo, stroke_width=round(size * 0.28, 1), paint_order="stroke")
        style += attrs(stroke_linejoin="round")
    return f"<text{style}{extra}>{escape(text)}</text>"


def tooltip(text: str) -> str:
    """Return the element that browsers show as a tooltip and screen readers read."""
    return f"<title>{escape(text)}</title>"


def described(text: str, interactive: bool) -> str:
    """Return the attributes that make an element a named image, if `interactive`."""
    return attrs(role="img", aria_label=text) if interactive else ""


def path(d: str, **given: object) -> str:
    """Return a path element."""
    return f'<path d="{d}"{attrs(**given)}/>'


def group(name: str, parts: list[str], **given: object) -> str:
    """Return a layer: `<g id="layer-NAME">`."""
    return f'<g id="layer-{name}"{attrs(**given)}>{"".join(parts)}</g>'


def ink_on(color: str) -> str:
    """Return a dark or light text color that is readable on a `#rrggbb` color."""
    r, g, b = (int(color[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return "#1a1a1a" if 0.299 * r + 0.587 * g + 0.114 * b > 0.56 else "#ffffff"
