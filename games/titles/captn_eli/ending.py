"""How the game ends: losses, the becalmed end, leaving (CE-17 to CE-19, CE-23)."""

from msgspec.structs import replace

from games.engine.contract import Event, Outcome, Seat, Step
from games.engine.ranking import ranks
from games.titles.captn_eli.cards import BY_ID, ORIGINAL, CardId
from games.titles.captn_eli.state import State

__all__ = ["BECALMED", "COUNTDOWN", "becalmed", "lose", "loss_of", "material"]

BECALMED = 20  # turns in a row in which nothing happened
COUNTDOWN = 10  # from here on it is told


def loss_of(state: State, seat: Seat, removed: CardId | None = None) -> str | None:
    """CE-18: why `seat` has lost now that a card of its was turned up, or `removed`; None if it has not.

    Only the seat whose card was turned or removed can have lost: every condition is about one's own cards alone.
    """
    base = state.squads[seat][0]
    own = [lying for lying in state.grid if lying.owner == seat]
    on_grid = any(ORIGINAL[lying.card] == base for lying in own)
    if removed is not None and ORIGINAL[removed] == base and not on_grid:
        return "character"  # (a), whatever is in hand
    if not own:
        return "no-cards"  # (b)
    hand = state.hands[seat]
    if not on_grid and all(ORIGINAL[card] == base for card in hand) and all(lying.up for lying in own):
        return "character-in-hand"  # (c): it is in hand, since it is not removed
    return None


def lose(state: State, seat: Seat, reason: str) -> Step[State]:
    """The seat has lost, the other has won."""
    return _finish(state, reason, (1, 2) if seat else (2, 1))


def becalmed(state: State) -> Step[State]:
    """CE-19: more cards in the game win, then the higher sum of printed values; else it is a draw."""
    counted = [material(state, seat) for seat in (0, 1)]
    facts = {
        "turn": state.turn,
        "cards": [count for count, _ in counted],
        "values": [sum_ for _, sum_ in counted],
    }
    return _finish(state, "becalmed", ranks(counted)).after(Event("becalmed", facts))


def material(state: State, seat: Seat) -> tuple[int, int]:
    """How many cards of `seat` are still in the game, in hand or on the grid, and the sum of their C and D."""
    cards = [*state.hands[seat], *(lying.card for lying in state.grid if lying.owner == seat)]
    return len(cards), sum(BY_ID[card].c + BY_ID[card].d for card in cards)


def _finish(state: State, reason: str, ranked: tuple[int, ...]) -> Step[State]:
    over = replace(state, phase="over", mystic=None, duel=None, outcome=Outcome(reason, ranked))
    return Step(over, (Event("game-over", {"turn": state.turn, "reason": reason, "ranks": list(ranked)}),))
