"""Tarble: dice and hexes, a turn of billions of movement sequences, and players that think like people."""
