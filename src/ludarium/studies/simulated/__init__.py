"""Simulated people: they come, read, wait, play, judge and leave as others do, and their true qualities are known."""
