"""Studies in the server: the way of those who take part, their games, and the researcher's desk."""
