"""Colonizers: four players build on Mars, with hidden colonists and hidden hands."""
