"""Print the cards for `rules.rs`, or random games of the engine for `eli check`: see `main.rs`."""

import sys
from collections.abc import Iterator

import msgspec

from games.engine import play
from games.engine.chance import Chance
from games.titles.captn_eli import GAME
from games.titles.captn_eli.cards import CARDS, KEYWORDS, STARTERS, TYPES, CardId
from games.titles.captn_eli.state import Move, Shift, State

_CHOICES = 1_000_000  # number of a chance stream that no ply of a game uses
_WHY = {
    "character": "Character",
    "no-cards": "NoCards",
    "character-in-hand": "InHand",
    "becalmed": "Becalmed",
}


def cards() -> Iterator[str]:
    """The set as Rust source."""
    yield "//! Written by `python -m tools.captn_eli cards`."
    yield "pub struct Card { pub name: &'static str, pub ty: u8, pub c: i32, pub d: i32, pub kw: u8 }"
    yield f"pub const CARDS: [Card; {len(CARDS)}] = ["
    for card in CARDS.values():
        keywords = sum(1 << KEYWORDS.index(keyword) for keyword in card.keywords)
        kind = TYPES.index(card.type)
        yield f'    Card {{ name: "{card.id}", ty: {kind}, c: {card.c}, d: {card.d}, kw: {keywords} }},'
    yield "];"
    yield f"pub const STARTERS: [[u8; 4]; {len(STARTERS)}] = ["
    for name, squad in STARTERS.items():
        yield f"    [{', '.join(str(_number(card)) for card in squad)}], // {name}"
    yield "];"


def _number(card: CardId) -> int:
    original, _, copy = card.partition("#")
    return list(CARDS).index(original) + len(CARDS) * (int(copy or 1) - 1)


def games(count: int) -> Iterator[str]:
    """Random games: squads, and at each ply the legal moves, the move, and the position after it."""
    for number in range(count):
        seed = number.to_bytes(8, "big")
        chooser = Chance(seed, _CHOICES)
        state = play.setup(GAME, 2, {"cards": "all"}, seed).state
        for seat in (0, 1):
            state = _after(state, seat, play.random_move(GAME, state, seat, chooser))
        yield " ".join(("squads", *state.squads[0], *state.squads[1]))
        while state.outcome is None:
            moves = GAME.legal_moves(state, state.asked)
            yield "legal " + ";".join(map(_text, moves))
            lively = [move for move in moves if not isinstance(move, Shift)]
            move = chooser.pick(lively if lively and number % 2 and chooser.below(4) else moves)
            yield f"play {_text(move)}"
            state = _after(state, state.asked, move)
            yield f"digest {_digest(state)}"


def _after(state: State, seat: int, move: Move) -> State:
    return play.play(GAME, state, seat, move, Chance(b"", 0)).state


def _text(move: Move) -> str:
    """The type of a move and its fields, such as `place dolphin 1,0`."""
    kind, *fields = msgspec.to_builtins(move).values()
    spelled = ["-" if each is None else each if isinstance(each, str) else _cell(each) for each in fields]
    return " ".join((kind, *spelled))


def _cell(cell: tuple[int, int]) -> str:
    return f"{cell[0]},{cell[1]}"


def _digest(state: State) -> str:
    told = [f"{state.phase.capitalize()} {state.seat} {state.asked} {state.turn} q{state.quiet}"]
    told += [
        f"{_cell(each.cell)},{each.owner},{each.card},"
        f"{each.up:d}{each.seen:d}{each.marked:d}{each.mystic_used:d}{each.sacrifice_used:d}"
        for each in state.grid
    ]
    if state.outcome is not None:
        first, second = state.outcome.ranks
        told.append(f"{_WHY[state.outcome.reason]} {(first < second) - (first > second)}")
    return " ".join(told)


if __name__ == "__main__":
    lines = cards() if sys.argv[1] == "cards" else games(int(sys.argv[2]))
    sys.stdout.writelines(f"{line}\n" for line in lines)
