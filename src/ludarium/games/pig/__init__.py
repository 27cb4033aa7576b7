"""Pig: roll on or bank."""
