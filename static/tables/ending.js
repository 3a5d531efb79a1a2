// The ending of a game: points that count up, and *Share* with a picture of the final board.
(() => {
  "use strict";
  const countUp = (label) => {
    const whole = label.textContent, end = Number(/\d+/.exec(whole)?.[0]), start = performance.now();
    if (!end) return;
    const step = (now) => {
      const done = Math.min(1, (now - start) / 900);
      label.textContent = done < 1 ? whole.replace(/\d+/, Math.round(end * done)) : whole;
      if (done < 1) requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  };

  // The picture goes along where the device can share files.
  const share = async ({ title, text, url, picture }) => {
    const told = { title, text, ...(url && { url }) };
    const image = await fetch(picture).then((answer) => answer.blob()).catch(() => null);
    const files = image ? [new File([image], "result.png", { type: image.type })] : [];
    if (files.length && navigator.canShare?.({ files })) told.files = files;
    await navigator.share(told).catch(() => {});
  };

  if (!matchMedia("(prefers-reduced-motion: reduce)").matches) document.querySelectorAll("[data-counts]").forEach(countUp);
  const button = document.getElementById("share");
  if (button && navigator.share) {
    button.hidden = false;
    button.nextElementSibling.hidden = true; // *Save picture* is for browsers that can't share
    button.addEventListener("click", () => share(button.dataset));
  }
})();
