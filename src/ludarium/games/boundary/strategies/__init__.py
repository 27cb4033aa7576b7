"""The six basic strategies of Boundary."""
