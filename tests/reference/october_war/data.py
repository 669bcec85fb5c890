"""The data files as plain objects: points and routes, counters, charts, events."""

import tomllib
from collections import defaultdict
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

FOLDER = Path(__file__).parents[3] / "src" / "bridgehead" / "titles" / "october_war" / "data"
SIDES = ("israel", "arab")
NATIONS = ("israel", "egypt", "syria", "libya", "algeria", "iraq", "morocco", "pla", "jordan",
           "saudi", "kuwait", "tunisia", "sudan")  # fmt: skip
STOCKS = ("israel", "egypt", "syria")
KINDS = ("tac", "wild-weasel", "ssm")
MISSIONS = ("air-superiority", "strategic", "ground-attack", "recon")
THEATERS = ("sinai", "golan")
FREE_TYPES = ("recon", "mobile_sam", "engineer", "antitank", "rocket", "garrison")
WALKERS = ("infantry", "paratroop", "airmobile", "commando")  # cross with an engineer [40]
STOCK_OF = {"sinai": "egypt", "golan": "syria"}
FORTS = {"israel": ("bar_lev", "purple_line_fort"), "arab": ("arab_fort",)}
ARAB_PLACES = ("egyptian_city", "egyptian_town", "arab_town", "arab_fort")


def read(name):
    return tomllib.loads((FOLDER / name).read_text(encoding="utf-8"))


def other(side):
    return "arab" if side == "israel" else "israel"


@dataclass(frozen=True)
class Point:
    id: str
    theater: str
    terrain: str
    features: frozenset
    control: str | None

    @property
    def water(self):
        return "crossing_point" in self.features


@dataclass(frozen=True)
class Unit:
    id: str
    index: int
    group: str
    side: str
    nation: str
    type: str
    mechanized: bool
    air: bool
    size: str
    strength: int
    bracket: tuple | None
    hq: int
    stack: int
    flags: frozenset
    components: dict
    back: dict | None
    cost: str
    city: str | None  # of a city brigade: its own

    @property
    def large(self):
        return bool(self.components)

    @property
    def kind(self):
        return self.type.replace("_", "-")


@dataclass
class Data:
    options: dict = field(default_factory=dict)

    def __post_init__(self):
        self.tables = read("tables.toml")
        self.options = {
            **{k: v[0] for k, v in self.tables["options"].items()},
            **self.options,
        }
        self.read_map()
        self.read_units()
        events = read("events.toml")["event"]
        self.events = {e["id"]: e for e in events}

    # ---------------------------------------------------------------- the map

    def read_map(self):
        data = read("map.toml")
        self.points, self.adjacent = {}, defaultdict(list)
        for theater, entries in data["points"].items():
            for e in entries:
                control = None if e["control"] == "none" else e["control"]
                features = frozenset(e["features"])
                self.points[e["id"]] = Point(e["id"], theater, e["terrain"], features, control)
        self.canals = {}  # bank in Africa: the other bank
        for name, lines in data["routes"].items():
            kind = name.split("_", 1)[1]
            for line in lines:
                one, two = line.split()
                self.adjacent[one].append((two, kind))
                self.adjacent[two].append((one, kind))
                if kind == "canal":
                    west, east = (one, two) if "africa" in self.points[one].features else (two, one)
                    self.canals[west] = east
        self.reserves = {}  # id: side
        self.edges = defaultdict(list)
        for r in data["reserve"]:
            self.reserves[r["id"]] = r["side"]
            for points in r["edges"].values():
                for p in points:
                    self.edges[r["id"]].append(p)
                    self.adjacent[p].append((r["id"], "edge"))
                    self.adjacent[r["id"]].append((p, "edge"))
        self.banks = {**self.canals, **{e: w for w, e in self.canals.items()}}

    def neighbors(self, place):
        """Joined by a road or a canal route."""
        return [q for q, kind in self.adjacent[place] if kind in ("road", "canal")]

    def theater(self, place):
        if place in self.points:
            return self.points[place].theater
        return {"egyptian-reserve": "sinai", "syrian-reserve": "golan"}.get(place)

    def bank(self, one, two):
        """The name of the canal route between two points: its bank in Africa."""
        return one if self.canals.get(one) == two else two

    def having(self, *features, theater=None):
        return [
            p.id
            for p in self.points.values()
            if p.features & set(features) and theater in (None, p.theater)
        ]

    # ---------------------------------------------------------------- the counters

    def read_units(self):
        data = read("units.toml")
        self.zones = data["zones"]
        self.markers = {m["key"]: m for m in data["marker"]}
        self.units, self.groups, self.group = {}, {}, {}
        self.start, self.zone_of = {}, {}
        for g in data["group"]:
            self.groups[g["key"]], self.group[g["key"]] = list(g["ids"]), g
            places = [e for e in g["setup"] for _ in range(e["count"])]
            for i, name in enumerate(g["ids"]):
                entry = places[i]
                hq = g.get("hq", 0)
                bracket = g.get("bracket")
                flags = frozenset(g.get("flags", ()))
                self.units[name] = Unit(
                    id=name,
                    index=len(self.units),
                    group=g["key"],
                    side=g["side"],
                    nation=g["nation"],
                    type=g["type"],
                    mechanized=g["class"] == "mechanized",
                    air=g["class"] == "air",
                    size=g.get("size", ""),
                    strength=g["strength"],
                    bracket=(bracket["kind"], bracket["value"]) if bracket else None,
                    hq=hq[i] if isinstance(hq, list) else hq,
                    stack=g.get("stack", 0),
                    flags=flags,
                    components=g.get("components", {}),
                    back=g.get("back"),
                    cost=g.get("cost", ""),
                    city=entry["point"] if "city_bound" in flags else None,
                )
                self.start[name] = (
                    entry.get("point") or entry.get("box") or entry.get("air") or "unplaced"
                )
                if "zone" in entry:
                    self.zone_of[name] = entry["zone"]
        self.order = list(self.units)
        self.of_side = {s: [u for u in self.order if self.units[u].side == s] for s in SIDES}
        self.strikes = [u for u in self.order if self.units[u].air]
        self.ground = [u for u in self.order if not self.units[u].air]

    def base(self, unit):
        """The stock of a nation's strikes, and the theater they serve (Arabs)."""
        u = self.units[unit]
        if u.side == "israel":
            return "israel"
        return "syria" if u.nation == "syria" else "egypt"

    def strike_theater(self, unit):
        return {"egypt": "sinai", "syria": "golan"}.get(self.base(unit))

    def price(self, unit, how):
        """Half points to mobilize or refit, None if it cannot be."""
        u = self.units[unit]
        if u.nation not in STOCKS or not u.cost:
            return None
        return self.tables["cost"]["israel" if u.side == "israel" else "arab"][u.cost].get(how)

    @cached_property
    def groups_large(self):
        return [k for k, g in self.group.items() if g.get("components")]
