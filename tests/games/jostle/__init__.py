"""Tests of Jostle."""
