"""Notices and the ways that they are sent: mail, push, web hook."""
