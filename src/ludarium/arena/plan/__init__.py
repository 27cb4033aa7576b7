"""What is to be played: players and line-ups, and when it is enough."""
