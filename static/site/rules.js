// The list of cards on the page of the rules: filters while you type. Without it, the form does the same.
(() => {
  "use strict";
  const form = document.getElementById("card-search");
  if (!form) return;
  const cards = [...document.querySelectorAll("#card-list > li")];
  const button = form.querySelector("button");
  button.hidden = true;

  const fits = (card, words, chosen) =>
    words.every((word) => card.dataset.words.includes(word)) &&
    chosen.every(([name, value]) => card.dataset[name].split("|").includes(value));

  const show = () => {
    const asked = [...new FormData(form)].filter(([, value]) => value);
    const words = form.elements.q.value.toLowerCase().split(/\s+/).filter(Boolean);
    const chosen = asked.filter(([name]) => name !== "q");
    for (const card of cards) card.hidden = !fits(card, words, chosen);
    document.getElementById("card-count").textContent = cards.filter((card) => !card.hidden).length;
  };

  form.addEventListener("input", show);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    show();
  });
})();
