"""The door to OpenSpiel, both ways: its games and bots in the lab, the lab's games and players in OpenSpiel."""
