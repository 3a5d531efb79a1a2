// The link of an open table: a button that copies it, and one that opens the device's share menu.
(() => {
  "use strict";
  const show = () => {
    for (const button of document.querySelectorAll("[data-copy]")) button.hidden = false;
    for (const button of document.querySelectorAll("[data-share]")) button.hidden = !navigator.share;
  };

  const copy = async (button) => {
    const field = document.getElementById(button.dataset.copy);
    try {
      await navigator.clipboard.writeText(field.value);
    } catch {
      field.select(); // without TLS, as in a home network, only the old API works
      if (!document.execCommand("copy")) return;
    }
    const status = button.parentElement.querySelector("[data-copied]");
    status.textContent = status.dataset.copied;
  };

  document.addEventListener("click", ({ target }) => {
    const button = target.closest?.("[data-copy], [data-share]");
    if (button?.dataset.copy) copy(button);
    if (button?.dataset.share) navigator.share({ title: button.dataset.shareTitle, url: button.dataset.share }).catch(() => {});
  });
  show();
  document.addEventListener("htmx:afterSettle", show); // the page is redrawn when somebody joins
})();
