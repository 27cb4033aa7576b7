"""Jostle: a race with dice in which pieces push each other back."""
