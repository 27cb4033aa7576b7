"""The players of Colonizers."""
