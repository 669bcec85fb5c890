"""A second, slow, independent rules generator for October War, and its comparison."""
