"""Accounts: names, passwords and passkeys, sessions, e-mail addresses, time zones, deletion."""
