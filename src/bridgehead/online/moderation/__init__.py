"""Roles, moderators' actions and their log, restrictions, reports, blocking."""
