"""Numbers in, numbers out: how sure, how far, and what that says."""
