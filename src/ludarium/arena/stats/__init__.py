"""Counting finished games, and what the counts allow to say."""
