"""People: who they are, how they want to be told, and the clock they live by."""
