"""What players do: strategies by name, by file, or as plain functions."""
