"""The search of plans: agents, rollouts, opening books."""
