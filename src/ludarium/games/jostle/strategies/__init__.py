"""Strategies composed from elements."""
