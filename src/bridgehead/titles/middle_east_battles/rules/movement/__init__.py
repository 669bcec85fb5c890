"""Movement: paths, landings, exits, their legal actions and effects."""
