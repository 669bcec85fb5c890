"""The sequence of play, and the game as seen from outside: start, legal, apply, copy."""

from .air import play_commitment, play_strategic, play_superiority
from .asking import Ask
from .data import Data
from .home import play_event, play_mobilization, play_refit
from .losses import GameOver, end_of_game, sudden_death
from .movement import play_movement
from .places import clear, go
from .raids import play_combat
from .reorganize import play_reorganization, play_setup
from .state import State, stocks

PLAYER_TURN = ("event", "reorganization", "mobilization", "refit", "movement 1", "combat 1",
               "movement 2", "combat 2")  # fmt: skip
TURN = (
    ("air commitment", "arab"),
    ("air superiority", "israel"),
    ("strategic attack", "israel"),
    *((phase, "arab") for phase in PLAYER_TURN),
    *((phase, "israel") for phase in PLAYER_TURN),
    ("administration", "arab"),
)
FIRST_TURN = [
    (phase, side)
    for phase, side in TURN
    if phase not in PLAYER_TURN
    or (side == "arab" and phase in PLAYER_TURN[4:])
    or phase in ("movement 2", "combat 2")
]
SHARED = ("air commitment", "air superiority", "strategic attack")


def play_administration(g, s):
    while True:
        mine = [w for w, side in s.bridges.items() if side == s.side]
        actions = [f"remove-bridge {w}" for w in mine]
        answer = yield Ask("bridges", s.side, [*actions, "end"], main=True)
        if answer != "end":
            del s.bridges[answer.split()[1]]
            s.cache = {}
        elif s.side == "israel":
            break
        else:
            s.side = "israel"
    for u in g.strikes:
        if ":" in s.where[u] or s.where[u] == "used":
            go(g, s, u, "ready")
    s.air_master = dict.fromkeys(s.air_master)
    sudden_death(g, s)
    end_of_game(g, s)


PLAY = {
    "setup": play_setup,
    "air commitment": play_commitment,
    "air superiority": play_superiority,
    "strategic attack": play_strategic,
    "event": play_event,
    "reorganization": play_reorganization,
    "mobilization": play_mobilization,
    "refit": play_refit,
    "movement 1": play_movement,
    "combat 1": play_combat,
    "movement 2": play_movement,
    "combat 2": play_combat,
    "administration": play_administration,
}


def next_phase(g, s):
    s.step = "next"
    s.marks["broken"], s.marks["formed"] = set(), set()
    if s.phase == "setup":
        s.phase, s.side = TURN[0]
        return
    order = FIRST_TURN if s.turn == 1 else TURN
    sides = [side if phase not in (*SHARED, "administration") else None for phase, side in order]
    names = [phase for phase, _ in order]
    at = next(i for i, name in enumerate(names) if name == s.phase and sides[i] in (None, s.side))
    if at + 1 == len(order):
        s.turn += 1
        s.phase, s.side = TURN[0]
        s.marks["sam_fired"], s.marks["flew"] = set(), set()
        s.signals_used = False
        return
    before = s.side if sides[at] else None
    s.phase, s.side = order[at + 1]
    if s.phase in PLAYER_TURN and s.side != before:
        clear(
            s,
            "moved",
            "moved_now",
            "in_command",
            "fought",
            "looked",
            "helped",
            "by_water",
            "raided",
        )
        s.gate = s.gate if s.side == "arab" else stocks()


def sequence(g, s):
    while True:
        yield from PLAY[s.phase](g, s)
        next_phase(g, s)


class Game:
    """The rules with one choice of options."""

    def __init__(self, **options):
        self.data = Data(options)

    def start(self):
        return self.take_up(State(self.data))

    def take_up(self, state):
        """Goes on from the plain data of a state that stands at a main decision."""
        state.script = sequence(self.data, state)
        state.cache = {}
        self.send(state, None)
        return state

    def send(self, state, answer):
        while True:
            try:
                decision = state.script.send(answer)
            except GameOver:
                state.decision = None
                state.phase = state.step = "over"
                state.owner = None
                return
            if not decision.automatic:
                break
            answer = decision.actions[0]
        state.decision = decision
        state.step, state.owner = decision.step, decision.owner
        if decision.main:
            state.saved, state.since = state.data(), []

    def owner(self, state):
        return state.owner

    def legal(self, state):
        return list(state.decision.actions) if state.decision else []

    def apply(self, state, action):
        if state.decision is None or action not in state.decision.actions:
            raise ValueError(f"{action} is not legal in step {state.step}")
        state.since.append(action)
        self.send(state, action)

    def copy(self, state):
        twin = State(self.data)
        if state.decision is None:
            twin.load(state.data())
            return twin
        twin.load(state.saved)
        self.take_up(twin)
        for action in list(state.since):
            self.apply(twin, action)
        return twin
