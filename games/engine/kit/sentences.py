"""A title's log in sentences: a table with a sentence for each type of event.

    SENTENCES = Sentences(
        {
            "passed-over": _("%(name)s has no card left and is passed over."),
            "played": either(_("%(name)s plays %(card)s."), _("%(name)s plays a card.")),
            "turn-ended": also(_("%(name)s ends the turn."), _("Drawn: %(cards)s.")),
            "game-over": _game_over,  # a function of `Words`, for anything more complex
        },
        {"card": fact("card", card_name), "cards": fact("cards", card_names)},
    )

The texts are lazy translations. The second table spells the words in them. A word that is not in the table is the fact
of that name. These words always exist: `%(name)s`, the player of the fact `seat`; `%(winners)s`, the players of the
first rank; and `%(scores)s`, every player with the score in the fact `scores`.
A word is unknown if its fact is missing, null or an empty list. A sentence with an unknown word cannot be used.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache, wraps
from typing import Any, Literal, ParamSpec, TypeAlias, TypeVar

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.engine.contract import Facts
from games.engine.presenter import Names, Text

P = ParamSpec("P")
R = TypeVar("R")


def told_once(tell: Callable[P, R]) -> Callable[P, R]:
    """Cache the results of `tell` per language: for names, which a board repeats dozens of times.

    The result must depend only on the arguments, the arguments must be frozen, and nobody may change the result.
    """
    told = lru_cache(maxsize=5000)(lambda _language, *args, **named: tell(*args, **named))
    return wraps(tell)(lambda *args, **named: told(get_language(), *args, **named))


def listed(words: Iterable[object], last: Literal["and", "or", ""] = "and") -> str:
    """Join words into a list: "A, B and C", "A, B or C", or "A, B, C" for a label rather than a sentence."""
    *first, end = [*map(str, words)] or [""]
    if not first:
        return end
    # Translators: the separator between two items of a list.
    comma = _(", ")
    if not last:
        return comma.join([*first, end])
    joined = {"first": comma.join(first), "last": end}
    return (_("%(first)s and %(last)s") if last == "and" else _("%(first)s or %(last)s")) % joined


def labelled(label: object, what: object) -> str:
    """Return a value with its label: "Points: 5"."""
    # Translators: a label, and what it labels.
    return _("%(label)s: %(what)s") % {"label": label, "what": what}


class Unknown(LookupError):
    """A word that the reader may not know, or that this event lacks."""


class Words(dict[str, Any]):
    """The words of one event, each spelled when a sentence needs it."""

    def __init__(self, facts: Facts, names: Names, spelling: "Spelling") -> None:
        super().__init__()
        self.facts, self.names, self.spelling = facts, names, spelling

    def __missing__(self, word: str) -> Any:
        spell = self.spelling.get(word, fact(word))
        return spell(self)

    def known(self, name: str) -> Any:
        """A fact; raises Unknown if it is missing or empty."""
        value = self.facts.get(name)
        if value is None or value == []:
            raise Unknown(name)
        return value

    def adding(self, **words: Any) -> "Words":
        """The same words, with these added."""
        more = Words(self.facts, self.names, self.spelling)
        more.update(self, **words)
        return more


Spelling: TypeAlias = Mapping[str, Callable[[Words], Any]]
Telling: TypeAlias = Text | Callable[[Words], Text]  # a text with words to fill in, or a function for one


def fact(name: str, spell: Callable[[Any], Any] = lambda value: value) -> Callable[[Words], Any]:
    """A word that shows a fact, spelled by `spell`."""
    return lambda words: spell(words.known(name))


def seat(name: str) -> Callable[[Words], str]:
    """A word that names the player on the seat in a fact."""
    return lambda words: words.names[words.known(name)]


def seats(name: str) -> Callable[[Words], str]:
    """A word that lists the players on the seats in a fact."""
    return lambda words: listed(words.names[one] for one in words.known(name))


def winners(words: Words) -> list[str]:
    """The players of the first rank, from the fact `ranks`."""
    return [name for name, rank in zip(words.names, words.facts["ranks"], strict=True) if rank == 1]


def sentence_for(telling: Telling, words: Words) -> str:
    """The sentence; raises Unknown if one of its words is unknown."""
    return str(telling(words) if callable(telling) else telling % words)


def either(*tellings: Telling) -> Callable[[Words], str]:
    """The first of these sentences without unknown words; empty if there is none."""
    return lambda words: next((text for one in tellings if (text := _sentence_or_empty(one, words))), "")


def also(*tellings: Telling) -> Callable[[Words], str]:
    """All of these sentences without unknown words, one after the other."""
    return lambda words: " ".join(text for one in tellings if (text := _sentence_or_empty(one, words)))


def when(name: str, yes: Telling, no: Telling = "") -> Callable[[Words], str]:
    """The first sentence if a fact is true, otherwise the second."""
    return lambda words: sentence_for(yes if words.facts.get(name) else no, words)


def by(name: str, tellings: Mapping[Any, Telling]) -> Callable[[Words], str]:
    """The sentence for a fact's value."""
    return lambda words: sentence_for(tellings[words.facts[name]], words)


def _sentence_or_empty(telling: Telling, words: Words) -> str:
    try:
        return sentence_for(telling, words)
    except Unknown:
        return ""


@dataclass(frozen=True, eq=False)
class Sentences:
    """The `sentence` of a presenter. An instance is equal only to itself, so that its results can be cached."""

    table: Mapping[str, Telling]
    spelling: Spelling = field(default_factory=dict)

    def __call__(self, kind: str, facts: Facts, names: Names) -> str:
        """One event as a sentence; empty if there is nothing to say."""
        return sentence_for(self.table[kind], Words(facts, names, {**_ALWAYS, **self.spelling}))


def _scores(words: Words) -> str:
    scores = zip(words.names, words.known("scores"), strict=True)
    return listed((f"{name} {score}" for name, score in scores), "")


_ALWAYS: Spelling = {
    "name": seat("seat"), "scores": _scores, "winners": lambda words: listed(winners(words)),
}  # fmt: skip
