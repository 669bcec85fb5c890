"""Middle East Battles for research: action numbering, observations, many games in kernels."""
