"""Measurements beside peers, always as ratios within one run. `make bench` runs them."""
