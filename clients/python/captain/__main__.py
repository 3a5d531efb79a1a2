"""The command line: captain login | tables | new | show | play | watch | export."""

import argparse
import getpass
import os
import sys
from collections.abc import Callable
from urllib.parse import urlsplit

from captain import commands
from captain.client import Client
from captain.errors import CaptainError
from captain.screen import Quit, Screen
from captain.settings import client_saved, login_save


def main(arguments: list[str] | None = None) -> int:
    """Run a command; returns the exit status: 0, 1 after an error, 130 after Ctrl-C."""
    screen, given = Screen(), _parser().parse_args(arguments)
    try:
        if given.command == "login":
            _login(screen, given.site)
        else:
            run: Callable[[Screen, Client, argparse.Namespace], None] = getattr(commands, given.command)
            run(screen, client_saved(), given)
    except CaptainError as error:
        screen.warn(f"{error}\n{error.advice}".strip())
        return 1
    except Quit:
        return 0
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:  # such as by `captain tables | head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


def _login(screen: Screen, site: str) -> None:
    """The token isn't an argument, because other users of the machine can read those."""
    if urlsplit(site).scheme == "http" and urlsplit(site).hostname not in ("localhost", "127.0.0.1", "::1"):
        screen.warn("This address begins with http: others on the network can read your token.")
    screen.show(f"Make a token at {site.rstrip('/')}/programs/ with the scopes read, play and chat.")
    token = getpass.getpass("Token: ") if sys.stdin.isatty() else sys.stdin.readline()
    account = Client(site, token.strip()).account()
    path = login_save(site, token.strip())
    allowed = ", ".join(account["scopes"])
    screen.show(
        f"Logged in as {account['player']['name']}; the token allows: {allowed}. It is stored in {path}."
    )


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="captain", description="Play at a Captain's Table in your terminal."
    )
    each = parser.add_subparsers(dest="command", required=True)
    each.add_parser("login", help="store a site's address and your token").add_argument("site")
    each.add_parser("tables", help="list your tables and invitations").add_argument(
        "--finished", action="store_true", help="those that are over"
    )
    new = each.add_parser("new", help="open a table")
    new.add_argument("title", help="captivate, cardline, cannonades, captn-eli or nautilus")
    new.add_argument("--seats", type=int, default=2)
    new.add_argument("--bot", metavar="LEVEL", help="fill it with bots: deckhand, mate or captain")
    new.add_argument(
        "--invite", metavar="NAME", action="append", default=[], help="invite a player by user name"
    )
    each.add_parser("show", help="show a table").add_argument("table", type=int)
    play = each.add_parser("play", help="join a table, or make moves")
    play.add_argument("table", type=int)
    play.add_argument("--wait", action="store_true", help="wait for the others until the game ends")
    watch = each.add_parser("watch", help="print what happens at your tables")
    watch.add_argument("table", type=int, nargs="?", help="a table at which you don't play, too")
    watch.add_argument("--json", action="store_true", help="one JSON document per line")
    watch.add_argument("--count", type=int, default=0, help="stop after this number of events")
    each.add_parser("export", help="print a game as JSON").add_argument("table", type=int)
    return parser


if __name__ == "__main__":
    sys.exit(main())
