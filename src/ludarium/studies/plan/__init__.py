"""A study's plan: what its people see, play and answer, in which order and against whom."""
