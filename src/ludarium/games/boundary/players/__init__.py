"""Boundary's own players: the six basic strategies, the adaptive player and the portfolio search."""
