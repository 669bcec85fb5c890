"""What screens ask of the tiny title: nothing."""
