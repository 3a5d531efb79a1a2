// Draws the reader's part of a table's chance: 32 digits that the site can't choose. They can be changed before they are
// sent. Until the site has answered, the browser keeps them, so that a second try sends the same part.
(() => {
  "use strict";
  const digits = () => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const name = (address) => `part of chance ${address}`;
  const keep = (form, field) => {
    try {
      localStorage.setItem(name(form.getAttribute("action")), field.value);
    } catch { /* this browser keeps nothing */ }
  };
  const kept = (form) => {
    try {
      return localStorage.getItem(name(form.getAttribute("action")));
    } catch {
      return null;
    }
  };
  const once = (form) => { // a table against bots begins with this; if the site refuses it, the page shows why
    if (document.referrer === form.action) return;
    form.requestSubmit();
  };
  const send = async (form) => { // the part of a player who has a seat already
    const answer = await fetch(form.action, { method: "POST", body: new FormData(form), redirect: "manual" });
    if (answer.ok || answer.type === "opaqueredirect") form.querySelector("[data-sent]").hidden = false;
  };
  const fill = () => {
    for (const field of document.querySelectorAll("[data-nonce]")) {
      const { form } = field;
      if (field.value || !form) continue;
      field.value = kept(form) ?? digits();
      keep(form, field);
      field.addEventListener("change", () => keep(form, field));
      if (form.dataset.send === "page") once(form);
      else if (form.dataset.send) send(form);
    }
    for (const field of document.querySelectorAll("[data-contributes]")) field.value = "1";
    for (const { dataset } of document.querySelectorAll("[data-part-sent]")) {
      for (const address of dataset.partSent.split(" ")) {
        try {
          localStorage.removeItem(name(address));
        } catch { /* this browser keeps nothing */ }
      }
    }
  };
  fill();
  document.addEventListener("htmx:afterSettle", fill); // the page of an open table is redrawn when somebody joins
  document.addEventListener("table-comes", fill); // a lesson's page after a move
})();
