"""`manage.py playthrough`: rewrites a title's golden playthroughs, or finds a game and writes a new one."""

from argparse import ArgumentParser
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils.module_loading import import_string

from games.engine.codec import load_json
from games.engine.contract import EngineError
from games.engine.playthrough import POLICIES, PlayedGame, Policy, games_by, parse, render
from games.engine.registry import AnyGame
from games.engine.replay import ReplayError
from games.titles import TITLES

FOLDER = Path(settings.BASE_DIR) / "tests" / "playthroughs"
LIMIT = 80_000  # characters in one playthrough, to keep it readable


class Command(BaseCommand):
    """Rewrite all of a title's playthroughs from their scripts; with --find, search for a game and write a new one."""

    help = "Rewrite the golden playthroughs of a title, or find and write a game with a given ending."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the arguments for the title and the search."""
        parser.add_argument("title", choices=list(TITLES))
        parser.add_argument("--find", metavar="REASON", help="reason for which the game must end")
        parser.add_argument("--event", default="", metavar="TYPE", help="event that must happen in it")
        parser.add_argument("--seats", type=int, help="default: the minimum")
        parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
        parser.add_argument(
            "--policy", default="random", help=f"{', '.join(POLICIES)}, or the path of a function"
        )
        parser.add_argument("--tries", type=int, default=500, help="number of games to try (default: 500)")
        parser.add_argument(
            "--shortest", action="store_true", help="of all these games, write the shortest one"
        )
        parser.add_argument("--name", help="file name without .txt (default: the reason)")
        parser.add_argument("--folder", type=Path, default=FOLDER, help="rewrite all playthroughs")

    def handle(self, *, title: str, find: str | None, folder: Path, **options: Any) -> None:
        """Write the files that changed, and print their names."""
        game = TITLES[title]
        if find is None:
            self._rewrite(game, folder / title)
            return
        file = folder / title / f"{options['name'] or find}.txt"
        text = _find_text(game, find, options)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        self.stdout.write(f"wrote {file.name}: {len(parse(text).entries)} plies, {len(text)} characters")

    def _rewrite(self, game: AnyGame, folder: Path) -> None:
        broken = []
        for file in sorted(folder.glob("*.txt")):
            try:
                is_changed = _rewrite_file(game, file)
            except (EngineError, ReplayError) as error:
                broken.append(file.name)
                self.stderr.write(f"broken {file.name}: {error}")
            else:
                self.stdout.write(f"{'changed' if is_changed else 'same'} {file.name}")
        if broken:
            raise CommandError(
                f"These playthroughs don't fit the current rules: {', '.join(broken)}. "
                f"Keep them in {folder.name}/v{game.rules_version - 1}/, and find new ones with --find."
            )


def _rewrite_file(game: AnyGame, file: Path) -> bool:
    """Rewrite the file if its text has changed; returns whether it has."""
    before = file.read_text()
    script = parse(before)
    after = render(game, script.seats, script.options, script.seed, script.entries)
    if after != before:
        file.write_text(after)
    return after != before


def _find_text(game: AnyGame, reason: str, options: dict[str, Any]) -> str:
    """The text of the first or shortest matching game. Raises CommandError if there is none."""
    chosen = dict(_option(text) for text in options["option"])
    try:
        games = games_by(_policy(options["policy"], game), game, options["seats"] or game.seats[0], chosen)
        tried = islice(games, options["tries"])
        wanted = (_text(game, played) for played in tried if _is_wanted(played, reason, options["event"]))
        fitting = (text for text in wanted if len(text) <= LIMIT)
        text = min(fitting, key=len, default=None) if options["shortest"] else next(fitting, None)
    except EngineError as error:
        raise CommandError(error.message) from error
    if text is None:
        raise CommandError(f"None of {options['tries']} games matches. Try another --policy, or more --tries")
    return text


def _is_wanted(played: PlayedGame, reason: str, event: str) -> bool:
    return played.reason == reason and (not event or event in played.events)


def _text(game: AnyGame, played: PlayedGame) -> str:
    script = played.script
    return render(game, script.seats, script.options, script.seed, script.entries)


def _option(text: str) -> tuple[str, Any]:
    """The name and value of an option. The value is parsed as JSON if possible."""
    name, _, value = text.partition("=")
    try:
        return name, load_json(value)
    except EngineError:
        return name, value


def _policy(name: str, game: AnyGame) -> Policy:
    """The policy of this name, or the function (state, seat, chance) at this dotted path."""
    if name in POLICIES:
        return partial(POLICIES[name], game)
    try:
        policy: Policy = import_string(name)
    except ImportError as error:
        raise CommandError(f"Expected one of {', '.join(POLICIES)}, or a path: {error}") from error
    return policy
