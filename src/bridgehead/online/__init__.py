"""Play with people elsewhere: accounts, a lobby, games whose journal lies in a database.

`bridgehead serve` runs it (docs/hosting.md). Everything here stands on `server`: its views, its
log, its pictures and its page. What it needs besides is the extra `serve` of the package.
"""
