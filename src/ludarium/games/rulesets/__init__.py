"""Games that are data: tic-tac-toe, reversi, checkers and the space between them, played by one compiled engine."""
