// Draws the reader's part of a table's chance: 32 digits that the site can't choose. They are shown, and can
// be changed before the form is sent.
(() => {
  "use strict";
  const digits = () => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const fill = () => {
    for (const field of document.querySelectorAll("[data-nonce]")) if (!field.value) field.value = digits();
  };
  fill();
  document.addEventListener("htmx:afterSettle", fill); // the page of an open table is redrawn when somebody joins
})();
