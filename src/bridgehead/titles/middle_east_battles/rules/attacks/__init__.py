"""Attacks: declaration, fire, results, retreat and advance."""
