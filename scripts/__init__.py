"""Commands for maintainers, run by `make`."""
