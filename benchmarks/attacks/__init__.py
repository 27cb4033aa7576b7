"""Attacks by name, each beside honest people whose times are measured. See docs/chaos.md."""
