"""The turn around movement and combat: set-up, events, arrivals, victory."""
