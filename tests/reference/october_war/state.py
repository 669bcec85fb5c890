"""A position of October War as plain data."""

from .data import SIDES, STOCKS

MARKS = (
    "moved", "moved_now", "in_command", "fought", "looked", "helped", "by_water", "flew",
    "dropped", "sam_fired", "fired", "sortie", "raided", "broken", "formed", "bridged",
)  # fmt: skip
RUNNING = ("script", "saved", "since", "decision", "cache")  # not part of the position


def stocks(value=0):
    return dict.fromkeys(STOCKS, value)


def copied(value):
    if isinstance(value, dict):
        return {k: copied(v) for k, v in value.items()}
    if isinstance(value, list):
        return [copied(v) for v in value]
    return set(value) if isinstance(value, set) else value


class State:
    """Everything that is remembered from one main decision to the next.

    What happens inside one (a battle, a raid) is remembered by `script`, a suspended generator;
    a copy is made by replaying the answers `since` the last main decision, which is in `saved`.
    """

    def __init__(self, data):
        self.turn, self.side, self.phase, self.step = 1, "israel", "setup", "setup"
        self.owner = "israel"
        self.where = dict(data.start)
        self.arrives = {}
        self.back, self.known = set(), set()
        self.marks = {m: set() for m in MARKS}
        self.came = {}
        self.dropped_now = False  # a battalion of the 202nd, in this phase [44]
        self.control = {p.id: p.control for p in data.points.values()}
        self.bridges = {}
        self.points, self.spent, self.casualties = stocks(), stocks(), stocks()
        markers = data.markers
        self.ew = {
            "israel": markers["israel.ew"]["start"],
            "egypt": markers["arab.ew"]["start_egypt"],
            "syria": markers["arab.ew"]["start_syria"],
        }
        self.barrage = {n: markers[f"{n}.barrage"]["start"] for n in STOCKS}
        self.bought = {"armor": 0, "mech": 0}
        self.extra = {"armor": 0, "mech": 0}
        self.thirds = {"armor": 0, "mech": 0, "infantry": 0}
        self.conversions, self.free_used = 0, False
        hold = data.options["hold_return_events"]
        self.pool = {
            side: [
                e["id"]
                for e in data.events.values()
                if e["side"] == side
                and "out_of_pool_until" not in e
                and not (hold and e["disposition"] == "return")
            ]
            for side in SIDES
        }
        self.combined_arms = False
        self.morale = set()
        self.gate = stocks()
        self.jordan_cut, self.jordan_limit, self.jordan_came = 0, False, 0
        self.ceasefires, self.ceasefire = 0, False
        self.air_master = {"sinai": None, "golan": None}
        self.committed = None
        self.signals_used = False
        self.looking = False
        self.looked_at = {side: set() for side in SIDES}
        self.raids = []  # {"at", "strikes", "ew", "struck"}
        self.barraged = set()
        self.theater = None  # whose battles are being fought
        self.closed = False
        self.winner, self.ending = "", ""
        # running
        self.script = self.saved = self.decision = None
        self.since = []
        self.cache = {}

    def data(self):
        return {k: copied(v) for k, v in vars(self).items() if k not in RUNNING}

    def load(self, data):
        for name, value in data.items():
            setattr(self, name, copied(value))
        self.cache = {}

    def has(self, mark, unit):
        return unit in self.marks[mark]
