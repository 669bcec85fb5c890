"""What every title shares: grid, map files, kernels, positions, records, dice, errors."""
