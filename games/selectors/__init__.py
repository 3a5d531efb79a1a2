"""All reads: each returns plain values for a page or a mail, in a bounded number of queries."""

from games.selectors.lists import (
    finished_tables,
    lobby_tables,
    my_tables,
    next_table,
    offered_tables,
    open_invitations,
    watchable_tables,
)
from games.selectors.log import log_page
from games.selectors.page import BoardPage, board_page

__all__ = [
    "BoardPage", "board_page", "finished_tables", "lobby_tables", "log_page", "my_tables", "next_table",
    "offered_tables", "open_invitations", "watchable_tables",
]  # fmt: skip
