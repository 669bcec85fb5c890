"""A position of Middle East Battles as plain data."""

import copy
from dataclasses import dataclass, field

HELICOPTER, STATIC, FOOT = "helicopter", "static", "straight_leg"
JOINT = "js-helicopter"
AWAY = ("off", "exited", "eliminated")
LEDGER = (
    "world opinion", "western units eliminated", "fire into cities", "objectives, egypt",
    "continuation", "air drop", "matt enters", "egyptian units eliminated", "units exited",
    "objectives, west", "4th division enters", "shazli force enters",
)  # fmt: skip
OF_EGYPT = LEDGER[:7]


@dataclass
class State:
    """Everything that is remembered from one decision to the next."""

    hex: dict  # unit: hex, or one of AWAY
    turn: int = 1
    side: str = "egypt"  # whose Player-Turn it is
    step: str = "setup"
    # this Movement Phase
    moved: set = field(default_factory=set)
    dropping: bool = False
    drops: int = 0
    landings: int = 0
    entered: dict = field(default_factory=dict)  # entry hex: units that came by it
    column_hex: dict = field(default_factory=dict)  # column: its entry hex in this phase
    entering: str | None = None
    entry_hex: str | None = None
    militia_left: int = 0
    placed: dict = field(default_factory=dict)  # militia placed this Player-Turn: 1, 2, …
    # this Player-Turn
    landed: dict = field(default_factory=dict)  # unit: "landed" or "brought over"
    fixed: set = field(default_factory=set)
    disengaged: set = field(default_factory=set)
    # this Combat Phase
    bound: set = field(default_factory=set)
    owed: set = field(default_factory=set)
    fought: set = field(default_factory=set)
    attacked: set = field(default_factory=set)
    displaced: set = field(default_factory=set)
    protected: set = field(default_factory=set)
    guns_used: set = field(default_factory=set)  # 0 British, 1 French
    fired_into: set = field(default_factory=set)  # city hexes paid for in this phase [9.8]
    # longer
    shaken: set = field(default_factory=set)
    air: list = field(default_factory=lambda: [0, 0])
    air_dice: int = 0
    amphibious: bool = False
    privilege: bool = False
    withdrawn: bool = False
    militia_over: bool = False
    west_city: set = field(default_factory=set)
    last_turn: int = 0
    ledger: dict = field(default_factory=lambda: dict.fromkeys(LEDGER, 0))
    # the combat being resolved
    role: dict = field(default_factory=dict)  # unit: adjacent, ranged, defender, protector
    origin: dict = field(default_factory=dict)
    aim: list = field(default_factory=list)
    strikes: list = field(default_factory=lambda: [0, 0, 0, 0])
    covers: list = field(default_factory=lambda: [0, 0, 0, 0])
    crt: str = ""
    night_shift: int = 0
    result: str = ""
    retreating: str | None = None
    due: dict = field(default_factory=dict)
    mover: str | None = None
    path: dict = field(default_factory=dict)
    chain: list = field(default_factory=list)  # (unit, hex it wants to enter), the last on top
    loss_due: int = 0
    advanced: set = field(default_factory=set)
    # the end
    winner: str = ""  # a side, or "draw"
    ending: str = ""

    def copy(self):
        return copy.deepcopy(self)

    def forget_combat(self):
        fresh = State({})
        for name in (
            "role", "origin", "aim", "strikes", "covers", "crt", "night_shift", "result",
            "retreating", "due", "mover", "path", "chain", "loss_due", "advanced",
        ):  # fmt: skip
            setattr(self, name, getattr(fresh, name))

    def with_role(self, *roles):
        return [unit for unit, role in self.role.items() if role in roles]
