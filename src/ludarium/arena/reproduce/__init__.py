"""A source's published figures beside ours."""
