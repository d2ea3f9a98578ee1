"""What results mean: counts and rows in, polars frames out. Knows no game and no strategy by name."""
