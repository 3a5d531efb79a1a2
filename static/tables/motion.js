// Animates the changes of a new position: pieces fly from their old places, turn over, appear.
// It compares the board with the last one that this browser has shown, once for each ply: before and after live.js
// has replaced the page's part, when a hidden page becomes visible, and when the page is reloaded. The attributes of
// pieces, places and counts are in docs/adding-a-title.md.
//
// For reloads, such as from a mail, the browser stores the board: by table and account, for
// twenty tables, until the account changes or is logged out (forget.js). It stores only public information: nothing of
// the hand, and nothing marked as private. A piece is stored with its place, or with its position as a fraction of
// the board, so that the window size doesn't matter.
//
// If there are several new plies, each is a beat of its own: the board after it, fetched from the replay, with its
// sentence as the last word. The rest of the page, such as the question, is up to date all the time.
//
// The animations of a beat last one to three seconds in all; any key or press ends them, and begins the next beat.
// Readers who prefer reduced motion see none: the marks of the latest ply and the list of moves show the same.
(() => {
  "use strict";
  const FLIGHT = 600; // milliseconds
  const APART = 150; // from the start of one to the start of the next
  const MOST = 3000; // milliseconds until the last has ended
  const BEAT = 1500; // milliseconds, the shortest time for a board and its sentence
  const BEATS = 8; // at most, the latest ones: the replay shows all
  const LATE = 500; // milliseconds for which a new page waits for the first beat
  const TABLES = 20; // tables stored in the browser
  const PRIVATE = ".action-bar, [data-private]";
  const still = matchMedia("(prefers-reduced-motion: reduce)");

  const part = () => document.getElementById("table");
  if (!part()) return;
  const field = () => document.getElementById("field");
  const isShown = (one) => one.checkVisibility();
  // A finished game's page has another layout, with the result first: no animation.
  const isOver = () => !part().classList.contains("table-page--live");
  // Elements by name; of two with the same name, the visible one.
  const all = (name, within = part()) => {
    const found = new Map();
    for (const one of within.querySelectorAll(`[data-${name}]`)) {
      const id = one.dataset[name];
      if (!found.has(id) || (!isShown(found.get(id)) && isShown(one))) found.set(id, one);
    }
    return found;
  };
  // An element in a closed fold is at its summary.
  const boxOf = (one) => {
    while (!isShown(one) && one !== part()) one = one.parentElement;
    return one.getBoundingClientRect();
  };
  const byName = (name) => name && (all("count").get(name) ?? all("spot").get(name));
  const spotOf = (one) => one.closest("[data-spot]")?.dataset.spot ?? "";
  const textOf = (one) => one.textContent.trim();
  const valuesOf = (elements, value) => new Map([...elements].map(([id, one]) => [id, value(one)]));

  // The current page

  const look = () => {
    const pieces = all("piece");
    const dragged = document.querySelector(".dragged[data-dragged]"); // flies from where it was dropped
    const boxes = valuesOf(pieces, boxOf);
    if (dragged) boxes.set(dragged.dataset.dragged, dragged.getBoundingClientRect());
    return {
      ply: part().dataset.ply,
      isOver: isOver(),
      board: [...field().childNodes].map((one) => one.cloneNode(true)), // the next page takes over what has not changed
      word: document.getElementById("last-word")?.textContent,
      boxes,
      spots: valuesOf(pieces, spotOf),
      pieces: new Map([...pieces].filter(([, one]) => isShown(one))),
      sides: valuesOf(all("spot"), (one) => one.dataset.side),
      counts: valuesOf(all("count"), textOf),
    };
  };

  // Storage in the browser

  const KEY = "seen:";
  const own = `${KEY}${part().dataset.reader}:${part().dataset.table}`;
  // The browser may refuse to store anything.
  const kept = (act) => {
    try {
      return act(window.localStorage);
    } catch {
      return null;
    }
  };
  const isPublic = ([, one]) => !one.closest(PRIVATE);

  // A position as fractions of the board's width and height.
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

  // The shift from an element's place to another one.
  const shift = (one, to, from) => {
    const way = [from.left - to.left + (from.width - to.width) / 2, from.top - to.top + (from.height - to.height) / 2];
    const size = to.width && from.width ? from.width / to.width : 1;
    if (Math.hypot(...way) < 4 && Math.abs(size - 1) < 0.05) return null;
    const [x, y] = way.map((length) => `${length / scaleOf(one)}px`);
    return { transform: `translate(${x}, ${y}) scale(${size})`, zIndex: 9 };
  };
  const HERE = { transform: "none", zIndex: 9 };
  // Turns from its edge: a half-turn would first show the new side mirrored.
  const TURN = [{ transform: "perspective(40em) rotateY(90deg)" }, { transform: "none" }];
  const COME = [{ opacity: 0, transform: "scale(1.4)" }, { opacity: 1, transform: "none" }];
  const GROW = [{ transform: "none" }, { transform: "scale(1.6)", offset: 0.4 }, { transform: "none" }];

  // A plate turns the shorter way, by an angle in degrees; the places on it stay upright.
  const turn = (one, angle, at) => {
    const from = 180 - ((angle + 540) % 360);
    const back = (degrees) => [{ rotate: `${degrees}deg` }, { rotate: "0deg" }];
    play(one, back(from), at);
    for (const each of one.querySelectorAll("[data-spot]")) play(each, back(-from), at);
  };

  // A copy of a piece that has left the board flies to its pile.
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

  // Each change as a function of its turn. Pieces that only moved because the board grew have no turn.
  const changesFrom = (before) => {
    const now = all("piece");
    const together = [];
    const inOrder = [];
    for (const [id, one] of before.pieces) {
      const next = now.get(id);
      const goal = next ? !isShown(next) && (byName(next.dataset.goes) ?? next) : byName(one.dataset.goes);
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

  // The player of the board's latest ply.
  const actor = () => {
    const mark = field().querySelector(".ply-mark--last");
    return mark && all("spot").get(`seat-${mark.dataset.seat}`);
  };

  // Beats

  let goOn = () => {}; // ends the current beat
  let restore = () => {}; // ends all beats: the page shows the latest ply

  const beat = (last) => {
    document.dispatchEvent(new CustomEvent("table-beat")); // for live.js
    show(last);
    if (actor()) play(actor(), GROW, 0);
    return new Promise((end) => {
      goOn = end;
      setTimeout(end, BEAT);
    });
  };

  const pageAt = async (ply) => {
    const answer = await fetch(`/tables/${part().dataset.table}/replay/?at=${ply}`).catch(() => null);
    const html = answer?.ok && (await answer.text().catch(() => null));
    return html && new DOMParser().parseFromString(html, "text/html");
  };

  // Shows the last board until the first beat. Returns what shows the board of a page of the replay, which has none
  // while memory matters in the game.
  const lendBoard = (last) => {
    const [ground, word, focused] = [field(), document.getElementById("last-word"), document.activeElement];
    const [now, told, hadFocus] = [[...ground.childNodes], word?.textContent, ground.contains(focused)];
    const boxes = [ground, ...ground.querySelectorAll("#board")].map((box) => [box, box.scrollLeft, box.scrollTop]);
    const put = (board, text) => {
      if (board) ground.replaceChildren(...board);
      if (word) word.textContent = text;
    };
    if (last.board) put(last.board, last.word);
    else running.push(...[ground, word].map((one) => one?.animate({ opacity: [0, 0] }, LATE)).filter(Boolean));
    restore = () => {
      restore = () => {};
      put(now, told);
      for (const [box, x, y] of boxes) box.scrollTo(x, y);
      if (hadFocus) focused.focus({ preventScroll: true });
    };
    return (page) => {
      stop();
      put(page.getElementById("field")?.childNodes, page.getElementById("replay-line").dataset.word);
    };
  };

  const tell = async (last) => {
    const end = Number(part().dataset.ply) - 1;
    const first = Math.max(Number(last.ply), end - BEATS + 1);
    if (first >= end || part().matches(".replay, .exercise")) return beat(last); // which show the plies that their reader steps to
    const put = lendBoard(last);
    const own = restore;
    let next = pageAt(first);
    for (let ply = first; ply < end; ply++) {
      const page = await next;
      if (own !== restore) return;
      if (!page) break;
      next = ply + 1 < end && pageAt(ply + 1);
      if (!page.getElementById("replay-line")?.dataset.word) continue; // nothing to tell
      put(page);
      await beat(last);
      if (own !== restore) return;
      last = look();
    }
    restore();
    return beat(last);
  };

  // A hidden page doesn't count as seen.
  let before = null;
  const see = (last) => {
    before = null;
    restore();
    if (document.visibilityState === "hidden") return;
    keep(); // before anything moves
    if (last && last.ply !== part().dataset.ply && last.isOver === isOver() && !still.matches) tell(last);
  };

  document.addEventListener("table-leaves", () => {
    stop();
    restore();
    if (document.visibilityState === "hidden") return;
    before = look();
  });
  document.addEventListener("table-comes", () => see(before ?? recall()));
  document.addEventListener("visibilitychange", () => see(recall()));
  see(recall());
  // Not on pointerdown: a flying piece under the finger would vanish before the click, which would be lost.
  const skip = () => {
    stop();
    goOn();
  };
  for (const what of ["keydown", "click"]) document.addEventListener(what, skip, true);
})();
