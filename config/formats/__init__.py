"""How moments and days are written where a template names no letters of its own, as in the admin."""
