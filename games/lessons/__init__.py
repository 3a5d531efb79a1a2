"""Learning a title by doing: courses of short lessons on its board, with or without an account."""
