"""Refinement: strategies are bred until people take them for people, then taken apart to what makes them so."""
