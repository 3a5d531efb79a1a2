"""Looking back: what a table's chance and log were made from, and how anybody can check them."""
