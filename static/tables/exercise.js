// In lessons and puzzles, a choice or move replaces only the part that changes. The board stays where the reader has
// scrolled it, then the hand pans to the chosen card, and the board, but not the page, to the latest move.
(() => {
  "use strict";
  const CONTROLS = "a[href], button, input:not([type=hidden]), select";
  const byId = (id) => document.getElementById(id);

  const pan = () => {
    document.querySelector(".action-bar__hand [aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
    const field = byId("field");
    const latest = field.querySelector(".ply-mark--last")?.parentElement ?? field.querySelector("[data-goes=box]");
    if (!latest) return;
    let top = 0; // where it will be: it may still fly
    for (let one = latest; one && one !== field; one = one.offsetParent) top += one.offsetTop;
    const spare = field.clientHeight - latest.offsetHeight;
    if (top < field.scrollTop || top > field.scrollTop + spare) field.scrollTop = top - spare / 2;
  };

  // `focus` names what gets the focus: a control, or an element with one. Otherwise the answer gets it, and is read out.
  const show = async (address, focus, options) => {
    if (!(await window.loadPart(address, options))) return;
    const named = byId("problem") ? null : byId(focus);
    const control = named?.matches(CONTROLS) ? named : named?.querySelector(CONTROLS);
    (control ?? byId("problem") ?? byId("asked")).focus({ preventScroll: true });
    pan();
  };

  document.addEventListener("click", (event) => {
    const link = event.target.closest("#table a[href]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || link.pathname !== location.pathname) return;
    if (link.getAttribute("href").startsWith("#")) return;
    event.preventDefault();
    show(link.href, link.dataset.focus);
  });

  document.addEventListener("submit", (event) => {
    const { target, submitter } = event;
    if (new URL(submitter?.formAction ?? target.action).pathname !== location.pathname) return;
    event.preventDefault();
    const body = new FormData(target);
    if (submitter?.name) body.append(submitter.name, submitter.value);
    show(target.action, submitter?.dataset.focus, { method: "POST", body });
  });

  pan();
  document.fonts.ready.then(pan); // the words below the board may need more lines in their own typeface
})();
