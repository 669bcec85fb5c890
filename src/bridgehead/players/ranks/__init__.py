"""The ranks: recruit, corporal, captain and general, and their handicaps."""
