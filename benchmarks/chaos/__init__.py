"""Honest people play while faults are injected; what they were told is compared with the store. See docs/chaos.md."""
