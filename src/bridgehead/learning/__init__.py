"""A player that learns by expert iteration (docs/learning.md).

`lookahead` and `expert_games` need NumPy only; the rest needs PyTorch, the extra `learn`.
"""
