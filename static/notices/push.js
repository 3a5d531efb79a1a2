// Notifications in this browser: asks for permission, subscribes, and posts the subscription with the form. On every page
// it checks that the subscription is still the one that the site knows: push services renew and lose them.
(() => {
  "use strict";
  const able = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
  const own = `push:${document.currentScript.dataset.reader}`; // the endpoint that the site knows, and its key
  const CHECKED = `${own}:checked`;

  const bytes = (word) => {
    const plain = atob(word.replaceAll("-", "+").replaceAll("_", "/").padEnd(Math.ceil(word.length / 4) * 4, "="));
    return Uint8Array.from(plain, (character) => character.charCodeAt(0));
  };

  const subscribe = async (worker, key) => {
    const wanted = { userVisibleOnly: true, applicationServerKey: bytes(key) };
    try {
      return await worker.pushManager.subscribe(wanted);
    } catch (error) {
      const old = await worker.pushManager.getSubscription(); // a subscription with another key
      if (!old) throw error;
      await old.unsubscribe();
      return worker.pushManager.subscribe(wanted);
    }
  };
  const fieldsOf = (subscription) => {
    const { endpoint, keys } = subscription.toJSON();
    return { endpoint, p256dh: keys.p256dh, auth: keys.auth };
  };

  // Every page: renews what was lost

  const renew = async () => {
    const known = JSON.parse(localStorage.getItem(own));
    const token = document.querySelector("[name=csrfmiddlewaretoken]")?.value;
    if (!able || !known || !token || Notification.permission !== "granted") return;
    const worker = await navigator.serviceWorker.ready;
    const fields = fieldsOf((await worker.pushManager.getSubscription()) ?? (await subscribe(worker, known.key)));
    if (fields.endpoint === known.endpoint && sessionStorage.getItem(CHECKED)) return;
    const body = new URLSearchParams({ ...fields, old: known.endpoint, csrfmiddlewaretoken: token });
    const answer = await fetch("/notifications/browsers/", { method: "POST", body });
    if (answer.ok) localStorage.setItem(own, JSON.stringify({ ...known, endpoint: fields.endpoint }));
    if (answer.ok) sessionStorage.setItem(CHECKED, "1");
    if (answer.status === 404) localStorage.removeItem(own); // the player has removed this browser
  };
  renew().catch(() => {}); // a browser that stores nothing, or a site that doesn't answer: on the next page

  // The page of the settings

  const form = document.querySelector("[data-push]");
  if (!form) return;
  const button = form.querySelector("button");
  const say = (name) => form.querySelector("[data-push-state]").replaceChildren(byName(name).content.cloneNode(true));
  const byName = (name) => form.querySelector(`template[data-push-says="${name}"]`);

  const begin = async () => {
    button.disabled = true;
    if ((await Notification.requestPermission()) !== "granted") {
      say("refused");
      return;
    }
    try {
      await navigator.serviceWorker.register(form.dataset.worker, { scope: "/" });
      const fields = fieldsOf(await subscribe(await navigator.serviceWorker.ready, form.dataset.push));
      for (const [name, value] of Object.entries(fields)) form.elements[name].value = value;
      localStorage.setItem(own, JSON.stringify({ endpoint: fields.endpoint, key: form.dataset.push }));
      form.submit();
    } catch {
      say("failed");
      button.disabled = false;
    }
  };

  if (!able) {
    say("standalone" in navigator && !navigator.standalone ? "home-screen" : "unable"); // iOS pushes only to its home screen
    return;
  }
  form.querySelector("[data-push-state]").replaceChildren();
  button.hidden = false;
  button.addEventListener("click", begin);
})();
