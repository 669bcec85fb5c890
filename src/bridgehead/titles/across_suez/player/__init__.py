"""What the computer players of the title are made of."""
