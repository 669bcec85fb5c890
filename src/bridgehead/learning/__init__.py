"""A baseline that learns: a network, imitation, PPO against the sergeant (docs/learning.md).

`features` needs NumPy only; the rest needs PyTorch, the extra `learn`.
"""
