"""Across Suez: the Battle of the Chinese Farm, October 1973, in three editions."""
