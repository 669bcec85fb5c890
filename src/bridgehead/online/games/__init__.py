"""Games in the database: challenges, journals, their state, lists, notes and chat."""
