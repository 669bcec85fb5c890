"""What searching players of all titles share: plans, rollouts, evaluation nets."""
