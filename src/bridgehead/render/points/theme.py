"""The two themes: CSS rules by class; the dark ones apply if the root has the class "dark"."""

from __future__ import annotations

from functools import lru_cache

from bridgehead.render.points.look import PointStyle

# class -> property -> (light, dark)
_RULES: dict[str, dict[str, tuple[str, str]]] = {
    "paper": {"fill": ("#f7efd8", "#1e1913")},
    "ground": {"fill": ("#efdcaf", "#3b3425")},
    "upland": {"fill": ("#e3dcae", "#37392a")},
    "sea": {"fill": ("#7fb3d0", "#17384c"), "stroke": ("#2f6f93", "#4f8fb3")},
    "ripple": {"stroke": ("#5b97b8", "#2b5570")},
    "bank": {"stroke": ("#2f6f93", "#0d2533")},
    "channel": {"stroke": ("#67b0da", "#2f7fae")},
    "glint": {"stroke": ("#d8eefa", "#7fc0e6")},
    "farmland": {"fill": ("#c9d19a", "#3d4a2e")},
    "massif": {"fill": ("#d9b985", "#4d3f2a")},
    "hachure": {"stroke": ("#a97c45", "#7b6238")},
    "dunes": {"fill": ("#f2d590", "#4a3f26")},
    "dot": {"fill": ("#c79f56", "#7d6736")},
    "border": {"stroke": ("#7b2fa3", "#c58be6")},
    "halo-line": {"stroke": ("#f7ecff", "#241a2b")},
    "road-edge": {"stroke": ("#7d5c2c", "#15110d")},
    "road": {"stroke": ("#fff4d2", "#b49a67")},
    "ferry": {"stroke": ("#1f6a96", "#63b4e0")},
    "ferry-ground": {"stroke": ("#f7efd8", "#1e1913")},
    "rim": {"stroke": ("#5b4426", "#d8c79e")},
    "detail": {"stroke": ("#8a5f2c", "#c9a365")},
    "block": {"fill": ("#7d4b38", "#c08e75")},
    "peak": {"fill": ("#7b6650", "#a8957d")},
    "reed": {"stroke": ("#3f7348", "#86b78c")},
    "star": {"fill": ("#ffdf6b", "#8a6d17")},
    "name": {"fill": ("#2b2118", "#f3e9d3"), "stroke": ("#f8edca", "#241e15")},
    "land": {"fill": ("#a07f49", "#8f7c55")},
    "water": {"fill": ("#1d5573", "#9fd0ea")},
    "on-canal": {"fill": ("#1d5573", "#bfe3f7"), "stroke": ("#f8edca", "#241e15")},
    "line": {"fill": ("#6a1b9a", "#dcb3f5"), "stroke": ("#f8edca", "#241e15")},
    "band": {"fill": ("#fbf5e3", "#28211a"), "stroke": ("#8a7350", "#8a7350")},
    "box": {"fill": ("#fbf5e3", "#28211a"), "stroke": ("#8a7350", "#6d5b3f")},
    "now": {"fill": ("#f4d98a", "#6d5618"), "stroke": ("#8f2a1c", "#f0a68f")},
    "trough": {"fill": ("#e6d9b8", "#413628")},
    "ink": {"fill": ("#2b2118", "#f1e7d3")},
    "muted": {"fill": ("#65543f", "#bdad92")},
    "red": {"fill": ("#8f2a1c", "#f0a68f")},
    "rule": {"stroke": ("#8f2a1c", "#f0a68f")},
    "sheet": {"fill": ("#fffaf0", "#211b14"), "stroke": ("#2b2118", "#d8c79e")},
}


@lru_cache(maxsize=16)
def rules(look: PointStyle) -> str:
    """Return the CSS rules, which apply only to `svg.points`."""
    every = {}
    for name, properties in _RULES.items():
        every[name] = properties
        if name == "star":
            for side in look.objectives.values():
                tint = look.style.sides[side].tint
                every[f"wants-{side}"] = {"stroke": (tint, look.dark_tints.get(side, tint))}
    for terrain, given in look.style.terrain.items():
        every[f"t-{terrain}"] = {"fill": (given.fill, look.dark.get(terrain, given.fill))}
    out = []
    for name, properties in every.items():
        light = ";".join(f"{key}:{pair[0]}" for key, pair in properties.items())
        dark = ";".join(f"{key}:{pair[1]}" for key, pair in properties.items())
        out.append(f"svg.points .{name}{{{light}}}svg.points.dark .{name}{{{dark}}}")
    return "".join(out)
