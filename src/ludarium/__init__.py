"""Ludarium: a laboratory for board and strategy games. Describe a game once, get everything else."""

__version__ = "0.1.0"
