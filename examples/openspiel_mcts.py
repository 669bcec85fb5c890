"""OpenSpiel's Monte Carlo tree search plays Israel in Across Suez against random play.

    pip install '/path/to/clone[research]'
    python examples/openspiel_mcts.py [SIMULATIONS]

The leaves of the tree are games played to their end by the sergeants, in Bridgehead's kernels. With
OpenSpiel's own `mcts.RandomRolloutEvaluator(1)` in its place the example runs too, far slower.
"""

import sys

import numpy as np
import pyspiel
from open_spiel.python.algorithms import evaluate_bots, mcts
from open_spiel.python.bots import uniform_random

from bridgehead.envs.openspiel import short_name
from bridgehead.envs.playouts import PlayoutEvaluator

simulations = int(sys.argv[1]) if len(sys.argv) > 1 else 10
random = np.random.RandomState(1)
game = pyspiel.load_game(short_name("across-suez-1980"))
israel = mcts.MCTSBot(
    game,
    uct_c=1.4,
    max_simulations=simulations,
    evaluator=PlayoutEvaluator(game, "sergeant", trust=0.5),
    random_state=random,
    child_selection_fn=mcts.SearchNode.puct_value,
)
egypt = uniform_random.UniformRandomBot(1, random)
state = game.new_initial_state()
returns = evaluate_bots.evaluate_bots(state, [israel, egypt], random)
outcome = {1: "wins", 0: "draws", -1: "loses"}[int(returns[0])]
print(f"Israel {outcome} with {simulations} simulations a decision")
