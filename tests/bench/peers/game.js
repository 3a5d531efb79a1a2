// A game without rules of ours: two seats lay cards in turn on a board, as a state of 1 to 2 KB of JSON.

const CELLS = 40;

const Laying = {
  name: "laying",
  setup: () => ({
    cells: Array(CELLS).fill(null),
    hands: [0, 1].map((seat) => Array.from({ length: 8 }, (_, card) => ({ id: `card-${seat}-${card}`, value: card }))),
    log: [],
  }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    lay({ G, playerID }, cell, card) {
      G.cells[cell % CELLS] = { by: playerID, card, name: `card-${playerID}-${card}` };
      G.log = [...G.log.slice(-9), { by: playerID, cell }];
    },
  },
};

module.exports = { Laying };
