"""The games in OpenSpiel: its own tests, undo, what a player knows, and an algorithm of its."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import numpy as np
import pyspiel
import pytest

import bridgehead as bh
from bridgehead.core.errors import InvalidPosition, UnknownPlayer
from bridgehead.envs.openspiel import short_name
from bridgehead.envs.playouts import PlayoutEvaluator
from bridgehead.envs.spaces import spaces
from tests.tiers import first

pytestmark = pytest.mark.plain
GAME = "across-suez-1980"
HIDDEN = "october-war"
GAMES = [GAME, *(info.id for info in bh.games() if info.id != GAME)]


def load(game_id: str, **options: bool) -> Any:
    return pyspiel.load_game(short_name(game_id), dict(options))


def walk(game: Any, seed: int, most: int = 10_000) -> list[tuple[Any, int, int]]:
    """Play at random; return each state with the player and the action that were next."""
    random = np.random.RandomState(seed)
    state, found = game.new_initial_state(), []
    while not state.is_terminal() and len(found) < most:
        if state.is_chance_node():
            actions, chances = zip(*state.chance_outcomes(), strict=True)
            action = int(random.choice(actions, p=chances))
        else:
            action = int(random.choice(state.legal_actions()))
        found.append((state.clone(), state.current_player(), action))
        state.apply_action(action)
    return [*found, (state, -1, -1)]


@pytest.mark.slow
@pytest.mark.parametrize("game_id", first(1, GAMES))
def test_openspiel_plays_a_random_game_and_writes_it_down(game_id: str) -> None:
    pyspiel.random_sim_test(load(game_id), num_sims=1, serialize=True, verbose=False)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game_id", "option"), [(info.id, option) for info in bh.games() for option in info.options]
)
def test_every_option_is_a_parameter(game_id: str, option: str) -> None:
    game = load(game_id, **{option: True})
    assert game.played.options == (option,)
    assert f"{option}=True" in str(game)
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


@pytest.mark.slow
@pytest.mark.parametrize("game_id", [GAME, "suez-56", HIDDEN])
def test_a_playthrough_comes_out_as_it_was(game_id: str) -> None:
    """OpenSpiel's check of a game: what it writes of one, it writes again from the actions."""
    from absl import flags
    from open_spiel.python.algorithms import generate_playthrough

    if not flags.FLAGS.is_parsed():
        flags.FLAGS(["pytest"])
    game = load(game_id)
    actions = [action for _, _, action in walk(game, 3)[:-1]]
    whole = generate_playthrough.playthrough(short_name(game_id), actions)
    assert whole == generate_playthrough.playthrough(short_name(game_id), actions)
    assert "InformationStateString(0)" in whole
    assert "ObservationTensor(1)" in whole
    hides = game.get_type().information == pyspiel.GameType.Information.IMPERFECT_INFORMATION
    assert ("PrivateObservationString" in whole) == hides
    made = spaces(bh.load(game_id))
    (one,) = made.chance_indices([made.game.grammar.encode("roll 1")])  # October War draws, too
    assert f"ChanceOutcomes() = [({one},0.166667), ({one + 1},0.166667)" in whole


def test_actions_are_taken_back_as_openspiel_checks_it() -> None:
    steps = walk(load(GAME), 5, most=60)
    state = steps[-1][0].clone()
    for before, player, action in reversed(steps[-25:-1]):
        state.undo_action(player, action)
        assert str(state) == str(before)
        assert state.history() == before.history()
        assert state.history_str() == before.history_str()
        assert state.move_number() == before.move_number()
    with pytest.raises(ValueError, match="cannot be taken back"):
        state.undo_action(1 - state.current_player(), 0)
    twin = state.clone()
    assert str(twin) == str(state)
    again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(load(GAME), twin))
    assert again[1].history() == twin.history() == before.history()
    for walker in (state, twin, again[1]):
        walker.apply_action(action)
        assert walker.history() == [*before.history(), action]
        assert walker.child(walker.legal_actions()[0]).move_number() == walker.move_number() + 1


def test_nothing_is_taken_back_at_the_start() -> None:
    with pytest.raises(ValueError, match="no action was made"):
        load(GAME).new_initial_state().undo_action(0, 0)


@pytest.mark.slow
def test_a_state_is_a_record_and_a_record_a_state() -> None:
    steps = walk(load(GAME), 7)
    end = steps[-1][0]
    record = end.record()
    assert record.position == end.position
    assert record.position.result.winner == record.game.sides[int(np.argmax(end.returns()))]
    texts = [state.action_to_string(player, action) for state, player, action in steps[:-1]]
    assert record.actions == texts


def test_a_state_begins_in_any_position() -> None:
    position = bh.load(GAME).start()
    position.push("end")
    state = load(GAME).new_initial_state(position.to_dict())
    assert state.position == position
    assert "attack 0407" in [state.action_to_string(a) for a in state.legal_actions()]
    state.apply_action(state.legal_actions()[-1])
    text = pyspiel.serialize_game_and_state(load(GAME), state)
    assert str(pyspiel.deserialize_game_and_state(text)[1]) == str(state)
    with pytest.raises(InvalidPosition):
        load(GAME).new_initial_state({"turn": 99})


# What a player knows


def follow(verbs: tuple[str, ...]) -> Any:
    """Return a game of October War in which the first action of each of these verbs was done."""
    state = load(HIDDEN).new_initial_state()
    for verb in verbs:
        texts = list(state.position.legal_actions())
        text = next(text for text in texts if text.split()[0] == verb)
        state.apply_action(state.spaces.actions.index_of(text))
    return state


SET_UP = ("deploy", "end", "deploy", "end")


@pytest.mark.parametrize(
    ("viewer", "verbs", "others"),
    [
        ("arab", (), ("place",)),  # Israel sets up; how far it is, is secret too
        ("arab", ("place",), ("place", "place", "place")),
        ("israel", (*SET_UP, "end"), (*SET_UP, "commit", "commit", "end")),  # planes
    ],
)
def test_a_secret_changes_nothing_that_a_player_is_told(
    viewer: str, verbs: tuple[str, ...], others: tuple[str, ...]
) -> None:
    one, other = follow(verbs), follow(others)
    assert one.position != other.position
    assert one.position.to_move == other.position.to_move
    number = one.position.game.sides.index(viewer)
    assert one.information_state_string(1 - number) != other.information_state_string(1 - number)
    assert one.information_state_string(number) == other.information_state_string(number)
    assert one.observation_string(number) == other.observation_string(number)
    assert one.observation_tensor(number) == other.observation_tensor(number)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(12))
def test_a_resampled_state_is_the_same_to_the_player(seed: int) -> None:
    """As OpenSpiel's ResampleInfostateTest, at some decisions of a game."""
    parted = 0
    for state, player, _ in walk(load(HIDDEN), seed, most=260)[60::40]:
        if player < 0:
            continue
        other = state.resample_from_infostate(player, np.random.RandomState(seed).uniform)
        assert other.information_state_string(player) == state.information_state_string(player)
        assert other.observation_tensor(player) == state.observation_tensor(player)
        assert other.current_player() == player
        assert other.legal_actions() == state.legal_actions()
        assert other.clone().position == other.position
        parted += other.position != state.position
    assert parted


def test_every_game_is_told_apart_by_what_was_done() -> None:
    """Perfect recall: two orders of the same moves are two information states."""
    seen = []
    for order in (("end",), ("move matt-1 0514", "end")):
        state = load(GAME).new_initial_state()
        for text in order:
            state.apply_action(state.string_to_action(text))
        seen.append(state.information_state_string(1))
    assert seen[0] != seen[1]
    assert seen[1].splitlines()[0] == "israel: move matt-1 0514"


def test_dice_have_their_true_chances() -> None:
    state = load(GAME).new_initial_state()
    for text in ("end", "attack 0407", "with reshef-2", "fire"):
        state.apply_action(state.string_to_action(text))
    assert state.is_chance_node()
    outcomes = state.chance_outcomes()
    assert [chance for _, chance in outcomes] == [1 / 6] * 6
    assert [state.action_to_string(a) for a, _ in outcomes] == [f"roll {n}" for n in range(1, 7)]


# Algorithms


@pytest.mark.slow
def test_a_search_of_openspiels_finds_the_sergeants_way() -> None:
    from open_spiel.python.algorithms import mcts

    game = load(GAME)
    evaluator = PlayoutEvaluator(game, "sergeant", trust=0.5)
    bot = mcts.MCTSBot(
        game, 1.4, 4, evaluator, random_state=np.random.RandomState(1),
        child_selection_fn=mcts.SearchNode.puct_value,
    )  # fmt: skip
    state = game.new_initial_state()
    assert bot.step(state) in state.legal_actions()
    assert abs(sum(chance for _, chance in evaluator.prior(state)) - 1) < 1e-9
    value = evaluator.evaluate(state)
    assert value[0] == -value[1]
    with pytest.raises(UnknownPlayer, match=r"there are: recruit, sergeant$"):
        PlayoutEvaluator(game, "general")


@pytest.mark.slow
def test_the_example_wins() -> None:
    command = [sys.executable, "examples/openspiel_mcts.py"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.startswith("Israel wins with 10 simulations a decision")


@pytest.mark.slow
def test_information_set_search_plays_where_something_is_hidden() -> None:
    from open_spiel.python.algorithms import ismcts

    game = load(HIDDEN)
    bot = ismcts.ISMCTSBot(
        game, PlayoutEvaluator(game), 1.4, 8, random_state=np.random.RandomState(1)
    )
    for state, player, _ in walk(game, 1, most=200)[::40]:
        if player >= 0:
            assert bot.step(state) in state.legal_actions()


@pytest.mark.slow
def test_a_process_ends_in_peace() -> None:
    """OpenSpiel keeps what registers a game longer than Python lives."""
    code = "import bridgehead.envs.openspiel, pyspiel; pyspiel.load_game('{}')"
    done = subprocess.run([sys.executable, "-c", code.format(short_name(GAME))], check=False)
    assert done.returncode == 0
