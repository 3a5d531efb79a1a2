"""The words of Go Fish, on the plain board."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from games.engine.contract import Seat
from games.engine.kit import PlainBoard, Sentences, Words, also, either, fact, listed, seat, winners
from games.engine.presenter import Names, Presenter, Tally, Text
from tests.example_title.go_fish.cards import Card, Rank, rank_of
from tests.example_title.go_fish.observe import View

RANKS = {
    "ace": _("aces"), "2": _("twos"), "3": _("threes"), "4": _("fours"),
    "5": _("fives"), "6": _("sixes"), "7": _("sevens"), "8": _("eights"),
    "9": _("nines"), "10": _("tens"), "jack": _("jacks"),
    "queen": _("queens"), "king": _("kings"),
}  # fmt: skip
SHORT = {
    "ace": _("A"), "jack": _("J"), "queen": _("Q"), "king": _("K"),
}  # fmt: skip
SUITS = {"clubs": "♣", "diamonds": "♦", "hearts": "♥", "spades": "♠"}


def rank_word(rank: Rank, names: Names = ()) -> Text:
    """Return a rank in words: "sevens"."""
    return RANKS[rank]


def card_word(card: Card, names: Names = ()) -> str:
    """Return a card in words: "7♥"."""
    rank = rank_of(card)
    return f"{SHORT.get(rank, rank)}{SUITS[card.removeprefix(f'{rank}-')]}"


def card_words(cards: list[Card]) -> str:
    """Return cards for a sentence: "7♥ and 7♠"."""
    return listed(map(card_word, cards))


def prompt(view: View, seat: Seat) -> Text:
    """Return the question to the seat to act."""
    return _("Your turn: whom do you ask, and for what?")


def tallies(view: View, seat: Seat) -> tuple[Tally, ...]:
    """Return how many cards the seat holds, and how many books it has laid down."""
    return Tally(_("Hand"), view.counts[seat]), Tally(_("Books"), len(view.books[seat]))


def _game_over(words: Words) -> Text:
    if len(winners(words)) == 1:
        return _("The game is over. %(winners)s wins.") % words
    return _("The game is over. %(winners)s share the first place.") % words


PRESENTER = Presenter(
    name=_("Go Fish"),
    tagline=_("Ask the others for what you collect, and fish in the stock for what nobody has."),
    credits=_("A traditional game."),
    options={},
    reasons={
        "hand-empty": _("Somebody had no card left."),
        "stock-empty": _("The last card of the stock was drawn."),
        "left": _("All others left the game."),
    },
    board=PlainBoard(
        labels={
            "hand": _("Your hand"),
            "books": _("Books"),
            "stock": _("Cards in the stock"),
            "hands": _("Hands"),
            "stock_cards": _("The stock"),
        },
        by_seat={"books", "hands"},
        spelling={"hand": card_word, "hands": card_word, "stock_cards": card_word, "books": rank_word},
        button=lambda move, names: rank_word(move.rank),
        group=lambda move, names: _("Ask %(name)s for") % {"name": names[move.seat]},
    ),
    prompt=prompt,
    sentence=Sentences(
        {
            "dealt": also(
                ngettext_lazy("Everybody gets %(count)d card.", "Everybody gets %(count)d cards.", "count"),
                _("Yours: %(cards)s."),
            ),
            "asked": either(
                _("%(name)s asks %(of)s for %(rank)s and gets %(cards)s."),
                _("%(name)s asks %(of)s for %(rank)s. Go fish!"),
            ),
            "caught": _("%(name)s catches %(card)s and goes on."),
            "drawn": either(_("%(name)s draws %(card)s."), _("%(name)s draws a card.")),
            "book": _("%(name)s lays down a book: all %(rank)s."),
            "left": _("%(name)s leaves the game."),
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
        _(
            "Fifty-two cards, thirteen ranks of four. Two or three players are dealt seven cards each, more of them "
            "five; the rest is the stock. Collect books: all four cards of a rank."
        ),
        _(
            "On your turn ask one of the others for a rank of which you hold a card. Whoever has cards of it gives "
            "you all of them, and you go on. A player who has none says “Go fish!”, and you draw the top card of "
            "the stock. If it has the rank you asked for, show it and go on. Otherwise, your turn is over."
        ),
        _("A book is laid down at once. The game ends when the stock or somebody’s hand is used up."),
        _("Most books win. Who leaves shuffles all cards into the stock, and the books count for nobody."),
    ),
)
