"""Ground war: movement, barrages, battles, losses, retreats."""
