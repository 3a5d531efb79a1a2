// Loads the part `#table` of a page and puts it in place of the present one: for replays, lessons and puzzles. Blocks that
// the page shows already are not sent again (games/pages/blocks.py). motion.js compares the parts.
(() => {
  "use strict";
  const SCROLLED = ["#field", "#board", ".action-bar__hand"]; // boxes that stay where the reader has scrolled them
  const byId = (id) => document.getElementById(id);
  const part = () => byId("table");
  const say = (what) => document.dispatchEvent(new CustomEvent(what));
  const isOfOneBoard = ({ dataset }) => (dataset.boards ?? "1") === "1"; // motion is for one board

  let fetching = new AbortController();

  // Returns whether the part has been replaced: not if another request has begun, or if the plain page shows an error.
  window.loadPart = async (address, { isStill = false, ...options } = {}) => {
    fetching.abort();
    fetching = new AbortController();
    const { signal } = fetching;
    const keys = [...part().querySelectorAll("[data-key]")].map((block) => block.dataset.key);
    const headers = { "HX-Request": "true", "Known-Blocks": keys.join(" ") };
    const answer = await fetch(address, { ...options, headers, signal }).catch(() => null);
    const html = await answer?.text().catch(() => null);
    if (signal.aborted) return false;
    const next = html && new DOMParser().parseFromString(html, "text/html").getElementById("table");
    const gaps = [...(next?.querySelectorAll("[hx-preserve]") ?? [])];
    if (!next || !gaps.every((gap) => byId(gap.id))) {
      location.assign(address);
      return false;
    }
    const isMoved = !isStill && isOfOneBoard(part()) && isOfOneBoard(next);
    const focused = document.activeElement.id;
    const boxes = SCROLLED.map((css) => document.querySelector(css)).map((box) => [box?.scrollLeft, box?.scrollTop]);
    const opened = [...part().querySelectorAll("details[id][open]")].map((fold) => fold.id);
    if (isMoved) say("table-leaves");
    for (const gap of gaps) gap.replaceWith(byId(gap.id));
    part().replaceWith(document.adoptNode(next));
    history.replaceState(null, "", answer.url);
    for (const id of opened) byId(id)?.setAttribute("open", "");
    SCROLLED.forEach((css, at) => document.querySelector(css)?.scrollTo(...boxes[at]));
    byId(focused)?.focus({ preventScroll: true });
    if (isMoved) say("table-comes");
    return true;
  };
})();
