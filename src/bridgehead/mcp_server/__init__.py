"""The games for language models: a Model Context Protocol server (docs/language-models.md).

`seat` is one game as the side that a model plays sees it, `host` the games of one server, `board`
their text, `tools` what a model can call, `run` the server on standard input and output or over
HTTP. Only `tools` and `run` need the `mcp` package.
"""
