"""The data for Captivate's board: the field, the hand, the current choice, and the holdings beside the field."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from django.utils.translation import gettext as _

from games.engine.contract import Facts
from games.engine.kit import (
    Button,
    Choice,
    Mark,
    Offer,
    Way,
    ask_once,
    choose,
    listed,
    marks_of,
    press,
    question,
)
from games.engine.presenter import Scene
from games.titles.captivate.cards import CARDS
from games.titles.captivate.grid import BOX, Cell, Laid, flipped_by
from games.titles.captivate.observe import Shown, View
from games.titles.captivate.presenter.words import (
    ELEMENT_NAMES,
    HAND_NAMES,
    Face,
    by_value,
    card_name,
    card_names,
    column_name,
    face,
    faces,
    place_name,
    row_name,
    spoken,
)
from games.titles.captivate.state import Capture, End, Play, Throw

Laying: TypeAlias = Play | Capture


def board(view: View, scene: Scene) -> dict[str, Any]:
    """The context of Captivate's templates."""
    layings = [move for move in scene.legal if isinstance(move, Play | Capture)]
    choice = choose(scene.choice, [(way_of(move), move) for move in layings])
    throw = choose(
        scene.choice, [({"throw": move.hand}, move) for move in scene.legal if isinstance(move, Throw)]
    )
    end = ask_once(
        scene, [press("end", _("End your turn"), move) for move in scene.legal if isinstance(move, End)]
    )
    card = choice.word("card")
    return {
        "rows": (rows := _rows(view, scene, choice)),
        "columns": [column_name(place.cell[0]) for place in rows[0]],
        "asked": _asked(view, scene, choice) or _throw_asked(scene, throw) or end.question,
        "is_quick": scene.is_quick,
        "chosen": face(view.ruleset.cards[card]) if card else None,
        "move": _confirmation(view, choice.move) or (end.buttons[0] if end.question else None),
        "end": end.buttons[0] if end.buttons and not end.question else None,
        "hand": _hand(view, scene, choice),
        "throws": [
            {"target": offer.toggle, "is_chosen": offer.is_chosen, "hand": hand, "label": HAND_NAMES[hand]}
            for hand, offer in throw.offers("throw").items()
        ],
        "throw": None if throw.move is None else press("confirm", _("Throw it"), throw.move),
        "throwing": _throwing(view, scene),
        "is_over": bool(view.reason),
        "strict": view.memory == "strict",
        "deck": view.deck.count,
        "deck_cards": faces(view, view.deck),
        "set_aside": view.set_aside.count,
        "set_aside_cards": faces(view, view.set_aside),
        "last_turns": None if view.awaited is None else listed(scene.names[seat] for seat in view.awaited),
        "holdings": _holdings(view, scene),
        "unseen": _unseen(view),
    }


def way_of(move: Laying) -> Way:
    """The fields that choose how to play a card."""
    return {"card": move.card, "cell": _word(move.cell)}


def _word(cell: Cell) -> str:
    """A cell in the form used in addresses."""
    return f"{cell[0]},{cell[1]}"


def _asked(view: View, scene: Scene, choice: Choice[Laying]) -> str:
    """What remains to be decided; empty if nothing is chosen."""
    if not choice.chosen:
        return ""
    words = {"card": card_name(choice.word("card"))}
    if choice.move is None:
        return _("%(card)s: choose where to lay it.") % words
    words |= {"place": place_name(choice.move.cell), "flips": flips_text(view, choice.move)}
    # Translators: `place` is a cell of the field, such as "D4"; `flips` is "flips Light Rat" or "flips nothing".
    told = _("%(card)s at %(place)s %(flips)s.") % words
    return (
        told + " " + _("This ends play, so you can't take it back.") if scene.is_final(choice.move) else told
    )


def _throw_asked(scene: Scene, throw: Choice[Throw]) -> str:
    """The confirmation question for a throw."""
    if throw.move is None:
        return ""
    return question(scene, _("Throw %(hand)s") % {"hand": HAND_NAMES[throw.move.hand]}, throw.move)


def _confirmation(view: View, move: Laying | None) -> Button | None:
    """The button that makes the chosen move."""
    if move is None:
        return None
    words = {"card": card_name(move.card)}
    if isinstance(move, Play):
        return press("confirm", _("Play %(card)s") % words, move)
    captured = next(laid.card for laid in view.field if laid.cell == move.cell)
    if captured is None:
        return press("confirm", _("Capture with %(card)s") % words, move)
    return press("confirm", _("Capture %(captured)s") % {"captured": card_name(captured)}, move)


def flips_of(view: View, move: Laying | None) -> tuple[Cell, ...]:
    """The cells whose cards a move would flip. They are public, because all cards that count are face up."""
    if move is None:
        return ()
    known = [Laid(laid.cell, laid.card, laid.up, laid.fresh) for laid in view.field if laid.card is not None]
    return tuple(laid.cell for laid in flipped_by(view.ruleset.cards, move.card, move.cell, known))


def flips_text(view: View, move: Laying) -> str:
    """In words, the cards that a move would flip."""
    at = {laid.cell: laid.card or "" for laid in view.field}
    flips = flips_of(view, move)
    return (
        _("flips %(cards)s") % {"cards": card_names(map(at.__getitem__, flips))}
        if flips
        else _("flips nothing")
    )


# The field


@dataclass(frozen=True)
class Place:
    """One cell of the field."""

    cell: Cell
    name: str  # such as "D4"
    row: str
    face: Face | None  # the card here, if the reader may know it
    is_taken: bool
    is_up: bool
    is_fresh: bool  # played in the current turn
    label: str  # for screen readers
    target: str  # the query that chooses it for the chosen card; empty if that is impossible
    json: str  # the move, if choosing the cell makes it at once
    flips: int  # the number of cards that the chosen card would flip from here
    is_chosen: bool
    would_flip: bool
    is_new: bool  # played by somebody else since the reader last acted
    mark: Mark | None  # of a seat's latest ply


def _rows(view: View, scene: Scene, choice: Choice[Laying]) -> list[list[Place]]:
    """The cells row by row, with a rim of empty ones if the reader may play a card."""
    flips, marks = flips_of(view, choice.move), marks_of(scene, _laid_at)
    field = _Field(view, choice.offers("cell"), flips, _news(scene), marks, scene)
    has_rim = any(isinstance(move, Play) for move in scene.legal)
    columns = _shown_range([laid.cell[0] for laid in view.field], has_rim)
    rows = _shown_range([laid.cell[1] for laid in view.field], has_rim)
    return [[field.place((x, y)) for x in columns] for y in rows]


def _news(scene: Scene) -> set[Cell]:
    laid = (facts["cell"] for kind, facts in scene.since if kind in {"played", "captured"})
    return {(x, y) for x, y in laid}


def _laid_at(kind: str, facts: Facts) -> list[Cell]:
    """The cells that an event touched: where a card was played, and where it flipped others."""
    if kind not in {"played", "captured"}:
        return []
    return [(x, y) for x, y in (facts["cell"], *(flip["cell"] for flip in facts.get("flipped", ())))]


def _shown_range(taken: Sequence[int], has_rim: bool) -> range:
    low, high = min(taken), max(taken)
    rim = 1 if has_rim and high - low + 1 < BOX else 0
    return range(low - rim, high + rim + 1)


@dataclass(frozen=True)
class _Field:
    """The data for drawing one cell."""

    view: View
    offers: Mapping[str, Offer[Laying]]  # by cell, of the chosen card
    flipped: tuple[Cell, ...]  # the cells that the chosen move would flip
    news: set[Cell]
    marks: Mapping[Cell, Mark]
    scene: Scene

    def place(self, cell: Cell) -> Place:
        """One cell."""
        laid = next((laid for laid in self.view.field if laid.cell == cell), None)
        offer = self.offers.get(_word(cell))
        move = offer.move if offer else None
        return Place(
            cell=cell,
            name=place_name(cell),
            row=row_name(cell[1]),
            face=face(self.view.ruleset.cards[laid.card]) if laid and laid.card else None,
            is_taken=laid is not None,
            is_up=laid is not None and laid.up,
            is_fresh=laid is not None and laid.fresh,
            label=self._target_label(laid, move) if move else _label(self.view, laid),
            target=offer.href if offer else "",
            json=offer.json_in(self.scene) if offer else "",
            flips=len(flips_of(self.view, move)),
            is_chosen=offer is not None and offer.is_chosen,
            would_flip=cell in self.flipped,
            is_new=cell in self.news and laid is not None and laid.up and not laid.fresh,
            mark=self.marks.get(cell) if laid is not None else None,
        )

    def _target_label(self, laid: Shown | None, move: Laying) -> str:
        flips = flips_text(self.view, move)
        words = {"place": place_name(move.cell), "card": card_name(move.card), "flips": flips}
        if not isinstance(move, Capture):
            # Translators: `place` is a cell of the field, such as "D4".
            return _("%(place)s: lay %(card)s here, %(flips)s") % words
        words["captured"] = card_name(laid.card) if laid and laid.card else _("a face-down card")
        return _("%(place)s: capture %(captured)s with %(card)s, %(flips)s") % words


def _label(view: View, laid: Shown | None) -> str:
    if laid is None or laid.card is None:
        return ""
    return spoken(view.ruleset.cards[laid.card]) if laid.up else card_name(laid.card)


# The holdings beside the field


def _hand(view: View, scene: Scene, choice: Choice[Laying]) -> list[dict[str, Any]]:
    """The reader's hand. Once play has ended, all hands are among the holdings instead."""
    if scene.you is None or view.reason:
        return []
    offers, chosen = choice.offers("card"), choice.word("card")
    return [
        {
            "face": face(card), "is_chosen": card.id == chosen,
            "target": offers[card.id].href if card.id in offers else "",
            "label": _("%(card)s, chosen") % {"card": spoken(card)} if card.id == chosen else spoken(card),
        }
        for card in map(view.ruleset.cards.__getitem__, sorted(view.hands[scene.you].cards or (), key=by_value))
    ]  # fmt: skip


def _holdings(view: View, scene: Scene) -> list[dict[str, Any]]:
    """Each seat's holdings: its points pile, and its hand and score once they are shown."""
    return [
        {
            "seat": seat, "name": scene.names[seat], "has_left": seat in view.left,
            "pile": pile.count, "value": pile.value, "pile_cards": faces(view, pile),
            "hand": hand.count, "hand_value": hand.value, "hand_cards": faces(view, hand),
            "score": view.scores[seat] if view.scores is not None else None,
        }
        for seat, (pile, hand) in enumerate(zip(view.piles, view.hands, strict=True))
    ]  # fmt: skip


def _unseen(view: View) -> dict[str, list[int]]:
    """By element, the values that the reader has not seen yet; empty in strict play, which tests memory."""
    if view.memory == "strict" or view.reason:
        return {}
    groups = (view.set_aside, *view.piles, *view.hands)
    seen = {laid.card for laid in view.field}.union(*(cards.cards or () for cards in groups))
    return {
        str(name): [card.value for card in CARDS.values() if card.element == element and card.id not in seen]
        for element, name in ELEMENT_NAMES.items()
    }


def _throwing(view: View, scene: Scene) -> dict[str, str] | None:
    throws = view.throwing
    if throws is None or view.outcome is not None:
        return None
    waiting = [scene.names[seat] for seat in throws.still_in if seat not in throws.thrown]
    mine = str(HAND_NAMES[throws.mine]) if throws.mine else ""
    still_in = listed(scene.names[seat] for seat in throws.still_in)
    return {"still_in": still_in, "waiting": listed(waiting), "mine": mine}
