"""What screens ask of the made-up title."""
