"""A baseline that learns: a judge of positions, and a policy by PPO (docs/learning.md).

`features`, `drafts` and the commands' own part need NumPy only; the rest needs PyTorch, the extra
`learn`.
"""
