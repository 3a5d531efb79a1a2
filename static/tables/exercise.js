// Each choice or move in a lesson or puzzle loads the page again: pans the hand to the chosen card, and the board, but not
// the page, to the latest move.
document.querySelector(".action-bar__hand [aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
for (const ground of document.querySelectorAll("#field, #board")) {
  const place = ground.querySelector(".ply-mark--last")?.parentElement.getBoundingClientRect();
  const seen = ground.getBoundingClientRect();
  if (place && (place.top < seen.top || place.bottom > seen.bottom)) ground.scrollTop += place.top - seen.top - (seen.height - place.height) / 2;
}
