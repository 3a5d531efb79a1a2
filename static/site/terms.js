// Shows the note of a term (partials/terms.html) under a mouse, too. A press pins the note.
(() => {
  "use strict";
  const REST = 300; // milliseconds that the mouse must rest on the word
  let timer = 0;
  let hovered = null; // the word whose note is open because of the mouse

  const noteOf = (term) => document.getElementById(term.getAttribute("popovertarget"));
  const isOpen = (note) => note.matches(":popover-open");
  const open = (term) => {
    if (!term.isConnected || isOpen(noteOf(term))) return;
    noteOf(term).showPopover({ source: term });
    hovered = term;
  };

  document.addEventListener("pointerover", ({ target, pointerType }) => {
    const term = pointerType === "mouse" && target.closest(".term");
    if (!term || term === hovered) return;
    clearTimeout(timer);
    timer = setTimeout(() => open(term), REST);
  });
  document.addEventListener("pointerout", ({ target, relatedTarget }) => {
    const term = target.closest(".term, .term__means");
    if (!term || relatedTarget?.closest?.(".term, .term__means")) return; // the mouse may go to the note
    clearTimeout(timer);
    if (hovered?.isConnected && isOpen(noteOf(hovered))) noteOf(hovered).hidePopover();
    hovered = null;
  });
  document.addEventListener("click", (event) => {
    const term = event.target.closest(".term");
    clearTimeout(timer);
    if (!term || term !== hovered) return;
    if (isOpen(noteOf(term))) event.preventDefault(); // it stays
    hovered = null;
  });
})();
