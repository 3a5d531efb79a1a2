"""Puzzles: positions in which one move is clearly best, solved on the title's own board."""
