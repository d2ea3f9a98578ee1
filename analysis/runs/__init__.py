"""Games played, to counters, rows and files."""
