// Each choice or move in a lesson or puzzle loads the page again. What the reader had scrolled on it stays, then the hand
// pans to the chosen card, and the board, but not the page, to the latest move.
const field = document.getElementById("field");
const boxes = document.querySelectorAll("#field, #board, .action-bar__hand");
const stored = `panned ${location.pathname}`;
(JSON.parse(sessionStorage.getItem(stored)) ?? []).forEach((at, box) => boxes[box]?.scrollTo(...at));
addEventListener("pagehide", () => sessionStorage.setItem(stored, JSON.stringify([...boxes].map((box) => [box.scrollLeft, box.scrollTop]))));
document.querySelector(".action-bar__hand [aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
const pan = () => {
  const latest = field.querySelector(".ply-mark--last")?.parentElement ?? field.querySelector("[data-goes=box]");
  if (!latest) return;
  let top = 0; // where it will be: it may still fly
  for (let one = latest; one && one !== field; one = one.offsetParent) top += one.offsetTop;
  const spare = field.clientHeight - latest.offsetHeight;
  if (top < field.scrollTop || top > field.scrollTop + spare) field.scrollTop = top - spare / 2;
};
pan();
document.fonts.ready.then(pan); // the words below the board may need more lines in their own typeface
