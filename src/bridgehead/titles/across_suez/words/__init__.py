"""Case numbers, refusals, the log, and the rules in short."""
