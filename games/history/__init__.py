"""Looking back at games: replay, export and transcript, and the data for checking a table's chance and log."""
