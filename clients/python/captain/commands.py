"""The commands, except log-in."""

import json
import sys
from argparse import Namespace
from itertools import islice

from captain.choosing import move_chosen
from captain.client import Client
from captain.errors import Problem
from captain.screen import Quit, Screen
from captain.shapes import Facts, Row, Table

_HELP = """0           choose from the beginning
t           take back your last move
s           show the table again
c TEXT      write in the chat
resign      leave the game for good
q           quit; the game waits for you
{...}       a move as JSON, as in the title's rule sheet"""


def tables(screen: Screen, client: Client, given: Namespace) -> None:
    """List tables, those that wait for you first, and invitations."""
    rows = list(client.tables(finished=given.finished))
    for row in rows:
        sign = "►" if row["is_waiting_for_you"] else " "
        screen.show(f"{sign} {row['id']:>6}  {_row(row)}", "bold" if row["is_waiting_for_you"] else "")
    invitations = [] if given.finished else client.invitations()
    for each in invitations:
        by = f" by {each['by']['name']}" if each["by"] else ""
        screen.show(f"+ {each['table']['id']:>6}  {each['table']['title_name']}: you are invited{by}")
    if not rows and not invitations:
        screen.show("No tables. Open one with `captain new captivate --bot deckhand`.")


def _row(row: Row) -> str:
    names = ", ".join(player["name"] for player in row["players"] if player)
    state = "your turn" if row["is_waiting_for_you"] else row["status"]
    until = f" until {row['deadline']}" if row["deadline"] and row["is_waiting_for_you"] else ""
    return f"{row['title_name']}: {state}{until}; {names}" + (
        f"; {row['unread']} unread" if row["unread"] else ""
    )


def new(screen: Screen, client: Client, given: Namespace) -> None:
    """Open a table, seat bots, and invite players."""
    private = bool(given.bot or given.invite)
    settings = {"title": given.title, "seats": given.seats, "admission": "invited" if private else "open"}
    if given.bot and not given.invite:
        settings["clock"] = {"type": "none"}
    table: Table = client.ask("POST", "/tables", settings)
    screen.show(f"Table {table['id']}: {table['url']}")
    for name in given.invite:
        client.ask("POST", f"/tables/{table['id']}/invitations", {"username": name})
    if given.bot:
        count = given.seats - 1 - len(given.invite)
        client.ask("POST", f"/tables/{table['id']}/bots", {"level": given.bot, "count": count})


def show(screen: Screen, client: Client, given: Namespace) -> None:
    """Print a table and your legal moves."""
    table = client.table(given.table)
    screen.show_table(table)
    for each in table["asked"]["moves"] if table["asked"] else ():
        screen.show(f"  - {each['words']}")


def export(_screen: Screen, client: Client, given: Namespace) -> None:
    """Print the game's document to standard output, in ASCII."""
    json.dump(client.export(given.table), sys.stdout, indent=1)
    sys.stdout.write("\n")


def watch(screen: Screen, client: Client, given: Namespace) -> None:
    """Print events as they happen."""
    for event in islice(client.watch(given.table), given.count or None):
        if given.json:
            sys.stdout.write(json.dumps(event) + "\n")
        else:
            words = _EVENTS.get(event["type"], event["type"])
            until = f" until {event['deadline']}" if event["deadline"] else ""
            screen.show(f"table {event['table']} ({event['title']}): {words}{until}")
        sys.stdout.flush()


_EVENTS = {
    "turn": "your turn",
    "changed": "somebody moved",
    "chat": "a new message",
    "over": "the game has ended",
    "invited": "you are invited",
}


def play(screen: Screen, client: Client, given: Namespace) -> None:
    """Make all moves that a table waits for; with --wait, until the game ends."""
    table = _joined(screen, client, client.table(given.table))
    screen.show_table(table)
    while True:
        while table["asked"]:
            table = _done(screen, client, table, move_chosen(screen, table))
        if table["status"] not in ("open", "running") or table["you"] is None:
            return
        if not given.wait:
            screen.show(
                f"Waiting for the others. `captain play {table['id']} --wait` stays until the game ends."
            )
        if table["status"] == "running" and (table["can_take_back"] or not given.wait):
            typed = screen.ask("Enter to go on, or ? for more:")
            if typed:
                table = _done(screen, client, table, typed)
                continue
        if not given.wait:
            return
        table = _changed(screen, client, table)
        screen.show_table(table)


def _joined(screen: Screen, client: Client, table: Table) -> Table:
    """The table, after joining or starting it if the user wants to."""
    path = f"/tables/{table['id']}"
    if table["status"] == "open" and table["you"] is None:
        if table["why_not"]:
            screen.warn(table["why_not"])
        elif screen.ask(f"Join this game of {table['title_name']}? [y/n]").lower() == "y":
            table = client.ask("POST", f"{path}/seats", {})
    if table["can_start"] and screen.ask("Start the game? [y/n]").lower() == "y":
        table = client.ask("POST", f"{path}/start")
    return table


def _changed(screen: Screen, client: Client, table: Table) -> Table:
    """The table as soon as it waits for you, begins or ends."""
    screen.show("Waiting for the others. Ctrl-C stops; the game goes on.", "dim")
    before, place = table, client.place()
    table = client.table(table["id"])
    if not _is_news(before, table):
        for event in client.watch(last=place):
            if event["table"] == table["id"]:
                table = client.table(table["id"])
                if _is_news(before, table):
                    break
    _tell(screen, client, table, before["ply"] - 1)
    return table


def _is_news(before: Table, table: Table) -> bool:
    return table["asked"] is not None or table["status"] != before["status"]


def _done(screen: Screen, client: Client, table: Table, chosen: Facts | str) -> Table:
    """The table after a move or a command; the same after a refusal that waiting or choosing can cure."""
    try:
        after = (
            client.play(table, chosen)
            if isinstance(chosen, dict)
            else _command(screen, client, table, chosen)
        )
    except Problem as problem:
        if problem.status not in (404, 409, 412, 422, 429):
            raise
        screen.warn(f"{problem}\n{problem.advice}".strip())
        after = client.table(table["id"])
    if after is not table:
        _tell(screen, client, after, table["ply"] - 1)
        screen.show_table(after)
    return after


def _command(screen: Screen, client: Client, table: Table, typed: str) -> Table:
    name, _space, rest = typed.partition(" ")
    match name.lower():
        case "q" | "quit":
            raise Quit
        case "t":
            return client.take_back(table)
        case "s":
            return client.table(table["id"])
        case "c" if rest:
            client.say(table["id"], rest)
        case "resign":
            if screen.ask("Leave this game for good? Type yes:") == "yes":
                return client.resign(table)
        case _:
            screen.show(_HELP)
    return table


def _tell(screen: Screen, client: Client, table: Table, since: int) -> None:
    """Print what happened after a ply."""
    for entry in client.log(table["id"], since):
        screen.show(f"  {entry['text']}", "italic")
