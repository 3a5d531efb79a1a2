// Proposes the browser's own time zone in a list where the reader has not chosen one yet.
"use strict";

document.querySelectorAll("select[data-guess-zone]").forEach((list) => {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const known = Array.from(list.options, (option) => option.value);
  if (list.value === "UTC" && known.includes(own)) {
    list.value = own;
  }
});
