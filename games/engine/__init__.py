"""The rules engine: what a game is, how a move is made, how chance is drawn. Only its kit translates, with Django."""
