"""Research on Tarble: networks in training, habits of people, the sources' situations. No player needs it to play."""
