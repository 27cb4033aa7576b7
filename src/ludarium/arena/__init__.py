"""Many games between players: seating, workers, tallies and their statistics."""
