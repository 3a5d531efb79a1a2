// Keeps an open page fresh, and the keyboard in its place when a part of the page is replaced.
// A socket says that something has changed, and the page fetches its own part anew; the socket carries no game data.
// While it is down, the page looks by itself once in a while; and seldom even while it is there.
(() => {
  "use strict";
  const RETRY_FIRST = 1000; // milliseconds, doubled with every failure
  const RETRY_MOST = 30000;
  const POLL = 60000; // while the socket is down, or after an answer that failed
  const LOOK = 300000; // while the socket is there: the server may have died before it could say anything
  const ASLEEP = 60000; // hidden for so long, a page may have lost its socket without being told
  const PRESS = 10000; // the longest that a finger or button of the mouse holds the page still
  const CLICK = 100; // after it is lifted: the click of a finger comes a little later
  const OUT = 4401; // the server's word for a reader who was logged out
  const MISSING = 4404; // the server's word for a table that one may not see
  const SWAP = { swapStyle: "outerHTML", swapDelay: 0, settleDelay: 0 };
  const CONTROLS = "a[href], button:not(:disabled), input:not([type=hidden]), select, textarea, [tabindex]";

  const FIELDS = ["input[id]:not([type=hidden])", "select[id]", "textarea[id]"].join();

  const byId = (id) => document.getElementById(id);
  const part = () => document.querySelector("#table, [data-live]");
  if (!part()) return;
  const table = part().dataset.table;
  const isBoard = part().id === "table";
  // A refused move that came without scripts is answered at the address of moves, which knows nothing but posts.
  const address = () => (isBoard ? `/tables/${table}/` : location.pathname) + location.search;

  // What has been heard, and what is shown

  let told = 0; // nudges about what is shown
  let known = 0; // how many of them had come when the latest request went out
  let newest = 0; // the ply of the latest nudge about this table
  let looked = Date.now(); // when the page was last fetched
  let pending = 0; // requests of the reader's under way
  let isPosting = false;

  const isPart = (html) => html.includes(`id="${part().id}"`);
  const isStale = () => told > known && (!isBoard || known < 0 || newest > Number(part().dataset.ply));

  const hear = (nudge) => {
    if (isBoard && String(nudge.table) !== table) {
      recheck(); // another table of the reader's: only the way there has changed
      return;
    }
    told += 1;
    newest = Math.max(newest, nudge.ply);
    if (isStale()) refresh();
  };

  // Fetching the part anew, unasked: whatever the reader does goes before it

  let fetching = new AbortController();

  const isTyping = () => {
    const field = document.activeElement;
    return field.matches("input:not([type=hidden], [readonly]), textarea, select") && part().contains(field);
  };

  // Whoever has something under the finger keeps it there: what is swapped between press and release loses the click.
  let held = 0; // the timer that lets go
  const hold = (milliseconds) => {
    clearTimeout(held);
    held = setTimeout(() => {
      held = 0;
      if (isStale()) refresh();
    }, milliseconds);
  };
  document.addEventListener("pointerdown", () => hold(PRESS));
  for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, () => hold(CLICK));

  const recheck = () => {
    known = -1; // whatever was told, something may have happened
    refresh();
  };

  const refresh = async () => {
    if (pending || held || isTyping()) return; // an answer under way will be fresh
    fetching.abort();
    fetching = new AbortController();
    const { signal } = fetching;
    known = told;
    looked = Date.now();
    const options = { headers: { "HX-Request": "true" }, signal };
    const answer = await fetch(address(), options).catch(() => null);
    const html = await answer?.text().catch(() => null);
    if (signal.aborted) return;
    if (html == null || answer.status >= 500 || held) {
      known = -1; // still to be fetched: on letting go, or when the socket or the clock asks again
      return;
    }
    show(html);
    if (isStale()) refresh();
  };

  const show = (html) => {
    if (!isPart(html)) {
      location.replace(address()); // the way to log in, say, or the board of a table that has just started
      return;
    }
    const page = new DOMParser().parseFromString(html, "text/html");
    if (isShown(page.getElementById(part().id))) {
      swapFrame(page); // no page moves under a hand for nothing
    } else {
      before = look();
      window.htmx.swap(part(), html, SWAP, { select: `#${part().id}`, selectOOB: "#next-table" });
    }
  };

  // A list carries no ply: it is compared as it is, but for the tokens of its forms, which differ each time.
  const bare = (list) => {
    const copy = list.cloneNode(true);
    for (const token of copy.querySelectorAll("[type=hidden]")) token.remove();
    return copy;
  };
  const isShown = (fresh) =>
    isBoard ? fresh.dataset.ply === part().dataset.ply : bare(fresh).isEqualNode(bare(part()));

  const swapFrame = (page) => {
    document.title = page.title;
    byId("next-table").replaceWith(page.getElementById("next-table"));
  };

  // The socket

  let socket = null;
  let retry = RETRY_FIRST;
  let timer = 0;

  const connect = () => {
    clearTimeout(timer);
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    socket = new WebSocket(`${scheme}//${location.host}/ws/${table ? `tables/${table}/` : ""}`);
    socket.addEventListener("open", opened);
    socket.addEventListener("message", (message) => {
      const nudge = JSON.parse(message.data);
      if (table && nudge.type === "talk.changed") hintTalk(nudge);
      else hear(nudge);
    });
    socket.addEventListener("close", closed);
  };

  // What is said at a table is no part of ours: talk.js looks for it.
  const hintTalk = (nudge) => document.dispatchEvent(new CustomEvent("talk-hint", { detail: nudge }));

  const opened = () => {
    retry = RETRY_FIRST;
    hintTalk();
    recheck(); // something may have happened before the socket was there
  };

  const closed = (event) => {
    if (event.code === OUT) location.reload();
    if (event.code === OUT || event.code === MISSING || event.target !== socket) return;
    timer = setTimeout(connect, retry * (0.75 + Math.random() / 2)); // not all browsers at the same moment
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
  document.addEventListener("DOMContentLoaded", connect); // htmx stands further down in the head
  setInterval(() => {
    const isDeaf = socket?.readyState !== WebSocket.OPEN;
    const isOld = Date.now() - looked > LOOK;
    if ((isDeaf || isOld || isStale()) && document.visibilityState === "visible") refresh();
    if (isDeaf && document.visibilityState === "visible") hintTalk();
  }, POLL);

  // Requests: nothing goes out while a move is on its way

  document.addEventListener("htmx:confirm", (event) => {
    if (isPosting) event.preventDefault();
  });
  // The second half of a double click would hit the button that has just appeared in the same place.
  document.addEventListener("click", (event) => {
    if (event.detail < 2 || !part().contains(event.target.closest("a, button"))) return;
    event.preventDefault();
    event.stopPropagation();
  }, true);
  document.addEventListener("htmx:configRequest", ({ detail }) => {
    detail.path = detail.path.split("#")[0]; // a fragment is for pages without scripts: here nothing scrolls
  });
  document.addEventListener("htmx:beforeRequest", ({ detail }) => {
    fetching.abort();
    pending += 1;
    known = told;
    isPosting = detail.requestConfig.verb === "post";
  });
  document.addEventListener("htmx:afterRequest", ({ detail }) => {
    pending -= 1;
    isPosting = false;
    if (detail.successful && isStale()) refresh();
  });
  document.addEventListener("htmx:sendError", () => sayNoAnswer());
  document.addEventListener("focusout", () => setTimeout(() => isStale() && refresh()));

  // Answers

  let before = null; // what was open, in focus and asked

  const look = () => ({
    folds: new Map([...part().querySelectorAll("details[id]")].map((fold) => [fold.id, fold.open])),
    fields: new Map([...part().querySelectorAll(FIELDS)].filter(isTouched).map((field) => [field.id, stateOf(field)])),
    scrolled: byId("log")?.scrollTop ?? 0,
    hadFocus: part().contains(document.activeElement),
    question: byId("asked")?.textContent,
  });

  const isTick = (field) => field.matches("[type=checkbox], [type=radio]");
  const stateOf = (field) => (isTick(field) ? field.checked : field.value);
  const isTouched = (field) => {
    if (isTick(field)) return field.checked !== field.defaultChecked;
    return field.matches("select") ? !field.selectedOptions[0]?.defaultSelected : field.value !== field.defaultValue;
  };

  // What the reader has opened, and what was filled in but not sent when somebody else's move came between.
  const putBack = (isUnasked) => {
    for (const fold of part().querySelectorAll("details[id]")) fold.open = before.folds.get(fold.id) ?? fold.open;
    for (const field of isUnasked ? part().querySelectorAll(FIELDS) : []) {
      const state = before.fields.get(field.id) ?? stateOf(field);
      if (isTick(field)) field.checked = state;
      else field.value = state;
    }
    if (byId("log")) byId("log").scrollTop = before.scrolled;
  };

  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    if (detail.target !== part()) return;
    before = look();
    detail.isError = false; // a refusal that comes with the board is shown like any other answer
    detail.shouldSwap = isPart(detail.serverResponse);
    if (!detail.shouldSwap) goOrSay(detail);
  });

  // The answer is a page of its own, such as an error.
  const goOrSay = ({ requestConfig, xhr }) => {
    if (requestConfig.verb === "get" && xhr.status < 500) location.assign(requestConfig.path);
    else sayNoAnswer();
  };

  const sayNoAnswer = () => {
    const words = byId("no-answer")?.content.firstElementChild.cloneNode(true);
    if (!words) return;
    byId(words.id)?.remove();
    (document.querySelector(".action-bar") ?? part()).prepend(words);
    words.focus({ preventScroll: true });
  };

  document.addEventListener("htmx:afterSettle", ({ target, detail }) => {
    if (target !== part() || !before) return;
    const { verb, elt } = detail.requestConfig ?? {}; // none if nobody asked
    putBack(!elt);
    if (verb === "post") history.replaceState(null, "", location.pathname); // the choice is over
    moveFocus(elt?.dataset.focus);
    announce();
    before = null;
  });

  // To what was refused, to where a link says, or to the question if what had the focus is gone.
  const moveFocus = (id) => {
    const named = byId("problem") ?? (id && byId(id));
    const isLost = before.hadFocus && document.activeElement === document.body;
    const next = named?.matches(CONTROLS) ? named : (named?.querySelector(CONTROLS) ?? (isLost && byId("asked")));
    if (!next) return;
    next.focus({ preventScroll: true });
    reveal(next.matches(":focus-visible") ? next : (named ?? next));
  };

  // Scrolls no further than it must, and not at all for what is in the bar, which is always in sight.
  const reveal = (place) => {
    const bar = document.querySelector(".action-bar");
    if (bar?.contains(place)) return;
    const { top, bottom } = place.getBoundingClientRect();
    const end = bar ? bar.getBoundingClientRect().top : window.innerHeight;
    const isInSight = place.matches(CONTROLS) ? top > 0 && bottom < end : top < end && bottom > 0;
    if (!isInSight) place.scrollIntoView({ block: "nearest" });
  };

  const announce = () => {
    const question = byId("asked");
    if (!question || question === document.activeElement || question.textContent === before.question) return;
    byId("announcement").textContent = question.textContent.trim();
  };
})();
