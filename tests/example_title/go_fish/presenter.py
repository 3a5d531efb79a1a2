"""Go Fish for people: its words, on the plain board."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.engine.contract import Seat
from games.engine.kit import PlainBoard, Sentences, Words, either, fact, listed, seat, winners
from games.engine.presenter import Names, Presenter, Tally, Text
from tests.example_title.go_fish.cards import Card, Rank, rank_of
from tests.example_title.go_fish.observe import View

__all__ = ["PRESENTER"]

RANKS = {
    "ace": gettext_lazy("aces"), "2": gettext_lazy("twos"), "3": gettext_lazy("threes"), "4": gettext_lazy("fours"),
    "5": gettext_lazy("fives"), "6": gettext_lazy("sixes"), "7": gettext_lazy("sevens"), "8": gettext_lazy("eights"),
    "9": gettext_lazy("nines"), "10": gettext_lazy("tens"), "jack": gettext_lazy("jacks"),
    "queen": gettext_lazy("queens"), "king": gettext_lazy("kings"),
}  # fmt: skip
SHORT = {
    "ace": gettext_lazy("A"), "jack": gettext_lazy("J"), "queen": gettext_lazy("Q"), "king": gettext_lazy("K"),
}  # fmt: skip
SUITS = {"clubs": "♣", "diamonds": "♦", "hearts": "♥", "spades": "♠"}


def rank_word(rank: Rank, names: Names = ()) -> Text:
    """A rank: "sevens"."""
    return RANKS[rank]


def card_word(card: Card, names: Names = ()) -> str:
    """A card: "7♥"."""
    rank = rank_of(card)
    return f"{SHORT.get(rank, rank)}{SUITS[card.removeprefix(f'{rank}-')]}"


def card_words(cards: list[Card]) -> str:
    """Cards in a sentence: "7♥ and 7♠"."""
    return listed(map(card_word, cards))


def prompt(view: View, seat: Seat) -> Text:
    """What the seat that is to act is asked."""
    return _("Your turn: whom do you ask, and for what?")


def tallies(view: View, seat: Seat) -> tuple[Tally, ...]:
    """How many cards the seat holds, and how many books it has laid down."""
    return Tally(_("Hand"), view.counts[seat]), Tally(_("Books"), len(view.books[seat]))


def _dealt(words: Words) -> str:
    count = words.facts["count"]
    told = ngettext("Everybody gets %(count)d card.", "Everybody gets %(count)d cards.", count) % {
        "count": count
    }
    cards = words.facts.get("cards")  # for the seat alone that got them
    return told if cards is None else f"{told} {_('Yours: %(cards)s.') % {'cards': card_words(cards)}}"


def _game_over(words: Words) -> str:
    first = winners(words)
    if len(first) == 1:
        return _("The game is over. %(name)s wins.") % {"name": first[0]}
    return _("The game is over. %(names)s share the first place.") % {"names": listed(first)}


PRESENTER = Presenter(
    name=gettext_lazy("Go Fish"),
    tagline=gettext_lazy("Ask the others for what you collect, and fish in the stock for what nobody has."),
    credits=gettext_lazy("A traditional game."),
    options={},
    reasons={
        "hand-empty": gettext_lazy("Somebody had no card left."),
        "stock-empty": gettext_lazy("The last card of the stock was drawn."),
        "left": gettext_lazy("All others left the game."),
    },
    board=PlainBoard(
        labels={
            "hand": gettext_lazy("Your hand"),
            "books": gettext_lazy("Books"),
            "stock": gettext_lazy("Cards in the stock"),
            "hands": gettext_lazy("Hands"),
            "stock_cards": gettext_lazy("The stock"),
        },
        by_seat={"books", "hands"},
        spelling={"hand": card_word, "hands": card_word, "stock_cards": card_word, "books": rank_word},
        button=lambda move, names: rank_word(move.rank),
        group=lambda move, names: _("Ask %(name)s for") % {"name": names[move.seat]},
    ),
    prompt=prompt,
    sentence=Sentences(
        {
            "dealt": _dealt,
            "asked": either(
                gettext_lazy("%(name)s asks %(of)s for %(rank)s and gets %(cards)s."),
                gettext_lazy("%(name)s asks %(of)s for %(rank)s. Go fish!"),
            ),
            "caught": gettext_lazy("%(name)s catches %(card)s and goes on."),
            "drawn": either(gettext_lazy("%(name)s draws %(card)s."), gettext_lazy("%(name)s draws a card.")),
            "book": gettext_lazy("%(name)s lays down a book: all %(rank)s."),
            "left": gettext_lazy("%(name)s leaves the game."),
            "game-over": _game_over,
        },
        {
            "of": seat("of"),
            "rank": fact("rank", rank_word),
            "card": fact("card", card_word),
            "cards": fact("cards", card_words),
        },
    ),
    tallies=tallies,
    rules=(
        gettext_lazy(
            "Fifty-two cards, thirteen ranks of four. Two or three players are dealt seven cards each, more of them "
            "five; the rest is the stock. Collect books: all four cards of a rank."
        ),
        gettext_lazy(
            "On your turn ask one of the others for a rank of which you hold a card. Whoever has cards of it gives "
            "you all of them, and you go on. Whoever has none says “Go fish!”, and you draw the top card of the "
            "stock: if it is of the rank that you asked for, show it and go on, otherwise your turn is over."
        ),
        gettext_lazy(
            "A book is laid down at once. The game ends when the stock or somebody’s hand is used up."
        ),
        gettext_lazy(
            "Most books win. Who leaves shuffles all cards into the stock, and the books count for nobody."
        ),
    ),
)
