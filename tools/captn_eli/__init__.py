"""A fast copy of Capt'n Eli, and a family of players that measures its cards: see `main.rs`."""
