"""The tests; they mirror the package. `rules/<title>/` holds the case tests."""
