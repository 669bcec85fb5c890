"""Play over the network: accounts, a lobby, and games whose journals are kept in a database.

`bridgehead serve` runs it (docs/hosting.md). It builds on `server`: its views, log, pictures and
page. It needs the packages of the extra `serve`.
"""
