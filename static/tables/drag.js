// Drag and drop of choices: by mouse, or by finger after a long press. docs/adding-a-title.md says what can be dragged,
// and where it can be dropped. Links and keys work as before.
//
//   pressed    A mouse button or finger is down on a choice.
//   dragged    It has moved or rested: the board behind the choice's link is fetched and shown.
//   dropped    On a place: clicks it, which makes the move or asks. Elsewhere, or on Escape: restores the old board.
(() => {
  "use strict";
  const FAR = 8; // pixels that a press may move before it drags
  const REST = 250; // milliseconds after which a finger drags instead of scrolling
  const NEAR = 28; // pixels from a place that still count as on it
  const EDGE = 40; // pixels from the edge of the board where it scrolls
  const STEP = 8; // pixels that it scrolls in each frame
  const SOURCES = ".action-bar__hand a[href*='?'], .action-bar__hand a[aria-current], a[data-drag]";

  const field = () => document.getElementById("field");
  const part = () => document.getElementById("table");
  if (!part()) return;

  let press = null; // the source, and where it was pressed
  let drag = null; // the press, with the picture, the old board, and the promise of the new one

  // Places

  // A place continues the choice: a link with the same choices and more, or a new button.
  const choices = (link) => [...new URL(link.href).searchParams];
  const goesOn = (link, chosen) => {
    const own = choices(link);
    const has = ([name, word]) => own.some(([each, value]) => each === name && value === word);
    return own.length > chosen.length && chosen.every(has);
  };
  const moves = () => [...field().querySelectorAll("button[name=move]")];
  const placesFor = ({ source, known }) => {
    const isChosen = source.hasAttribute("aria-current");
    const chosen = isChosen ? [...new URLSearchParams(location.search)] : choices(source);
    const links = [...field().querySelectorAll("a[href*='?']")].filter((link) => goesOn(link, chosen));
    return [...links, ...moves().filter((button) => isChosen || !known.has(button.value))];
  };
  const distance = (one, x, y) => {
    const { left, top, right, bottom } = one.getBoundingClientRect();
    return Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom));
  };
  const placeAt = (places, x, y) => {
    if (distance(field(), x, y)) return undefined; // the board may be larger than its box
    const near = places.map((one) => [distance(one, x, y), one]).filter(([far]) => far < NEAR);
    return near.sort((one, other) => one[0] - other[0])[0]?.[1];
  };

  // The board behind the source's link

  const open = async (one) => {
    if (one.source.hasAttribute("aria-current")) return placesFor(one); // already shown
    const options = { headers: { "HX-Request": "true" } };
    const answer = await fetch(one.source.href.split("#")[0], options).catch(() => null);
    const html = await answer?.text().catch(() => "");
    const page = new DOMParser().parseFromString(html ?? "", "text/html");
    if (drag !== one || page.getElementById("table")?.dataset.ply !== part().dataset.ply) return [];
    one.was = [...field().childNodes];
    swap([...page.getElementById("field").childNodes]);
    window.htmx.process(field());
    return placesFor(one);
  };

  const swap = (nodes) => {
    const scrolled = ["field", "board"].map((id) => document.getElementById(id)).map((box) => [box?.scrollLeft, box?.scrollTop]);
    field().replaceChildren(...nodes);
    ["field", "board"].forEach((id, at) => document.getElementById(id)?.scrollTo(...scrolled[at].map((far) => far ?? 0)));
  };

  // The picture under the pointer

  const picture = (source) => {
    const made = source.cloneNode(true);
    for (const each of [made, ...made.querySelectorAll("*")]) each.removeAttribute("id");
    made.classList.add("dragged");
    made.dataset.dragged = source.closest("[data-piece]")?.dataset.piece ?? "";
    made.inert = true;
    const { left, top, width, height } = source.getBoundingClientRect();
    const { fontSize } = getComputedStyle(source);
    const place = { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px`, fontSize };
    Object.assign(made.style, place);
    document.body.append(made);
    return made;
  };

  // Drags

  const begin = () => {
    clearTimeout(press.timer);
    drag = { ...press, picture: picture(press.source), was: null, places: [], over: null };
    drag.source.classList.add("is-away");
    drag.known = new Set(moves().map((button) => button.value));
    drag.opened = open(drag).then((places) => {
      drag && (drag.places = places);
      drag && mark();
      return places;
    });
    press = null;
    requestAnimationFrame(scroll);
  };

  const mark = () => {
    drag.picture.style.translate = `${drag.x - drag.begunAt[0]}px ${drag.y - drag.begunAt[1]}px`;
    const over = placeAt(drag.places, drag.x, drag.y);
    if (over === drag.over) return;
    drag.over?.classList.remove("is-over");
    over?.classList.add("is-over");
    drag.over = over;
  };

  // Scrolls the board while the picture is at its edge.
  const scroll = () => {
    if (!drag || drag.isDropped) return;
    const { left, top, right, bottom } = field().getBoundingClientRect();
    const way = (at, from, to) => (at > from - EDGE && at < from + EDGE ? -STEP : at > to - EDGE && at < to + EDGE ? STEP : 0);
    for (const box of [field(), ...field().querySelectorAll(".board")]) {
      if (drag.hasMoved) box.scrollBy(way(drag.x, left, right), way(drag.y, top, bottom));
    }
    requestAnimationFrame(scroll);
  };

  const end = () => {
    drag?.picture.remove();
    drag?.source.classList.remove("is-away");
    drag?.over?.classList.remove("is-over");
    drag = null;
  };

  const cancel = () => {
    clearTimeout(press?.timer);
    press = null;
    if (drag?.was) swap(drag.was);
    end();
  };

  const drop = async () => {
    const one = drag;
    one.isDropped = true;
    await one.opened;
    if (drag !== one) return;
    const place = placeAt(one.places, one.x, one.y);
    if (place) place.click();
    else cancel();
  };

  // Ignores the click after a drag, which would follow the link where the drag began.
  const swallow = () => {
    const stop = (event) => {
      if (!event.isTrusted) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    window.addEventListener("click", stop, true);
    setTimeout(() => window.removeEventListener("click", stop, true));
  };

  const isFar = ({ begunAt, x, y }) => Math.hypot(x - begunAt[0], y - begunAt[1]) > FAR;

  document.addEventListener("pointerdown", (event) => {
    const source = event.target.closest(SOURCES);
    if (drag?.isDropped) return; // the move is on its way
    if (press || drag) return cancel(); // a second finger
    if (!source || !event.isPrimary || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const { clientX: x, clientY: y, pointerType } = event;
    press = { source, begunAt: [x, y], x, y, isTouch: pointerType === "touch", timer: 0 };
    if (press.isTouch) press.timer = setTimeout(begin, REST);
  });
  document.addEventListener("pointermove", (event) => {
    const one = drag ?? press;
    if (!one || one.isDropped || !event.isPrimary) return;
    Object.assign(one, { x: event.clientX, y: event.clientY });
    if (press && isFar(press)) press.isTouch ? cancel() : begin(); // a finger that moves at once scrolls
    if (drag) drag.hasMoved ||= isFar(drag);
    if (drag) mark();
  });
  document.addEventListener("pointerup", () => {
    if (press) return cancel();
    if (!drag || drag.isDropped) return;
    if (!drag.hasMoved) return cancel(); // a long tap
    swallow();
    drop();
  });
  document.addEventListener("pointercancel", () => drag?.isDropped || cancel());
  document.addEventListener("keydown", ({ key }) => key === "Escape" && !drag?.isDropped && cancel());
  document.addEventListener("dragstart", (event) => event.target.closest?.(SOURCES) && event.preventDefault());
  document.addEventListener("contextmenu", (event) => drag && event.preventDefault());

  // The page scrolls by touch unless something is dragged. The listener must exist before the touch begins.
  const hold = (event) => drag && event.cancelable && event.preventDefault();
  const arm = () => {
    for (const one of document.querySelectorAll(SOURCES)) one.addEventListener("touchmove", hold, { passive: false });
  };
  arm();

  // A new page replaces the old board; without one, the old board is restored.
  document.addEventListener("table-leaves", () => drag && (drag.was = null));
  document.addEventListener("table-comes", () => {
    end();
    arm();
  });
  document.addEventListener("htmx:afterRequest", () => setTimeout(() => drag?.isDropped && cancel()));
})();
