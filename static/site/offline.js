// Stores in the browser when the site was last reached and which tables waited, and shows both on the page of the
// service worker while the site cannot be reached. forget.js deletes them when nobody is logged in.
(() => {
  "use strict";
  const KEY = "online:seen";
  const waiting = document.currentScript.dataset.waiting; // the number of tables; undefined on the offline page

  const read = () => {
    try {
      return JSON.parse(localStorage.getItem(KEY)) || {};
    } catch {
      return {};
    }
  };

  const note = () => {
    const list = document.getElementById("my-tables");
    const rows = list ? [...list.querySelectorAll(".table-row--yours")] : [];
    const named = rows.map((row) => row.querySelector(".table-row__title").textContent.trim());
    const count = Number(waiting);
    const tables = list ? named : (read().tables || []).slice(0, count);
    try {
      localStorage.setItem(KEY, JSON.stringify({ when: Date.now(), count, tables }));
    } catch {
      // a browser that stores nothing
    }
    // Once it is registered, the browser looks for updates.
    if ("serviceWorker" in navigator && !navigator.serviceWorker.controller) {
      addEventListener("load", () => navigator.serviceWorker.register("/worker.js").catch(() => {}));
    }
  };

  const show = () => {
    const { when, count, tables } = read();
    if (!when) return;
    const words = document.querySelector("[data-offline]");
    const time = words.querySelector("time");
    time.dateTime = new Date(when).toISOString();
    time.textContent = new Date(when).toLocaleString(document.documentElement.lang, { dateStyle: "full", timeStyle: "short", hourCycle: "h23" });
    words.querySelector(count ? "[data-some]" : "[data-none]").hidden = false;
    if (count) words.querySelector("strong").textContent = count;
    const item = (text) => Object.assign(document.createElement("li"), { textContent: text });
    document.querySelector("[data-offline-tables]").replaceChildren(...(tables || []).map(item));
    words.hidden = false;
  };

  // The worker shows the page in place of another one, which is loaded as soon as the site responds.
  const goOn = async () => {
    const answer = await fetch(location, { method: "HEAD", cache: "no-store" }).catch(() => null);
    if (answer?.status < 500) location.reload();
  };

  if (waiting !== undefined) {
    note();
    return;
  }
  show();
  if (location.pathname === "/offline/") return;
  addEventListener("online", goOn);
  setInterval(goOn, 5000);
})();
