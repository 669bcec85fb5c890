"""From the engine's record to the plain data of this generator: all it knows of the package."""

from bridgehead.titles.middle_east_battles import state as st

from .state import LEDGER, State

ROLES = ("", "adjacent", "ranged", "defender", "protector")
TABLES = ("", "mobile", "frontal")
ENDINGS = ("", "points", "draw", "resigned")
COLUMNS = ("3", "4a", "shf")
SETS = (
    "moved", "fixed", "disengaged", "bound", "owed", "fought", "attacked", "displaced",
    "protected", "shaken", "advanced",
)  # fmt: skip
NUMBERS = (
    "turn", "drops", "landings", "militia_left", "air_dice", "last_turn", "night_shift", "loss_due",
)  # fmt: skip
FLAGS = ("dropping", "amphibious", "privilege", "withdrawn", "militia_over")


def from_engine(position):
    """The engine's position as a `State`."""
    game, record = position.game, position.state
    units, hexes, sides = list(game.units), list(game.hexes), list(game.sides)
    board = game.board[0]

    def place(number):
        return hexes[number] if number >= 0 else st.PLACES[int(number)]

    def unit(number):
        return units[number] if number >= 0 else None

    state = State({u: place(int(record.hex[i])) for i, u in enumerate(units)})
    for name in SETS:
        flags = getattr(record, name)
        setattr(state, name, {u for i, u in enumerate(units) if flags[i]})
    for name in NUMBERS:
        setattr(state, name, int(getattr(record, name)))
    for name in FLAGS:
        setattr(state, name, bool(getattr(record, name)))
    state.step = st.STEPS[int(record.step)]
    state.side = sides[int(record.side)]
    state.entered = {
        hexes[int(board.rim_hex[i])]: int(n) for i, n in enumerate(record.entered) if n
    }
    state.column_hex = {
        COLUMNS[i]: hexes[int(h)] for i, h in enumerate(record.column_hex) if h >= 0
    }
    state.entering = unit(int(record.entering))
    if state.entering:
        state.entry_hex = hexes[int(record.entry_hex)]
        state.hex[state.entering] = "off"
    state.placed = {u: int(record.placed[i]) for i, u in enumerate(units) if record.placed[i]}
    marks = ("", "landed", "brought over")
    state.landed = {u: marks[record.landed[i]] for i, u in enumerate(units) if record.landed[i]}
    state.guns_used = {i for i in (0, 1) if record.guns_used[i]}
    state.air = [int(n) for n in record.air]
    state.west_city = {
        h
        for i, h in enumerate(hexes)
        if board.city_place[i] >= 0 and record.west_city[int(board.city_place[i])]
    }
    state.fired_into = {
        h
        for i, h in enumerate(hexes)
        if board.city_place[i] >= 0 and record.city_fired[int(board.city_place[i])]
    }
    state.ledger = {name: int(record.ledger[i]) for i, name in enumerate(LEDGER)}
    combat_from_engine(state, record, units, hexes)
    state.retreating = sides[int(record.retreating)] if record.retreating >= 0 else None
    state.ending = ENDINGS[int(record.ending)]
    forget_what_is_over(state)
    if state.ending:
        state.winner = sides[int(record.winner)] if record.winner >= 0 else "draw"
    return state


def forget_what_is_over(state):
    """What only one phase remembers; the engine clears it when such a phase begins again."""
    fresh = State({})
    over = (
        ()
        if state.step in ("movement", "onward")
        else ("moved", "dropping", "drops", "landings", "entered", "column_hex")
    )
    phase = st.PHASE_OF_STEP[st.STEPS.index(state.step)]
    if phase != "combat":
        over += ("bound", "owed", "fought", "attacked", "displaced", "protected", "guns_used")
    if state.step not in ("militia", "movement"):
        over += ("placed",)
    for name in over:
        setattr(state, name, getattr(fresh, name))


def combat_from_engine(state, record, units, hexes):
    """The part of the record that is about the combat being resolved."""
    numbered = list(enumerate(units))
    state.role = {u: ROLES[int(record.role[i])] for i, u in numbered if record.role[i]}
    state.origin = {u: hexes[int(record.origin[i])] for i, u in numbered if record.origin[i] >= 0}
    if state.step == "declare":  # the defenders are named by their hexes alone
        state.role = {u: role for u, role in state.role.items() if role != "defender"}
    state.aim = [hexes[int(record.aim[i])] for i in range(int(record.aims))]
    state.strikes = [int(n) for n in record.strikes]
    state.covers = [int(n) for n in record.covers]
    state.crt = TABLES[int(record.crt)]
    state.result = st.RESULTS[int(record.result)]
    state.due = {u: int(record.due[i]) for i, u in numbered if record.due[i] > 0}
    state.mover = units[int(record.mover)] if record.mover >= 0 else None
    for i, u in numbered:
        hexes_of_path = [hexes[int(h)] for h in record.path[i] if h >= 0]
        if hexes_of_path:
            state.path[u] = hexes_of_path
    state.chain = [
        (units[int(record.chain_unit[i])], hexes[int(record.chain_hex[i])])
        for i in range(int(record.chain))
    ]
