"""The contents of the action bar: hand cards, moves made at once, and things to pick for the current move."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engine.codec import dump_move
from games.engine.contract import Seat
from games.engine.kit import Asked, Button, Offer, ask_once, press, query
from games.engine.presenter import Scene, Suggestion, Text
from games.titles.nautilus.cards import CARDS, CardId, SpecialId
from games.titles.nautilus.explain import board_of, committed_by
from games.titles.nautilus.observe import View
from games.titles.nautilus.presenter import words
from games.titles.nautilus.presenter.asked import chip_on, landing, told_of
from games.titles.nautilus.presenter.choices import Picked, way_of, ways_of
from games.titles.nautilus.presenter.ocean import Step, step_to
from games.titles.nautilus.presenter.words import Face, Token, card_name, square_name
from games.titles.nautilus.scoring import Square, squares_taken
from games.titles.nautilus.state import Anchor, Commit, Globe, Move, Skip, SkipSpecial, Steer


@dataclass(frozen=True)
class HandCard:
    """One of the reader's hand cards: available, chosen, or played before."""

    id: CardId
    name: str
    kind: Text
    icon: str
    value: int
    query: str  # chooses the card; for the chosen card, removes the choice
    is_chosen: bool
    is_held: bool


@dataclass(frozen=True)
class SpecialCard:
    """A special card and its effect."""

    id: SpecialId
    name: Text
    icon: str
    effect: Text
    query: str = ""
    is_chosen: bool = False


def hand_of(scene: Scene, picked: Picked) -> list[HandCard]:
    """The reader's hand while a card must be committed, lowest card first."""
    held = {move.card for move in scene.legal if isinstance(move, Commit)}
    return [_hand_card(card, picked, is_held=card in held) for card in CARDS if held]


def _hand_card(card: CardId, picked: Picked, *, is_held: bool) -> HandCard:
    """A hand card; a chosen special card stays chosen when another hand card is chosen."""
    data, is_chosen = CARDS[card], card in picked.picks[:1]
    return HandCard(
        id=card, name=card_name(card), kind=words.KIND_NAMES[data.kind], icon=data.kind, value=data.value,
        query="" if is_chosen else query(way_of("commit", card, *picked.picks[1:])), is_chosen=is_chosen,
        is_held=is_held,
    )  # fmt: skip


def specials_of(picked: Picked) -> list[SpecialCard]:
    """The special cards that the reader may add to the chosen hand card."""
    if picked.kind != "commit":
        return []
    offers = picked.choice.offers("p2").items()
    return [special_card(special, offer.toggle, is_chosen=offer.is_chosen) for special, offer in offers]


def special_card(special: SpecialId, query: str = "", *, is_chosen: bool = False) -> SpecialCard:
    """A special card with its words."""
    icon = special.removeprefix("special-")
    return SpecialCard(
        special, words.SPECIAL_NAMES[special], icon, words.SPECIAL_EFFECTS[special], query, is_chosen
    )


# Moves made at once, and moves begun in the bar


@dataclass(frozen=True)
class StepButton:
    """A step: made at once if it can be taken back, and confirmed first otherwise."""

    id: str
    step: Step
    json: str  # the move; empty if it must be confirmed
    href: str
    is_final: bool


_BEGINNINGS: dict[str, Text] = {
    "swap": gettext_lazy("Swap chips…"), "trade": gettext_lazy("Trade chips…"),
    "shift": words.SPECIAL_NAMES["special-sailor"], "fish": words.SPECIAL_NAMES["special-helmet"],
    "ring": words.SPECIAL_NAMES["special-bell"], "globe": words.SPECIAL_NAMES["special-globe"],
    "renumber": words.SPECIAL_NAMES["special-numbers"],
}  # fmt: skip


def step_buttons(view: View, scene: Scene, picked: Picked) -> list[StepButton]:
    """The globe's steps while it is used; otherwise the hand card's or the arrow's."""
    if picked.picks or picked.kind not in ("", "steer", "globe"):
        return []
    wanted = Globe if picked.kind == "globe" else Steer
    moves = [move for move in scene.legal if isinstance(move, wanted)]
    return [_step_button(view, scene, move) for move in moves]


def _step_button(view: View, scene: Scene, move: Steer | Globe) -> StepButton:
    step, is_final = step_to(view, move.axis, move.step), scene.is_final(move)
    href = query(way_of("steer" if isinstance(move, Steer) else "globe", step.token))
    return StepButton(f"steer-{step.icon}", step, _json(view, scene, move), href, is_final)


def _json(view: View, scene: Scene, move: Move) -> str:
    """The move for a button that makes it at once; empty if it must be confirmed."""
    return dump_move(move) if scene.is_quick and not scene.is_final(move) else ""


def touched(view: View, scene: Scene, picked: Picked) -> dict[Token, str]:
    """By place, the step that a touch of the place makes at once."""
    moves = {token: offer.move for token, offer in picked.targets.items() if offer.completes}
    steps = {token: move for token, move in moves.items() if isinstance(move, Steer | Globe)}
    return {token: _json(view, scene, move) for token, move in steps.items()}


def beginnings(picked: Picked) -> list[Button]:
    """Kinds of moves to begin if there are several; steps of the hand card have their own buttons."""
    if picked.kind:
        return []
    kinds = (kind for kind in picked.kinds if kind in _BEGINNINGS)
    return [Button(f"begin-{kind}", _BEGINNINGS[kind], href=query(way_of(kind))) for kind in kinds]


def at_once(view: View, scene: Scene, picked: Picked) -> Asked:
    """Answers to anchors, and giving up a card; nothing while something else is being picked."""
    if picked.is_begun:
        return Asked("", ())
    return ask_once(scene, filter(None, (button_at_once(view, move) for move in scene.legal)))


def button_at_once(view: View, move: Move) -> Button | None:
    """The button of a move that needs no choice; None for other moves."""
    committed = committed_by(view, view.you)
    match move:
        case Anchor("board"):
            return press("anchor-board", _("Keep as chip"), move)
        case Anchor():
            special = words.SPECIAL_NAMES[view.special_top or ""]
            return press("anchor-card", _("Trade for %(special)s") % {"special": special}, move)
        case Skip():
            card = committed.card if committed else None
            label = _("Skip %(card)s") % {"card": card_name(card)} if card else _("Do nothing")
            return press("skip", label, move)
        case SkipSpecial():
            mine = committed.special if committed else None
            label = (
                _("Give up %(special)s") % {"special": words.SPECIAL_NAMES[mine]} if mine else _("Give it up")
            )
            return press("skip-special", label, move)
        case _:
            return None


def suggestion(view: View, scene: Scene, move: Move) -> Suggestion:
    """A hint: the question that the board asks before such a move, or the label of its button."""
    ways = ways_of(view, scene.you or 0, move)
    if not ways:
        pressed = button_at_once(view, move)
        return Suggestion(f"{pressed.label}." if pressed else "")
    return Suggestion(told_of(view, scene, move), ways[0])


# Things to pick for the current move: chips by their owner, places, rows, seats


@dataclass(frozen=True)
class Pick:
    """One thing to pick."""

    token: Token
    target: Offer[Move]
    face: Face | None  # of a chip
    text: str  # the visible text
    label: str  # the full text


@dataclass(frozen=True)
class Group:
    """Things of one kind to pick, under a heading."""

    heading: str
    picks: list[Pick]


def groups_of(view: View, scene: Scene, picked: Picked) -> list[Group]:
    """The things that may be picked next for the current kind of move, besides hand cards and steps."""
    if picked.kind not in ("swap", "trade", "shift", "fish", "ring", "renumber"):
        return []
    seats = ((f"s{seat}", None, scene.names[seat], scene.names[seat]) for seat in sorted(view.order))
    groups = [
        *(
            _chips(view, scene, picked, seat)
            for seat in sorted(view.order, key=lambda seat: seat != view.you)
        ),
        Group(_("White-backed chips in the ocean"), _offered(picked, _places(view))),
        Group(_("Your rows"), _offered(picked, _rows(view, picked))),
        Group(_("Players"), _offered(picked, seats)),
    ]
    return [group for group in groups if group.picks]


_Thing: TypeAlias = tuple[Token, Face | None, str, str]  # with its visible and its full text


def _offered(picked: Picked, things: Iterable[_Thing]) -> list[Pick]:
    targets = picked.targets
    return [Pick(thing[0], targets[thing[0]], *thing[1:]) for thing in things if thing[0] in targets]


def _chips(view: View, scene: Scene, picked: Picked, seat: Seat) -> Group:
    name = scene.names[seat]
    heading = _("Your chips") if seat == view.you else _("%(name)s's chips") % {"name": name}
    squares = squares_taken(board_of(view, seat))
    things = [_chip(view, seat, square) for square in squares]
    return Group(heading, _offered(picked, (thing for thing in things if _is_open(picked, thing[0]))))


def _chip(view: View, seat: Seat, square: Square) -> _Thing:
    lying = words.face(chip_on(view, seat, square))
    label = _("%(chip)s, %(square)s") % {"chip": lying.name, "square": square_name(square)}
    return words.square_token(seat, square), lying, f"{square[0]}·{square[1]}", label


def _is_open(picked: Picked, token: Token) -> bool:
    """Whether the bar lists a thing: not if it is picked, unless it is the last pick and has alternatives."""
    return token not in picked.picks or (picked.choice.move is not None and token == picked.picks[-1])


def _places(view: View) -> Iterator[_Thing]:
    for spot in view.ocean:
        if spot.lying:
            lying, place = words.shown(spot.lying), words.spot_name(spot.place)
            label = _("%(chip)s, %(place)s") % {"chip": lying.name, "place": place}
            yield words.place_token(spot.place), lying, place, label


def _rows(view: View, picked: Picked) -> Iterator[_Thing]:
    for row in range(1, view.round + 1):
        if f"r{row}" in picked.targets:  # a full row has no square to land on
            told = {"row": row, "square": square_name(landing(view, row))}
            yield f"r{row}", None, _("Row %(row)d") % told, _("Row %(row)d, to %(square)s") % told
