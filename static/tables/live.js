// Keeps an open page up to date, and keeps the focus when a part of the page is replaced.
// A socket says that something has changed, and the page fetches its part again; the socket carries no game data.
// While the socket is down the page polls, and rarely also while it is open.
//
// What the page knows, and what makes it stale:
//
//      +--------- sent ---------+--------- sent ---------+
//      v                        |                        |
//   CURRENT ----- nudged ---> NUDGED ---- doubted ---> UNSURE
//      |                                                 ^
//      +-------------------- doubted --------------------+
//
//   CURRENT  The latest request was sent after all nudges: not stale, whatever the answer will be.
//   NUDGED   A nudge came since: stale, unless the board already shows that ply, as after the reader's move.
//   UNSURE   A nudge may have been missed: stale in any case.
//
//   sent     A request was sent, by this script or by the reader; both bring the latest state.
//   nudged   The socket says that something has changed.
//   doubted  The socket has opened, the page woke up, a fetch failed, or another table has changed.
//
// A stale page is fetched at once, or as soon as the reader is done: with a request (READING or POSTING, else IDLE), with a
// press, or with a field.
(() => {
  "use strict";
  const RETRY_FIRST = 1000; // milliseconds, doubled with every failure
  const RETRY_MOST = 30000;
  const POLL = 60000; // while the socket is down, or after a failed answer
  const LOOK = 300000; // while the socket is open: the server may have died silently
  const ASLEEP = 60000; // a page hidden this long may have lost its socket unnoticed
  const AGAIN = 3000; // after a request that did not arrive
  const AWAY = [502, 503, 504]; // from a proxy whose server doesn't answer, or from a server without its database
  const DEAD = 2000; // milliseconds for which a new button ignores presses in the place of the last one
  const NEAR = 30; // pixels
  const PRESS = 10000; // the longest time for which a finger or mouse button delays updates
  const BEAT = 2000; // a change is shown at least for this time before the next one; a press ends it
  const CLICK = 100; // delay after it is lifted, because the click of a finger comes a little later
  const OUT = 4401; // close code: the reader was logged out
  const NOT_MODIFIED = 304;
  const MISSING = 4404; // close code: there is no such table, or the reader may not see it
  const SWAP = { swapStyle: "outerHTML", swapDelay: 0, settleDelay: 0 };
  const CONTROLS = "a[href], button:not(:disabled), input:not([type=hidden]), select, textarea, [tabindex]";

  const BOXES = "#field, .action-bar__hand"; // the focus goes to what is in them
  const SCROLLED = ["#field", "#board", "#log", ".action-bar__hand"]; // boxes that keep their scroll position
  const FIELDS = ["input[id]:not([type=hidden])", "select[id]", "textarea[id]"].join();

  const byId = (id) => document.getElementById(id);
  const part = () => document.querySelector("#table, [data-live]");
  if (!part()) return;
  const table = part().dataset.table;
  const isBoard = part().id === "table";
  // Without scripts, the answer to a refused move has the URL of moves, which only accepts posts.
  const address = () => (isBoard ? `/tables/${table}/` : location.pathname) + location.search;

  // The state of the page, drawn above

  const NEXT = {
    CURRENT: { sent: "CURRENT", nudged: "NUDGED", doubted: "UNSURE" },
    NUDGED: { sent: "CURRENT", nudged: "NUDGED", doubted: "UNSURE" },
    UNSURE: { sent: "CURRENT", nudged: "UNSURE", doubted: "UNSURE" },
  };
  let state = "CURRENT";
  let newest = 0; // the highest ply in a nudge about this table
  let reader = "IDLE"; // or READING or POSTING: the reader's running request
  let fetchedAt = Date.now();

  const pass = (event) => {
    state = NEXT[state][event];
  };
  const isStale = () =>
    state === "UNSURE" || (state === "NUDGED" && (!isBoard || newest > Number(part().dataset.ply)));

  const isPart = (html) => html.includes(`id="${part().id}"`);

  const hear = (nudge) => {
    if (isBoard && String(nudge.table) !== table) {
      recheck(); // another table of the reader: only the link to it may have changed
      return;
    }
    pass("nudged");
    newest = Math.max(newest, nudge.ply);
    if (isStale()) refresh();
  };

  // Updates of the part: requests of the reader come first

  let fetching = new AbortController();

  const isTyping = () => {
    const field = document.activeElement;
    return field.matches("input:not([type=hidden], [readonly]), textarea, select") && part().contains(field);
  };

  // No swap while a finger or button is down: a control that is replaced meanwhile loses its click.
  let held = 0; // the timer that ends this
  const hold = (milliseconds) => {
    clearTimeout(held);
    held = setTimeout(() => {
      held = 0;
      if (isStale()) refresh();
    }, milliseconds);
  };
  document.addEventListener("pointerdown", () => hold(PRESS));
  window.addEventListener("beforeunload", () => hold(PRESS)); // an update must not stop the load of the next page
  document.addEventListener("table-beat", () => hold(BEAT)); // motion.js shows plies one after the other
  for (const end of ["pointerup", "pointercancel", "keydown"]) document.addEventListener(end, () => hold(CLICK));

  const recheck = () => {
    pass("doubted");
    refresh();
  };

  const refresh = async () => {
    if (reader !== "IDLE" || held || isTyping()) return; // a running request will bring the news
    if (unsent) return resend();
    fetching.abort();
    fetching = new AbortController();
    const { signal } = fetching;
    pass("sent");
    fetchedAt = Date.now();
    const headers = { "HX-Request": "true", "If-None-Match": `"${part().dataset.key}"`, ...knownBlocks() };
    const answer = await fetch(address(), { headers, signal }).catch(() => null);
    const html = await answer?.text().catch(() => null);
    if (signal.aborted) return;
    if (html == null || answer.status >= 500 || (held && answer.status !== NOT_MODIFIED)) {
      pass("doubted"); // fetched later: on release, or by the socket or the poll
      return;
    }
    if (answer.status !== NOT_MODIFIED) show(html);
    if (isStale()) refresh();
  };

  const show = (html) => {
    if (!isPart(html)) {
      location.replace(address()); // another page, such as the log-in, or the board of a table that has just started
      return;
    }
    leave();
    window.htmx.swap(part(), html, SWAP, { select: `#${part().id}`, selectOOB: "#next-table" });
  };

  // What the page shows, for the server to send only what is new (games/pages/blocks.py).
  const knownBlocks = () => {
    const keys = [...part().querySelectorAll("[data-key]")].map((block) => block.dataset.key);
    return { "Known-Blocks": keys.join(" ") };
  };

  // The socket

  let socket = null;
  let wasOpen = false; // before
  let retry = RETRY_FIRST;
  let timer = 0;

  const connect = () => {
    clearTimeout(timer);
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    socket = new WebSocket(`${scheme}//${location.host}/ws/${table ? `tables/${table}/` : ""}`);
    socket.addEventListener("open", opened);
    socket.addEventListener("message", (message) => {
      const nudge = JSON.parse(message.data);
      if (nudge.type === "now") compare(nudge);
      else if (table && nudge.type === "talk.changed") hintTalk(nudge);
      else hear(nudge);
    });
    socket.addEventListener("close", closed);
  };

  // The talk is not part of this script: talk.js fetches it.
  const hintTalk = (nudge) => document.dispatchEvent(new CustomEvent("talk-hint", { detail: nudge }));

  const opened = () => {
    retry = RETRY_FIRST;
    if (wasOpen) recheck(); // something may have happened without a socket
    wasOpen = true;
  };

  // The first message: what the page shows if nothing has happened since it was sent.
  const compare = ({ ply, line, waiting }) => {
    if (line != null) hintTalk({ table, line });
    const isNews = table ? ply > Number(part().dataset.ply) || !isBoard : String(waiting) !== part().dataset.waiting;
    if (isNews) recheck();
  };

  const closed = (event) => {
    if (event.code === OUT) document.dispatchEvent(new CustomEvent("logged-out")); // for session.js
    if (event.code === OUT || event.code === MISSING || event.target !== socket) return;
    timer = setTimeout(connect, retry * (0.75 + Math.random() / 2)); // not all browsers at the same time
    retry = Math.min(retry * 2, RETRY_MOST);
  };

  let hiddenSince = 0;
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") {
      hiddenSince = Date.now();
    } else if (socket?.readyState > WebSocket.OPEN) {
      connect();
    } else if (Date.now() - hiddenSince > ASLEEP) {
      recheck();
    }
  });
  document.addEventListener("DOMContentLoaded", connect); // htmx is loaded after this script
  setInterval(() => {
    const isDeaf = socket?.readyState !== WebSocket.OPEN;
    const isOld = Date.now() - fetchedAt > LOOK;
    if ((isDeaf || isOld || isStale()) && document.visibilityState === "visible") refresh();
    if (isDeaf && document.visibilityState === "visible") hintTalk();
  }, POLL);

  // Requests of the reader: none while a move is being posted

  document.addEventListener("htmx:confirm", (event) => {
    if (reader === "POSTING") event.preventDefault();
  });
  // A second press in the same place is meant for the old button: a new one under the finger ignores it
  // for a moment, like the second click of a double click.
  let press = { id: "", x: 0, y: 0, shown: 0 }; // the latest: target, position, and when its result was shown
  document.addEventListener("click", (event) => {
    const control = event.target.closest("a, button");
    if (!control || !part().contains(control)) return;
    const isThere = Math.hypot(event.clientX - press.x, event.clientY - press.y) < NEAR;
    const isNew = isThere && control.id !== press.id && Date.now() - press.shown < DEAD;
    if (event.detail < 2 && !(event.detail && isNew && control.matches("button"))) {
      press = { id: control.id, x: event.clientX, y: event.clientY, shown: 0 };
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }, true);
  document.addEventListener("htmx:configRequest", ({ detail }) => {
    Object.assign(detail.headers, knownBlocks());
    detail.path = detail.path.split("#")[0]; // the fragment is for pages without scripts; here it must not scroll
  });
  document.addEventListener("htmx:beforeRequest", ({ detail }) => {
    fetching.abort();
    unsent = null;
    pass("sent");
    reader = detail.requestConfig.verb === "post" ? "POSTING" : "READING";
  });
  // A replaced request ends before the next one is sent: at most one runs.
  document.addEventListener("htmx:afterRequest", ({ detail }) => {
    reader = "IDLE";
    if (detail.successful && isStale()) refresh();
  });
  for (const failure of ["htmx:sendError", "htmx:timeout"]) {
    document.addEventListener(failure, ({ detail }) => keep(detail.requestConfig));
  }
  document.addEventListener("focusout", () => setTimeout(() => isStale() && refresh()));

  // Answers

  let before = null; // the state before a swap: open details, fields, focus, question

  // motion.js compares the part before and after.
  const say = (what) => document.dispatchEvent(new CustomEvent(what));

  const look = () => ({
    folds: new Map([...part().querySelectorAll("details[id]")].filter(isTurned).map((fold) => [fold.id, fold.open])),
    fields: new Map([...part().querySelectorAll(FIELDS)].filter(isTouched).map((field) => [field.id, stateOf(field)])),
    scrolled: SCROLLED.map((css) => document.querySelector(css)).map((box) => [box?.scrollLeft ?? 0, box?.scrollTop ?? 0]),
    hadFocus: part().contains(document.activeElement),
    told: told(),
  });

  // Folds that the reader has opened or closed; all others are as the server sends them.
  const folds = new Map();
  const isTurned = (fold) => fold.open !== folds.get(fold.id);
  const noteFolds = () => {
    folds.clear();
    for (const fold of part().querySelectorAll("details[id]")) folds.set(fold.id, fold.open);
  };
  noteFolds();

  const leave = () => {
    say("table-leaves");
    before = look();
  };

  const isTick = (field) => field.matches("[type=checkbox], [type=radio]");
  const stateOf = (field) => (isTick(field) ? field.checked : field.value);
  const isTouched = (field) => {
    if (isTick(field)) return field.checked !== field.defaultChecked;
    return field.matches("select") ? !field.selectedOptions[0]?.defaultSelected : field.value !== field.defaultValue;
  };

  // After somebody else's move, restores open folds, scroll positions and filled fields.
  const putBack = (isUnasked) => {
    noteFolds();
    for (const fold of part().querySelectorAll("details[id]")) fold.open = before.folds.get(fold.id) ?? fold.open;
    for (const field of isUnasked ? part().querySelectorAll(FIELDS) : []) {
      const state = before.fields.get(field.id) ?? stateOf(field);
      if (isTick(field)) field.checked = state;
      else field.value = state;
    }
    SCROLLED.forEach((css, at) => document.querySelector(css)?.scrollTo(...before.scrolled[at]));
  };

  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    if (detail.target !== part()) return;
    leave();
    detail.isError = false; // a refusal with the board is shown like any other response
    detail.shouldSwap = isPart(detail.serverResponse);
    if (!detail.shouldSwap) goOrSay(detail);
  });

  // The response is another page, such as an error page.
  const goOrSay = ({ requestConfig, xhr }) => {
    if (requestConfig.verb === "get" && xhr.status < 500) location.assign(requestConfig.path);
    else if (AWAY.includes(xhr.status)) keep(requestConfig);
    else sayNoAnswer("error");
  };

  // A request that did not arrive: the page says so, and sends it again until it arrives or the reader chooses otherwise.
  // If the server has got it already, the repeat changes nothing.
  let unsent = null;

  const keep = (request) => {
    unsent = request;
    sayNoAnswer(`${navigator.onLine ? "unreachable" : "offline"}-${request.verb}`);
    setTimeout(again, AGAIN);
  };

  const again = () => {
    if (!unsent) return;
    recheck();
    if (unsent) setTimeout(again, AGAIN); // the reader presses or types
  };

  const resend = () => {
    const { elt, triggeringEvent } = unsent;
    const pressed = triggeringEvent?.submitter ?? elt;
    unsent = null;
    if (pressed.isConnected) pressed.click();
    else recheck();
  };

  const sayNoAnswer = (why) => {
    const words = byId("no-answer")?.content.firstElementChild.cloneNode(true);
    if (!words || byId(words.id)?.dataset.why === why) return;
    byId(words.id)?.remove();
    words.dataset.why = why;
    words.replaceChildren(...words.querySelectorAll(`[data-no-answer="${why}"]`));
    (document.querySelector(".action-bar") ?? part()).prepend(words);
    words.focus({ preventScroll: true });
  };

  // The first choice gets an entry in the history, which others replace: Back undoes the choice before it leaves the table.
  let choice = location.search; // of the part that is shown
  let hasEntry = false;

  document.addEventListener("htmx:beforeHistoryUpdate", ({ detail }) => {
    if (!isBoard || hasEntry || choice || !detail.history.path.includes("?")) return;
    history.scrollRestoration = "manual";
    detail.history.type = "push";
    hasEntry = true;
  });
  const closeChoice = () => {
    choice = location.search;
    if (hasEntry && !choice) history.back();
  };
  window.addEventListener("popstate", (event) => {
    if (!isBoard || location.pathname + location.search !== address()) return;
    event.stopImmediatePropagation(); // htmx would load the whole page
    hasEntry = Boolean(location.search);
    if (choice !== location.search) recheck();
  });

  document.addEventListener("htmx:afterSettle", ({ target, detail }) => {
    if (target !== part() || !before) return;
    const { verb, elt } = detail.requestConfig ?? {}; // none if the reader did not ask for it
    if (part().querySelector("[hx-preserve]")) location.reload(); // a block is gone, such as by an extension of the browser
    putBack(!elt);
    if (verb === "post") history.replaceState(null, "", location.pathname); // the choice is complete
    closeChoice();
    moveFocus(elt?.dataset.focus);
    announce();
    if (verb !== "get") hold(BEAT);
    if (elt) press.shown = Date.now();
    before = null;
    say("table-comes");
  });

  // Moves the focus to the problem, to the element that a link names, or to the question if the focus was lost.
  const moveFocus = (id) => {
    const named = byId("problem") ?? (id ? byId(id) : null); // an empty data-focus names nothing
    const isLost = before.hadFocus && document.activeElement === document.body;
    const isBox = !named?.matches(CONTROLS) || named.matches(BOXES);
    const next = (isBox ? named?.querySelector(CONTROLS) : named) ?? (isLost && byId("asked"));
    if (!next) return;
    next.focus({ preventScroll: true });
    reveal(next.matches(":focus-visible") ? next : (named ?? next));
  };

  // Scrolls as little as possible: nothing is behind the bar, and visible elements don't move.
  const reveal = (place) => {
    if (!place.matches(CONTROLS) && place.id === "field") return;
    place.scrollIntoView({ block: "nearest", inline: "nearest" });
  };

  // For screen readers: the latest ply, if it is new, and the question.
  const told = () => [byId("last-word"), byId("asked")].map((line) => line?.textContent.trim() ?? "");

  const announce = () => {
    const [word, question] = told();
    const isRead = byId("asked") === document.activeElement; // the focus reads the question
    const news = [word !== before.told[0] && word, !isRead && question !== before.told[1] && question];
    if (news.some(Boolean)) byId("announcement").textContent = news.filter(Boolean).join(" ");
  };
})();
