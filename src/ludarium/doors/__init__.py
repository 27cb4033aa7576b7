"""Doors to Ludarium's neighbours. Each is an extra; what a door needs is loaded when somebody goes through it."""

from ludarium.doors.zrf import FAMILY as ZRF
from ludarium.engine.entry import Family

FAMILIES: tuple[Family, ...] = (ZRF,)
"""The games that come in by a door, by the form of their names."""
