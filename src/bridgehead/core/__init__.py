"""Code that all titles share: grids, map files, kernels, positions, records, dice, errors."""
