"""Boundary's rules against a slow reference, its symmetries, words and pictures."""
