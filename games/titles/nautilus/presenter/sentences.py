"""The log of 20,000 Miles under the Sea in sentences. All facts are public, except for sealed cards (NA-8)."""

from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from games.engine.kit import Sentences, Words, also, by, either, fact, listed, seat, seats, when
from games.engine.presenter import Text
from games.titles.nautilus.presenter.words import (
    SPECIAL_NAMES,
    card_name,
    chip_name,
    commit_name,
    signed,
    spot_name,
    square_name,
)

_STEPS: dict[tuple[str, int], Text] = {
    ("depth", 1): _("%(by)s: %(name)s rises to %(place)s."),
    ("depth", -1): _("%(by)s: %(name)s dives to %(place)s."),
    ("course", 1): _("%(by)s: %(name)s turns right to %(place)s."),
    ("course", -1): _("%(by)s: %(name)s turns left to %(place)s."),
    ("current", 1): _("%(by)s: %(name)s turns the ocean clockwise to %(place)s."),
    ("current", -1): _("%(by)s: %(name)s turns the ocean anticlockwise to %(place)s."),
}


_ROUND_OVER: dict[str, Text] = {
    "row-full": _("Round %(round)d is over: a row is full."),
    "last-turn": _("Round %(round)d is over: that was its last turn."),
    "ocean-empty": _("Round %(round)d is over: no chips are left to take."),
}


def _commits(words: Words) -> str:
    commits = words.facts["commits"]
    return listed(
        (f"{words.names[one['seat']]} {commit_name(one['card'], one['special'])}" for one in commits), ""
    )


def _steered(words: Words) -> Text:
    return _STEPS[words.facts["axis"], words.facts["step"]] % words


def _by(card: str) -> Text:
    if card == "arrow":
        return _("Arrow")
    return SPECIAL_NAMES[card] if card in SPECIAL_NAMES else card_name(card)


def _swapped(words: Words) -> str:
    pairs = zip(words.facts["chips"], reversed(words.facts["squares"]), strict=True)
    return listed(
        _("%(chip)s in %(square)s") % {"chip": chip_name(chip), "square": square_name(square)}
        for chip, square in pairs
    )


def _counts(words: Words) -> str:
    """The points of each seat, part by part (NA-17 to NA-20)."""
    return " ".join(
        _("%(name)s scores %(parts)s, %(points)s in total.")
        % {"name": name, "parts": listed(_parts(count), ""), "points": signed(count["points"])}
        for name, count in zip(words.names, words.facts["seats"], strict=False)
        if count is not None
    )


def _parts(count: Any) -> Iterator[Text]:
    row = count["row"]
    matched = sum(match["chip"] is not None for match in row["matches"])
    pictures = ngettext_lazy("%(points)d for %(count)d picture", "%(points)d for %(count)d pictures", "count")
    yield pictures % {"count": matched, "points": row["points"]}
    if row["penalty"]:
        yield _("%(points)s for a row that is not full") % {"points": signed(row["penalty"])}
    yield _("%(bonus)d for number chip %(number)d") % count
    for column in count["columns"]:
        yield _("%(points)d for column %(column)d") % column


sentence = Sentences(
    {
        "dealt": _("The ocean is filled. The turn order is %(order)s. The first special card is %(top)s."),
        "committed": either(_("%(name)s plays %(commit)s."), _("%(name)s plays a card face down.")),
        "revealed": _("The cards are revealed: %(commits)s."),
        "ordered": either(
            _("%(reversed_by)s reverses the order: %(order)s."), _("They sail in this order: %(order)s.")
        ),
        "hand-card-lost": _("%(name)s can't move with %(card)s, so the card is skipped."),
        "skipped": _("%(name)s does nothing with %(card)s."),
        "special-used": _("%(name)s uses %(special)s."),
        "special-given-up": _("%(name)s gives up %(special)s."),
        "turn-ended": either(_("All twelve cards played, so they return to hand: %(taken_up)s.")),
        "round-counted": also(by("why", _ROUND_OVER), _counts),
        "round-began": ngettext_lazy(
            "Round %(round)d begins. %(count)d place in the ocean is refilled.",
            "Round %(round)d begins. %(count)d places in the ocean are refilled.",
            "count",
        ),
        "left": also(
            _("%(name)s leaves the game."), _("These special cards go back under the pile: %(specials)s.")
        ),
        "game-over": _("The game is over. Scores: %(scores)s. %(winners)s wins."),
        # The submarine's ways, and chips that change owners
        "steered": also(_steered, when("empty", _("There is no chip there."))),
        "turned-up": _("%(name)s turns up the blue chip there: %(chip)s."),
        "took": _("%(name)s takes %(chip)s and puts it in %(square)s."),
        "left-lying": _("%(name)s's row is full, so %(chip)s stays in the ocean."),
        "anchor-found": _("%(name)s finds an anchor."),
        "special-gained": also(
            _("%(name)s trades the anchor for %(special)s."),
            either(_("The next special card is %(top)s."), _("That was the last special card.")),
        ),
        "arrow-met": _("The arrow carries %(name)s one step further."),
        "arrow-spent": _("%(name)s has already used this arrow."),
        "star-removed": _("Stars block every step, so the star at %(place)s is removed."),
        "row-full": _("%(name)s's row %(row)d is full: the round ends after this turn."),
        "swapped": _("%(name)s swaps two chips. Now: %(swapped)s."),
        "traded": _("%(name)s gives %(victim)s %(mine)s (%(at)s) and gets %(theirs)s (%(there)s)."),
        "shifted": _("%(name)s moves %(chip)s from %(square)s to %(to)s."),
        "fished": _(
            "%(name)s fishes %(chip)s from %(place)s and puts it in %(square)s. %(back)s goes into the ocean."
        ),
        "rang": _("%(name)s takes %(chip)s from %(victim)s (%(square)s) and puts it in %(to)s."),
        "renumbered": _("%(name)s changes the turn order: %(order)s."),
    },
    {
        **{name: seat(name) for name in ("reversed_by", "victim")},
        **{name: seats(name) for name in ("order", "taken_up")},
        **{name: fact(name, chip_name) for name in ("back", "chip")},
        **{name: fact(name, square_name) for name in ("square", "to")},
        "at": fact("squares", lambda squares: square_name(squares[0])),
        "by": fact("by", _by),
        "card": fact("card", card_name),
        "commit": lambda words: commit_name(words.known("card"), words.facts["special"]),
        "commits": _commits,
        "count": lambda words: len(words.facts["filled"]),
        "mine": fact("chips", lambda chips: chip_name(chips[0])),
        "place": fact("place", spot_name),
        "special": fact("card", SPECIAL_NAMES.__getitem__),
        "specials": fact("specials", lambda cards: listed(SPECIAL_NAMES[card] for card in cards)),
        "swapped": _swapped,
        "theirs": fact("chips", lambda chips: chip_name(chips[1])),
        "there": fact("squares", lambda squares: square_name(squares[1])),
        "top": fact("top", SPECIAL_NAMES.__getitem__),
    },
)
