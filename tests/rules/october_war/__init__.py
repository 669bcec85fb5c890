"""Case tests of October War: the public contract only, small positions."""
