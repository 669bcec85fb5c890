"""Files from users: limits, locks, zip files."""
