"""A study while it runs: who comes, where they are, what they send, whom they meet, and how they go.

Every function is one step of a transaction that the caller has opened; what it gives back is true once that is stored.
"""
