"""The door to OpenSpiel, both ways: its games and bots in the lab, the lab's games and players in OpenSpiel.

Importing this package makes the lab's games known to OpenSpiel, as `ludarium_reversi` and so on.
"""

from ludarium.engine.extras import needing_extras

with needing_extras():
    from ludarium.doors.openspiel.outside import register

register()
