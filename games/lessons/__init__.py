"""Interactive lessons: short courses on each title's own board, with or without an account."""
