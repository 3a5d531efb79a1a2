"""What is printed and asked in the terminal."""

import sys

from rich.console import Console
from rich.text import Text

from captain.boards import board_text
from captain.shapes import Table

_WIDEST = 80
# Names, chats and logs are other people's text: their control characters could take over the terminal.
_CONTROL = {code: "\N{REPLACEMENT CHARACTER}" for code in (*range(32), *range(127, 160)) if code != 10}
_CONTROL |= dict.fromkeys((*range(0x202A, 0x202F), *range(0x2066, 0x206A)), "\N{REPLACEMENT CHARACTER}")


class Quit(Exception):
    """The user ends the input."""


class Screen:
    """The terminal; colours only if it has them and NO_COLOR is not set."""

    def __init__(self) -> None:
        for stream in (sys.stdout, sys.stderr):
            if hasattr(stream, "reconfigure"):
                stream.reconfigure(errors="replace")  # a terminal without Unicode shows question marks
        self._out = Console(highlight=False, markup=False, emoji=False)
        self._out.width = min(_WIDEST, self._out.width)
        self._errors = Console(stderr=True, highlight=False, markup=False, emoji=False)

    def show(self, text: Text | str = "", style: str = "") -> None:
        """Print text, without its control characters."""
        shown = text if isinstance(text, Text) else Text(text, style)
        shown.plain = shown.plain.translate(_CONTROL)
        self._out.print(shown)

    def warn(self, text: str) -> None:
        """Print an error."""
        self._errors.print(Text(text.translate(_CONTROL), "red"))

    def ask(self, question: str) -> str:
        """A line from the user. Raises Quit at the end of the input."""
        self._out.print(Text(question, "bold"), end=" ")
        line = sys.stdin.readline()
        if not line:
            self.show()
            raise Quit
        if not sys.stdin.isatty():
            self.show(line.strip())  # as a terminal does
        return line.strip()

    def show_table(self, table: Table) -> None:
        """Print a table: what it is, the board, the last words, and the question."""
        self.show(
            Text(
                f"{table['title_name']}, table {table['id']}, move {table['ply']}: {state_of(table)}", "bold"
            )
        )
        if table["observation"] is None:
            self.show(f"Players ({len(table['seats'])} of {table['seat_count']}): " + names_of(table))
        else:
            self.show(board_text(table))
        self.show(table["notice"] or table["last_words"], "italic")
        ending, asked = table["ending"], table["asked"]
        if ending:
            self.show(f"{ending['headline']} {ending['sentence']}".strip(), "bold")
        for seat in sorted(table["seats"], key=lambda seat: seat["rank"] or 0):
            if seat["rank"]:
                points = "" if seat["score"] is None else f", {seat['score']} points"
                self.show(f"{seat['rank']}. {seat['name']}{points}")
        if asked:
            self.show(asked["prompt"], "bold")


def names_of(table: Table) -> str:
    """The players' names."""
    return ", ".join(seat["name"] for seat in table["seats"]) or "none"


def state_of(table: Table) -> str:
    """Whom a table is waiting for."""
    if table["status"] != "running":
        return table["status"]
    mine = next((seat for seat in table["seats"] if seat["is_you"]), None)
    if mine and mine["is_awaited"]:
        return "your turn" + (f" until {mine['deadline']}" if mine["deadline"] else "")
    names = [seat["name"] for seat in table["seats"] if seat["is_awaited"]]
    return f"waiting for {', '.join(names)}" if names else "running"
