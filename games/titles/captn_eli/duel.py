"""A challenge from start to end, including the answers that it causes (CE-13 to CE-17)."""

from msgspec.structs import replace

from games.engine.contract import Event, Facts, Seat, Step
from games.engine.rules import with_row
from games.titles.captn_eli.actions import ask_mystic, turn_up
from games.titles.captn_eli.cards import CardId, original_of
from games.titles.captn_eli.challenges import (
    Line,
    attack_total,
    attackers,
    defence_total,
    defenders,
    line_to,
    pressure_of,
    push_of,
    stacked_push,
)
from games.titles.captn_eli.grid import Cell, beside
from games.titles.captn_eli.state import Duel, Field, Lying, Namer, State, face_up_event, field_of, with_shown
from games.titles.captn_eli.turns import end_turn, lose, loss_of


def challenge(state: State, seat: Seat, at: Cell, target: Cell) -> Step[State]:
    """CE-13: turn up a face-down target first, with all consequences; then compare the totals."""
    duel = Duel(at, target)
    declared = _challenge_event(state, seat, line_of(state, duel), at)
    lying = field_of(state)[target]
    if lying.up:
        return _compare(state, duel).after(declared)
    after = turn_up(state, target)
    turned = _card_event(after, "turned-up", field_of(after)[target])
    if (reason := loss_of(after, lying.owner)) is not None:
        return lose(after, lying.owner, reason).after(declared, turned)
    asking = ask_mystic(after, target)
    if asking is not None:
        return Step(replace(asking, duel=duel), (declared, turned))
    return _compare(after, duel).after(declared, turned)


def line_of(state: State, duel: Duel) -> Line:
    """The line of a running challenge; raises ValueError if it is broken."""
    line = line_to(field_of(state), duel.at, duel.target)
    if line is None:
        raise ValueError(f"{duel.at} does not reach {duel.target}")
    return line


def _challenge_event(state: State, seat: Seat, line: Line, at: Cell) -> Event:
    challenger = field_of(state)[at]

    def facts(name: Namer) -> Facts:
        through = [{"at": list(lying.cell), "card": name(lying.card)} for lying in line.through]
        return {
            "seat": seat, "turn": state.turn, "at": list(at), "card": name(challenger.card),
            "target": list(line.target.cell), "through": through,
        }  # fmt: skip

    return face_up_event(state, "challenged", seat, facts)


def mystic(state: State, target: Cell) -> Step[State]:
    """CE-15: turn the card face down. This ends a challenge that involves the card; any other challenge continues."""
    if state.mystic is None:
        raise ValueError("No MYSTIC is to be answered")
    grid = tuple(_after_mystic(lying, state.mystic, target) for lying in state.grid)
    after = replace(state, grid=grid, mystic=None)
    by = field_of(state)[state.mystic]
    events = (_card_event(state, "mystic", by), _card_event(after, "turned-down", field_of(after)[target]))
    duel = state.duel
    if duel is None:
        return end_turn(after, quiet=after.quiet).after(*events)
    line = line_of(state, duel)
    if target in (duel.at, *(lying.cell for lying in line.through)):
        facts = {"seat": state.seat, "turn": state.turn, "at": list(duel.at), "target": list(duel.target)}
        return end_turn(after, quiet=after.quiet).after(*events, Event("challenge-over", facts))
    return _compare(after, duel).after(*events)


def _after_mystic(lying: Lying, by: Cell, target: Cell) -> Lying:
    if lying.cell == by:
        return replace(lying, mystic_used=True)
    return replace(lying, up=False) if lying.cell == target else lying


def _compare(state: State, duel: Duel) -> Step[State]:
    """CE-13: only a higher total wins; the turn ends anyway. Turning a card up doesn't end a quiet series (CE-19)."""
    field = field_of(state)
    line, pressure = line_of(state, duel), pressure_of(state)
    challenger = field[duel.at]
    attack, defence = attack_total(field, challenger, line, pressure), defence_total(field, line.target)
    push = push_of(field, challenger, line, pressure)
    facts = {
        "seat": state.seat, "turn": state.turn, "at": list(duel.at), "target": list(duel.target),
        "attack": attack, "defence": defence, "won": attack > defence,
        "pressure": push, "stacked": stacked_push(state.ruleset, field.card(challenger), push),
        # All of them are face up. Copies go by the name of their original, which is the same for everybody.
        "attackers": [_term(lying, field.card(lying).c) for lying in attackers(field, challenger, line)],
        "defenders": [_term(lying, field.card(lying).d) for lying in defenders(field, line.target)],
    }  # fmt: skip
    step = _defeat(state, duel) if attack > defence else end_turn(state, quiet=state.quiet)
    return step.after(Event("compared", facts))


def _term(lying: Lying, value: int) -> Facts:
    return {"card": original_of(lying.card), "value": value}


def _defeat(state: State, duel: Duel) -> Step[State]:
    """Mark a TENACIOUS card (CE-16, CE-19); otherwise ask for a sacrifice (CE-14); otherwise remove the card."""
    field = field_of(state)
    lying = field[duel.target]
    if (field.is_stormy or "tenacious" in field.card(lying).keywords) and not lying.marked:
        grid = tuple(replace(other, marked=True) if other is lying else other for other in state.grid)
        after = replace(state, grid=grid)
        return end_turn(after).after(_card_event(after, "marked", lying))
    asking = replace(state, phase="sacrifice", asked=lying.owner, duel=duel)
    if sacrifices(asking):
        return Step(asking, ())
    return _remove(state, lying, "challenge")


def sacrifices(state: State) -> tuple[Cell, ...]:
    """CE-14: the cells of the cards that may be given up instead of the defeated one in the running challenge."""
    if state.duel is None:
        return ()
    return sacrifices_for(field_of(state), field_of(state)[state.duel.target])


def sacrifices_for(field: Field, defeated: Lying) -> tuple[Cell, ...]:
    """CE-14: the cells of the cards that may be given up instead of this card, once it is defeated."""
    if defeated.sacrifice_used or "sacrifice" not in field.card(defeated).keywords:
        return ()
    near = (field.get(cell) for cell in beside(defeated.cell))
    return tuple(lying.cell for lying in near if lying is not None and lying.owner == defeated.owner)


def sacrifice(state: State, at: Cell | None) -> Step[State]:
    """CE-14: remove the card at `at` instead of the character, or the character for None."""
    if state.duel is None:
        raise ValueError("No SACRIFICE is to be answered")
    field = field_of(state)
    defeated = field[state.duel.target]
    if at is None:
        declined = _card_event(state, "declined", defeated)
        return _remove(state, defeated, "challenge").after(declined)
    grid = tuple(replace(other, sacrifice_used=True) if other is defeated else other for other in state.grid)
    return _remove(replace(state, grid=grid), field[at], "sacrifice")


def _remove(state: State, lying: Lying, cause: str) -> Step[State]:
    """Remove a card from the game, for everybody to see; then check CE-18, and CE-17 for the last face-up copy."""
    owner, card = lying.owner, lying.card
    after = replace(
        state,
        grid=tuple(other for other in state.grid if other is not lying),
        removed=with_row(state.removed, owner, (*state.removed[owner], card)),
        shown=with_shown(state, owner, card),
    )
    event = _card_event(after, "removed", lying, cause=cause)
    if (reason := loss_of(after, owner, removed=card)) is not None:
        return lose(after, owner, reason).after(event)
    if not _must_reveal(after, owner, card):
        return end_turn(after).after(event)
    forced = Event("must-reveal", {"seat": owner, "turn": state.turn})
    return end_turn(after, is_reveal=True).after(event, forced)


def _must_reveal(state: State, owner: Seat, removed: CardId) -> bool:
    """CE-17: whether a copy was removed and all copies on the grid, at least one, are face down."""
    base = state.squads[owner][0]
    copies = [lying for lying in state.grid if lying.owner == owner and original_of(lying.card) == base]
    return original_of(removed) == base and not any(lying.up for lying in copies)


def _card_event(state: State, kind: str, lying: Lying, **more: str) -> Event:
    """An event about one card on the grid that everybody sees."""

    def facts(name: Namer) -> Facts:
        where = {"seat": lying.owner, "turn": state.turn, "at": list(lying.cell)}
        return {**where, "card": name(lying.card), **more}

    return face_up_event(state, kind, lying.owner, facts)
