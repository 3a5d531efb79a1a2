// Table chat: fetches lines when live.js reports new ones, sends lines without leaving the page, marks visible
// lines as read, and keeps drafts when the page is reloaded. Also sends the private note.
(() => {
  "use strict";
  const DWELL = 1500; // milliseconds after which a visible line counts as read
  const LIFTED = 100; // milliseconds to wait after a finger is lifted, because its click comes a little later
  const MENU = "details.talk__more";

  const byId = (id) => document.getElementById(id);
  const talk = byId("talk");
  const parse = (html) => new DOMParser().parseFromString(html, "text/html");
  const inPart = { "HX-Request": "true" };

  // Drafts are kept as long as the tab is open. A draft of the note has the version of the note that it began with.

  // The browser may refuse to store anything.
  const kept = (act) => {
    try {
      return act(window.sessionStorage);
    } catch {
      return null;
    }
  };
  const versionOf = (field) => field.form.elements.seen?.value ?? "";
  const remember = (field) =>
    kept((store) => store.setItem(field.dataset.draft, JSON.stringify([field.value, versionOf(field)])));
  const keep = (field) => {
    if (field.value === field.defaultValue) kept((store) => store.removeItem(field.dataset.draft));
    else remember(field);
  };
  const restore = (field) => {
    const draft = kept((store) => store.getItem(field.dataset.draft));
    if (draft === null || field.value !== field.defaultValue) return;
    const [text, version] = JSON.parse(draft);
    field.value = text;
    if (field.form.elements.seen) field.form.elements.seen.value = version;
    field.closest("details:not([open])")?.setAttribute("open", "");
  };
  document.addEventListener("input", ({ target }) => target.matches("[data-draft]") && keep(target));
  document.querySelectorAll("[data-draft]").forEach(restore);

  // Posting: the response is a part of the page, or a redirect to the log-in.

  const post = async (form) => {
    const options = { method: "POST", body: new FormData(form), headers: inPart };
    const answer = await fetch(form.action, options).catch(() => null);
    if (answer?.headers.has("HX-Redirect")) {
      location.assign(answer.headers.get("HX-Redirect"));
      return null;
    }
    return { isOk: answer?.ok ?? false, page: parse((await answer?.text().catch(() => "")) ?? "") };
  };

  const failed = () => byId("talk-failed").content.cloneNode(true);

  // Sends only one post of a form at a time; text typed meanwhile stays.
  const sendBy = (form, answered) => async (event) => {
    event.preventDefault();
    if (form.ariaBusy === "true") return;
    form.ariaBusy = "true";
    const text = form.elements.text.value;
    const answer = await post(form);
    form.ariaBusy = "false";
    if (answer) answered(answer, text);
  };

  const hearKeys = (form) => form.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) form.requestSubmit();
  });

  // The private note

  const bindNote = () => {
    const form = byId("note-form");
    if (!form) return;
    hearKeys(form);
    form.addEventListener("submit", sendBy(form, ({ isOk, page }, sent) => {
      const next = page.getElementById("note-form");
      if (!next) {
        byId("note-said").replaceChildren(failed());
        return;
      }
      const before = form.elements.text;
      const now = next.elements.text;
      if (before.value !== sent) now.value = before.value;
      const hadFocus = form.contains(document.activeElement);
      form.replaceWith(next);
      keep(now);
      if (!isOk) remember(now);
      if (hadFocus) now.focus({ preventScroll: true });
      bindNote();
    }));
  };
  bindNote();
  if (!talk) return;

  // Lines: unchanged ones stay in the page, with their open menus.

  const seen = new Map([...byId("talk-lines").children].map((line) => [line.id, line.outerHTML]));
  const numberOf = (line, name) => Number(line.dataset[name] ?? 0);

  const show = (page) => {
    const fresh = page.getElementById("talk-lines");
    if (!fresh) return;
    const lines = byId("talk-lines");
    const wanted = new Set([...fresh.children].map((line) => line.id));
    const first = fresh.firstElementChild;
    for (const line of [...lines.children]) {
      if (!wanted.has(line.id) && numberOf(line, "to") >= numberOf(first, "from")) line.remove();
    }
    if (!wanted.has("talk-none")) byId("talk-none")?.remove();
    const added = [...fresh.children].filter(place);
    byId("talk-unread").replaceWith(page.getElementById("talk-unread"));
    talk.dataset.newest = page.getElementById("talk-part").dataset.newest;
    announce(added);
    showCount();
    watch();
  };

  // Adds or replaces a line; returns whether it is new.
  const place = (line) => {
    const html = line.outerHTML;
    const old = byId(line.id);
    const isNew = !seen.has(line.id);
    if (old && seen.get(line.id) === html) return false;
    seen.set(line.id, html);
    if (old) old.replaceWith(line);
    else byId("talk-lines").append(line);
    return isNew;
  };

  const announce = (added) => {
    const words = added.filter((line) => line.matches("[id^=line-]:not(.talk__line--mine)")).map((line) =>
      `${line.querySelector(".talk__name").textContent}: ${line.querySelector(".talk__text").textContent}`);
    if (words.length) byId("talk-news").textContent = words.join(" ").slice(0, 500);
  };

  // The head of the page also shows the number of unread lines; it is replaced with every move.
  const showCount = () => {
    byId("talk-count")?.replaceChildren(...[...byId("talk-unread").childNodes].map((node) => node.cloneNode(true)));
  };
  document.addEventListener("htmx:afterSettle", showCount);

  let isFetching = false;
  let isHinted = false;
  let isPressed = false; // a line that moves under a finger would lose the click

  const look = async () => {
    isHinted = isFetching || isPressed;
    if (isHinted) return;
    isFetching = true;
    const answer = await fetch(talk.dataset.address, { headers: inPart }).catch(() => null);
    if (answer?.ok) show(parse(await answer.text().catch(() => "")));
    isFetching = false;
    if (isHinted) look();
  };

  talk.addEventListener("pointerdown", () => { isPressed = true; });
  for (const end of ["pointerup", "pointercancel"]) {
    document.addEventListener(end, () => setTimeout(() => {
      isPressed = false;
      if (isHinted) look();
    }, LIFTED));
  }

  document.addEventListener("talk-hint", ({ detail }) => {
    const isNews = detail?.line == null || detail.line > Number(talk.dataset.newest); // of the latest message
    if (!detail || (String(detail.table) === talk.dataset.talk && isNews)) look();
  });

  // Sending

  const form = byId("talk-form");
  if (form) {
    hearKeys(form);
    form.addEventListener("submit", sendBy(form, ({ isOk, page }, sent) => {
      const field = form.elements.text;
      const refused = page.getElementById("talk-refused");
      const isSaid = isOk && page.getElementById("talk-lines") !== null; // without lines it is not a response to this post
      byId("talk-problem").replaceChildren(...(isSaid ? [] : [refused ?? failed()]));
      field.ariaInvalid = String(!isSaid);
      if (!isSaid) {
        field.focus({ preventScroll: true });
        return;
      }
      if (field.value === sent) field.value = "";
      field.defaultValue = "";
      keep(field);
      byId("talk-scroll").scrollTop = 0; // scrolls to the newest line: the box is laid out from its end
      show(page);
    }));
  }

  // Reading: lines count as read once the end of the list has been visible for a moment.

  const reading = byId("talk-read");
  let told = 0;
  let dwelling = 0;
  let isInSight = false;

  const watch = () => {
    clearTimeout(dwelling);
    const newest = Number(talk.dataset.newest);
    if (!reading || !isInSight || document.visibilityState !== "visible" || newest <= told) return;
    if (!byId("talk-unread").firstElementChild) return; // no unread lines from others
    dwelling = setTimeout(async () => {
      told = newest;
      reading.elements.line.value = newest;
      const answer = await post(reading);
      if (!answer?.isOk || Number(talk.dataset.newest) !== newest) return;
      byId("talk-unread").replaceChildren();
      showCount();
    }, DWELL);
  };

  new IntersectionObserver(([entry]) => {
    isInSight = entry.isIntersecting;
    watch();
  }).observe(byId("talk-end"));
  document.addEventListener("visibilitychange", watch);

  // Only one menu of a line is open at a time; a click elsewhere closes it.

  document.addEventListener("click", ({ target }) => {
    for (const menu of talk.querySelectorAll(`${MENU}[open]`)) if (!menu.contains(target)) menu.open = false;
  });
  talk.addEventListener("keydown", (event) => {
    const menu = event.key === "Escape" && event.target.closest(MENU);
    if (menu?.open) {
      menu.open = false;
      menu.querySelector("summary").focus();
    }
  });
})();
