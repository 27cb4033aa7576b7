"""Search for settings of a game that make it fair, decided and ring-shaped."""
