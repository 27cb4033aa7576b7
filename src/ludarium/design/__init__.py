"""Automatic game design: rule sets are bred, played by the thousand, measured, and checked for what they hide."""
