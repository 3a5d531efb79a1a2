// Lists of the admin by keyboard: Up and Down go from row to row, Home and End to the ends.
// Without it, everything can be reached with Tab.
"use strict";

document.addEventListener("keydown", (event) => {
  const list = document.getElementById("result_list");
  if (!list || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const region = list.closest(".results");
  if (!region.contains(document.activeElement)) return;
  const links = [...list.tBodies[0].rows].map((row) => row.querySelector("a")).filter(Boolean);
  const row = document.activeElement.closest("tbody tr");
  const here = row ? links.findIndex((link) => row.contains(link)) : -1;
  const steps = { ArrowDown: here + 1, ArrowUp: here - 1, Home: 0, End: links.length - 1 };
  const link = links[steps[event.key]];
  if (!link) return;
  event.preventDefault();
  link.focus();
});
