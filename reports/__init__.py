"""How results look: small frames in, tables and figures out. Computes nothing."""
