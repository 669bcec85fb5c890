"""What the map of the made-up title holds."""
