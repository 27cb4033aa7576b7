"""Boundary: pieces that hold ground together, plans made in secret and carried out at once."""
