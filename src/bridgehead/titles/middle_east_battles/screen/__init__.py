"""What screens ask of the title, and how it is drawn."""
