"""A baseline that learns: expert iteration, a judge of drafts, a policy by PPO (docs/learning.md).

`features`, `drafts`, `lookahead`, `expert_games` and the commands' own part need NumPy only; the
rest needs PyTorch, the extra `learn`.
"""
