"""What screens ask: offers, goals, queries, style, terminal texts."""
