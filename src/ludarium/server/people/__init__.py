"""People: who somebody is, the lobby, ratings."""
