// Shows by motion what a new position of the board has changed: pieces fly from where they were, turn over, appear.
// It compares the board with what this browser has last shown of the table, once for each ply: before and after live.js
// has replaced the page's part, when a hidden page is looked at again, and when the page is loaded anew. What marks
// pieces, places and counts stands in docs/adding-a-title.md.
//
// For a page that is loaded anew, such as from a mail, the browser keeps what was on the board: by table and account, for
// twenty tables, until somebody else or nobody is logged in (forget.js). Only what everybody may know is kept: nothing of
// the hand, nor of anything that is marked as private. A piece is kept with its place, or with its position in parts of
// the board, so that it is found again in another window.
//
// The animations last one to three seconds in all; any key or press ends them. There are none for readers who want
// none: the marks of the latest ply say the same.
(() => {
  "use strict";
  const FLIGHT = 600; // milliseconds
  const APART = 150; // from the start of one to the start of the next
  const MOST = 3000; // until the last has ended
  const TABLES = 20; // of which the browser keeps something
  const PRIVATE = ".action-bar, [data-private]";
  const still = matchMedia("(prefers-reduced-motion: reduce)");

  const part = () => document.getElementById("table");
  if (!part()) return;
  const field = () => document.getElementById("field");
  const isShown = (one) => one.checkVisibility();
  // The page of a game that is over begins with the result, and everything lies elsewhere: nothing flies there.
  const isOver = () => !part().classList.contains("table-page--live");
  // By name; of two elements with one name the one that can be seen.
  const all = (name, within = part()) => {
    const found = new Map();
    for (const one of within.querySelectorAll(`[data-${name}]`)) {
      const id = one.dataset[name];
      if (!found.has(id) || (!isShown(found.get(id)) && isShown(one))) found.set(id, one);
    }
    return found;
  };
  // What lies in a closed fold lies at its summary.
  const boxOf = (one) => {
    while (!isShown(one) && one !== part()) one = one.parentElement;
    return one.getBoundingClientRect();
  };
  const byName = (name) => name && (all("count").get(name) ?? all("spot").get(name));
  const spotOf = (one) => one.closest("[data-spot]")?.dataset.spot ?? "";
  const textOf = (one) => one.textContent.trim();
  const valuesOf = (elements, value) => new Map([...elements].map(([id, one]) => [id, value(one)]));

  // What is on the page now

  const look = () => {
    const pieces = all("piece");
    const dragged = document.querySelector(".dragged[data-dragged]"); // flies from where it was dropped
    const boxes = valuesOf(pieces, boxOf);
    if (dragged) boxes.set(dragged.dataset.dragged, dragged.getBoundingClientRect());
    return {
      ply: part().dataset.ply,
      isOver: isOver(),
      boxes,
      spots: valuesOf(pieces, spotOf),
      pieces: new Map([...pieces].filter(([, one]) => isShown(one))),
      sides: valuesOf(all("spot"), (one) => one.dataset.side),
      counts: valuesOf(all("count"), textOf),
    };
  };

  // What the browser keeps

  const KEY = "seen:";
  const own = `${KEY}${part().dataset.reader}:${part().dataset.table}`;
  // A browser may refuse to store anything; then nothing is kept.
  const kept = (act) => {
    try {
      return act(window.localStorage);
    } catch {
      return null;
    }
  };
  const isPublic = ([, one]) => !one.closest(PRIVATE);

  // A position inside the board, in parts of its width and height.
  const board = () => {
    const { left, top } = field().getBoundingClientRect();
    const { scrollLeft, scrollTop, scrollWidth, scrollHeight } = field();
    return { left: left - scrollLeft, top: top - scrollTop, width: scrollWidth, height: scrollHeight };
  };
  const partsOf = (box, { left, top, width, height }) =>
    [(box.left - left) / width, (box.top - top) / height, box.width / width, box.height / height];
  const boxFrom = ([x, y, wide, high], { left, top, width, height }) =>
    new DOMRect(left + x * width, top + y * height, wide * width, high * height);

  const keep = () => {
    if (!part().dataset.reader) return;
    const ground = board();
    const seen = (name, value, within) => [...all(name, within)].filter(isPublic).map(([id, one]) => [id, value(one)]);
    const found = {
      at: Date.now(),
      ply: part().dataset.ply,
      isOver: isOver(),
      pieces: seen("piece", (one) => [spotOf(one), ...partsOf(boxOf(one), ground)], field()),
      sides: seen("spot", (one) => one.dataset.side ?? "", field()),
      counts: seen("count", textOf),
    };
    kept((store) => {
      const others = Object.keys(store).filter((key) => key.startsWith(KEY) && key !== own);
      const ages = others.map((key) => [JSON.parse(store.getItem(key)).at, key]).sort((one, two) => two[0] - one[0]);
      const isForeign = (key) => !key.startsWith(`${KEY}${part().dataset.reader}:`);
      ages.forEach(([, key], at) => (at >= TABLES - 1 || isForeign(key)) && store.removeItem(key));
      store.setItem(own, JSON.stringify(found));
    });
  };

  const recall = () => {
    const found = part().dataset.reader && kept((store) => JSON.parse(store.getItem(own)));
    if (!found) return null;
    const ground = board();
    const places = all("spot", field());
    const boxAt = ([spot, ...parts]) => (places.has(spot) ? boxOf(places.get(spot)) : boxFrom(parts, ground));
    return {
      ply: found.ply,
      isOver: found.isOver,
      boxes: new Map(found.pieces.map(([id, place]) => [id, boxAt(place)])),
      spots: new Map(found.pieces.map(([id, [spot]]) => [id, spot])),
      pieces: new Map(), // those that are gone cannot be shown
      isKept: true,
      sides: new Map(found.sides),
      counts: new Map(found.counts),
    };
  };

  // Animations

  let running = [];
  const stop = () => {
    for (const animation of running) animation.finish();
    running = [];
  };
  const delayOf = (at) => Math.min(at * APART, MOST - FLIGHT);
  const play = (one, frames, at) => {
    const timing = { duration: FLIGHT, delay: delayOf(at), easing: "ease-in-out", fill: "backwards" };
    const animation = one.animate(frames, timing);
    running.push(animation);
    return animation;
  };

  // Lengths inside a drawing are in its own units.
  const scaleOf = (one) => (one instanceof SVGGraphicsElement && one.ownerSVGElement ? one.getScreenCTM().a : 1);

  // From where an element seems to lie, seen from where it lies.
  const shift = (one, to, from) => {
    const way = [from.left - to.left + (from.width - to.width) / 2, from.top - to.top + (from.height - to.height) / 2];
    const size = to.width && from.width ? from.width / to.width : 1;
    if (Math.hypot(...way) < 4 && Math.abs(size - 1) < 0.05) return null;
    const [x, y] = way.map((length) => `${length / scaleOf(one)}px`);
    return { transform: `translate(${x}, ${y}) scale(${size})`, zIndex: 9 };
  };
  const HERE = { transform: "none", zIndex: 9 };
  // From its edge: a half-turn would show the new side mirrored first.
  const TURN = [{ transform: "perspective(40em) rotateY(90deg)" }, { transform: "none" }];
  const COME = [{ opacity: 0, transform: "scale(1.4)" }, { opacity: 1, transform: "none" }];
  const GROW = [{ transform: "none" }, { transform: "scale(1.6)", offset: 0.4 }, { transform: "none" }];

  // A plate turns the short way, by an angle in degrees; the places on it stay upright.
  const turn = (one, angle, at) => {
    const from = 180 - ((angle + 540) % 360);
    const back = (degrees) => [{ rotate: `${degrees}deg` }, { rotate: "0deg" }];
    play(one, back(from), at);
    for (const each of one.querySelectorAll("[data-spot]")) play(each, back(-from), at);
  };

  // A picture of a piece that is not on the board any more flies to its pile.
  const sendAway = (one, from, to, at) => {
    if (one.ownerSVGElement || !from.width) return;
    const ghost = one.cloneNode(true);
    for (const each of [ghost, ...ghost.querySelectorAll("*")]) each.removeAttribute("id");
    ghost.removeAttribute("data-piece");
    ghost.classList.add("ghost");
    ghost.inert = true;
    const { left, top, width, height } = from;
    Object.assign(ghost.style, { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` });
    document.body.append(ghost);
    const size = Math.min(1, to.width / width, to.height / height);
    const way = [to.left - left + (to.width - width) / 2, to.top - top + (to.height - height) / 2];
    const there = { transform: `translate(${way[0]}px, ${way[1]}px) scale(${size})`, opacity: 0.3 };
    const end = () => ghost.remove();
    play(ghost, [{ transform: "none", opacity: 1 }, there], at).finished.then(end, end);
  };

  const NUMBER = /^-?\d+$/;
  const countUp = (one, from, at) => {
    const to = one.textContent;
    if (one.firstElementChild || !NUMBER.test(from) || !NUMBER.test(to.trim())) return;
    const begin = performance.now() + delayOf(at);
    let isOver = false;
    const finish = () => {
      isOver = true;
      one.textContent = to;
    };
    const step = (now) => {
      const share = Math.max(0, (now - begin) / FLIGHT);
      if (isOver) return;
      if (share >= 1) return finish();
      one.textContent = String(Math.round(Number(from) + (Number(to) - Number(from)) * share));
      requestAnimationFrame(step);
    };
    one.textContent = from;
    requestAnimationFrame(step);
    running.push({ finish });
  };

  // Each change as a function of its turn. What only moved because the board grew has no turn of its own.
  const changesFrom = (before) => {
    const now = all("piece");
    const together = [];
    const inOrder = [];
    for (const [id, one] of before.pieces) {
      const next = now.get(id);
      const goal = next ? !isShown(next) && next : byName(one.dataset.goes);
      const from = before.boxes.get(id);
      if (goal) inOrder.push((at) => sendAway(one, from, boxOf(goal), at));
    }
    for (const [id, one] of now) {
      if (!isShown(one)) continue;
      const isHeld = before.isKept && one.closest(PRIVATE); // unknown, not new
      const source = !isHeld && byName(one.dataset.comes);
      const from = before.boxes.get(id) ?? (source && boxOf(source));
      const start = from && shift(one, boxOf(one), from);
      const isCarried = spotOf(one) && spotOf(one) === before.spots.get(id);
      if (start) (isCarried ? together : inOrder).push((at) => play(one, [start, HERE], at));
      else if (!from && !isHeld) inOrder.push((at) => play(one, COME, at));
    }
    for (const [id, one] of all("spot")) {
      const side = before.sides.get(id);
      if (!side || !one.dataset.side || side === one.dataset.side) continue;
      if ("turn" in one.dataset) together.push((at) => turn(one, one.dataset.side - side, at));
      else inOrder.push((at) => play(one, TURN, at));
    }
    for (const [id, one] of all("count")) {
      const text = before.counts.get(id) ?? textOf(one);
      if (text === textOf(one)) continue;
      inOrder.push((at) => {
        countUp(one, text, at);
        play(one, GROW, at);
      });
    }
    return { together, inOrder };
  };

  const show = (before) => {
    const { together, inOrder } = changesFrom(before);
    for (const change of together) change(0);
    inOrder.forEach((change, at) => change(at));
  };

  // What a page shows that nobody looks at is not seen.
  let before = null;
  const see = (last) => {
    before = null;
    if (document.visibilityState === "hidden") return;
    keep(); // before anything moves
    if (last && last.ply !== part().dataset.ply && last.isOver === isOver() && !still.matches) show(last);
  };

  document.addEventListener("table-leaves", () => {
    stop();
    if (document.visibilityState === "hidden") return;
    before = look();
  });
  document.addEventListener("table-comes", () => see(before ?? recall()));
  document.addEventListener("visibilitychange", () => see(recall()));
  see(recall());
  // Not earlier in a press: what flies under the finger would be gone before it is lifted, and the press lost.
  for (const what of ["keydown", "click"]) document.addEventListener(what, stop, true);
})();
