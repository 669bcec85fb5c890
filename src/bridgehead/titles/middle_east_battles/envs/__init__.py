"""Middle East Battles for research: action numbers, observations, batches of games in kernels."""
