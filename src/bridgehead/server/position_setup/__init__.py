"""Setting up a position: controls for its fields, and checks of what was set up."""
