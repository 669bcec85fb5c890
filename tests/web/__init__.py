"""The page in a real browser, against the real server.

What drives it: `driver.py` plays by clicks, `server.py` starts and kills the server, `positions.py`
makes records that begin where a test wants to be.
"""
