"""Case numbers, refusals, the log, and summaries of the rules."""
