"""Goofspiel: bid for prizes, all bids at once."""
