"""What was learned: weights of sergeants and evaluations of positions."""
