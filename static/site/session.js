// Blanks the page when its reader is logged out, here or elsewhere, and reloads it.
// A page that live.js keeps up to date has its own socket.
(() => {
  "use strict";
  const OUT = 4401; // close code: a session of the reader has ended
  const RETRY = 30000; // milliseconds
  const SOON = 1000; // the cookie of a new session may still be on its way

  const blank = () => {
    document.documentElement.style.display = "none"; // live.js may still need its part
    setTimeout(() => location.replace(location.pathname + location.search), SOON);
  };
  document.addEventListener("logged-out", blank);
  if (document.querySelector("#table, [data-live]")) return;

  const connect = () => {
    const socket = new WebSocket(`${location.protocol.replace("http", "ws")}//${location.host}/ws/`);
    socket.addEventListener("close", ({ code }) => {
      if (code === OUT) blank();
      else setTimeout(connect, RETRY * (0.75 + Math.random() / 2)); // not all browsers at the same time
    });
  };
  connect();
})();
