"""The rules: a module for each chapter of the rulebook, and two tables that dispatch to them."""
