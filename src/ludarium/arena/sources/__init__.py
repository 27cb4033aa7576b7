"""Published figures and how we measure them: a module for each source, which `arena.reproduce` knows by name."""
