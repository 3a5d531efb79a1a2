// Steps through a table without reloading the page: by links, slider, keys and automatic play. It fetches
// the same pages as the plain links; motion.js animates what a ply has moved.
(() => {
  "use strict";
  const part = () => document.getElementById("table");
  const byId = (id) => document.getElementById(id);
  const KEYS = { ArrowLeft: "replay-back", ArrowRight: "replay-forward", Home: "replay-first", End: "replay-last" };
  const TAKES_KEYS = "input, select, textarea, summary, [contenteditable], #table [tabindex]";

  let isGoing = false; // a request is running
  let timer = 0; // of the next ply; 0: automatic play is off
  let speed = ""; // as chosen by the reader

  // With `isSame` the same ply is fetched again: nothing is animated or announced.
  const go = async (address, isSame = false) => {
    isGoing = true;
    const hasCome = await window.loadPart(address, { isStill: isSame });
    if (!hasCome) return; // another request has begun
    isGoing = false;
    arrive();
    if (!isSame) byId("announcement").textContent = byId("replay-line").textContent.trim();
  };

  // Automatic play: one ply after another, until the end or until the reader does something else.
  const isRunning = () => timer !== 0;
  const halt = () => {
    clearTimeout(timer);
    timer = 0;
    show();
  };
  const run = () => {
    const next = byId("replay-forward");
    if (!next) return halt();
    timer = setTimeout(async () => {
      await go(next.href);
      if (isRunning()) run();
    }, Number(byId("replay-speed").value));
    show();
  };
  const show = () => byId("replay-run").setAttribute("aria-pressed", String(isRunning()));

  const arrive = () => {
    if (speed) byId("replay-speed").value = speed;
    const [log, line] = [byId("log"), byId("log").querySelector("[aria-current]")];
    if (line) log.scrollTop += line.getBoundingClientRect().top - log.getBoundingClientRect().top - log.clientHeight / 2;
    show();
  };

  document.addEventListener("click", (event) => {
    const control = event.target.closest("a[href], button");
    if (!control || !part().contains(control) || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (control.id === "replay-run") {
      if (isRunning()) halt();
      else if (byId("replay-forward")) run();
      return;
    }
    if (control.pathname !== location.pathname || !control.search) return;
    event.preventDefault();
    halt();
    const plays = new URL(control.href).searchParams.has("play");
    go(control.href).then(() => plays && run());
  });

  document.addEventListener("change", ({ target }) => {
    if (target.id === "replay-speed") speed = target.value;
    if (target.id === "replay-speed" || !target.closest(".replay__slider")) return;
    halt();
    go(`${location.pathname}?${new URLSearchParams(new FormData(target.form))}`);
  });

  document.addEventListener("keydown", (event) => {
    const link = byId(KEYS[event.key]);
    if (!link || event.altKey || event.ctrlKey || event.metaKey || event.target.closest(TAKES_KEYS)) return;
    event.preventDefault();
    link.click();
  });

  // While the game runs, a socket reports new plies: the current page is fetched again, with its
  // new end. It waits while the reader uses the controls; automatic play fetches the end anyway.
  const RETRY_FIRST = 1000; // milliseconds, doubled with every failure
  const RETRY_MOST = 30000;
  const BUSY = 1000; // milliseconds until the next check whether the reader is done
  const OUT = 4401; // close codes: the reader was logged out; there is no such table, or it is not open to the reader
  const MISSING = 4404;
  let retry = RETRY_FIRST;
  let waiting = 0;

  const renew = () => {
    clearTimeout(waiting);
    if (isRunning()) return;
    const isBusy = isGoing || part().matches(":active") || document.activeElement.closest("#play-on");
    if (isBusy) waiting = setTimeout(renew, BUSY);
    else go(location.href, true);
  };
  const connect = () => {
    const socket = new WebSocket(`${location.origin.replace(/^http/, "ws")}/ws/tables/${part().dataset.table}/`);
    socket.addEventListener("open", () => {
      if (retry > RETRY_FIRST) renew(); // something may have happened since the last socket closed
      retry = RETRY_FIRST;
    });
    socket.addEventListener("message", ({ data }) => {
      const nudge = JSON.parse(data);
      const isNews = String(nudge.table) === part().dataset.table && nudge.ply - 1 > Number(part().dataset.last);
      if (nudge.type !== "talk.changed" && isNews) renew();
    });
    socket.addEventListener("close", ({ code }) => {
      if (code === OUT) location.reload();
      if (code === OUT || code === MISSING || !("running" in part().dataset)) return;
      setTimeout(connect, retry * (0.75 + Math.random() / 2)); // not all browsers at the same time
      retry = Math.min(retry * 2, RETRY_MOST);
    });
  };

  arrive();
  if ("running" in part().dataset) connect();
  if (new URLSearchParams(location.search).has("play")) run();
})();
