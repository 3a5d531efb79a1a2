// Shows by motion what a new position of the board has changed: pieces fly from where they were, turn over, appear.
// It compares the part of the page before and after live.js has replaced it, once for each ply.
//
//   data-piece="light-1"    a piece that the reader knows, wherever it lies: it moves from its old place to its new one
//   data-spot="0,1"         a place on the board, with data-side="up" or "down": what lies there turns over
//   data-count="pile-2"     a number: it grows for a moment when it has changed
//
// Both are public: a piece that the reader may not know has no data-piece. The animations last one to three seconds
// in all; any key or press ends them. There are none for readers who want none: the marks of the latest ply say the same.
(() => {
  "use strict";
  const FLIGHT = 600; // milliseconds
  const APART = 150; // from the start of one to the start of the next
  const MOST = 3000; // until the last has ended
  const still = matchMedia("(prefers-reduced-motion: reduce)");

  const part = () => document.getElementById("table");
  const all = (name) => new Map([...part().querySelectorAll(`[data-${name}]`)].map((one) => [one.dataset[name], one]));
  const boxOf = (one) => one.getBoundingClientRect();

  let before = null; // the ply, boxes of pieces, sides of spots, texts of counts

  const look = () => ({
    ply: part().dataset.ply,
    pieces: new Map([...all("piece")].map(([id, one]) => [id, boxOf(one)])),
    sides: new Map([...all("spot")].map(([id, one]) => [id, one.dataset.side])),
    counts: new Map([...all("count")].map(([id, one]) => [id, one.textContent])),
  });

  let running = [];
  const stop = () => {
    for (const animation of running) animation.finish();
    running = [];
  };
  const play = (one, frames, at) => {
    const delay = Math.min(at * APART, MOST - FLIGHT);
    running.push(one.animate(frames, { duration: FLIGHT, delay, easing: "ease-in-out", fill: "backwards" }));
  };

  // Lengths inside a drawing are in its own units.
  const scaleOf = (one) => (one instanceof SVGGraphicsElement && one.ownerSVGElement ? one.getScreenCTM().a : 1);

  const flight = (one, from) => {
    const to = boxOf(one);
    const scale = scaleOf(one);
    const way = [from.left - to.left + (from.width - to.width) / 2, from.top - to.top + (from.height - to.height) / 2];
    if (Math.hypot(...way) < 4) return null;
    const size = to.width ? from.width / to.width : 1;
    const [x, y] = way.map((length) => `${length / scale}px`);
    return [{ transform: `translate(${x}, ${y}) scale(${size})`, zIndex: 9 }, { transform: "none", zIndex: 9 }];
  };

  const TURN = [{ transform: "perspective(40em) rotateY(180deg)" }, { transform: "none" }];
  const COME = [{ opacity: 0, transform: "scale(1.4)" }, { opacity: 1, transform: "none" }];
  const GROW = [{ transform: "none" }, { transform: "scale(1.6)", offset: 0.4 }, { transform: "none" }];

  const show = () => {
    const changes = [];
    for (const [id, one] of all("piece")) {
      const from = before.pieces.get(id);
      const frames = from ? flight(one, from) : COME;
      if (frames) changes.push([one, frames]);
    }
    const sides = (id, one) => before.sides.has(id) && before.sides.get(id) !== one.dataset.side;
    for (const [id, one] of all("spot")) if (sides(id, one)) changes.push([one, TURN]);
    for (const [id, one] of all("count")) if ((before.counts.get(id) ?? one.textContent) !== one.textContent) changes.push([one, GROW]);
    changes.forEach(([one, frames], at) => play(one, frames, at));
  };

  document.addEventListener("table-leaves", () => {
    stop();
    before = still.matches ? null : look();
  });
  document.addEventListener("table-comes", () => {
    if (before && before.ply !== part().dataset.ply) show();
    before = null;
  });
  // Not earlier in a press: what flies under the finger would be gone before it is lifted, and the press lost.
  for (const what of ["keydown", "click"]) document.addEventListener(what, stop, true);
})();
