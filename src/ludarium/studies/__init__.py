"""People in the laboratory: plans, assignment, questions, judges, refinement and analysis. Knows no web framework."""
