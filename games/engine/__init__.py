"""The pure heart: what a game is, how a move is made, how chance is drawn. No Django in here."""
