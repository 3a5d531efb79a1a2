// Turns on notifications in this browser: asks for permission, subscribes, and posts the subscription with the form.
(() => {
  "use strict";
  const form = document.querySelector("[data-push]");
  if (!form) return;
  const button = form.querySelector("button");
  const say = (name) => form.querySelector("[data-push-state]").replaceChildren(byName(name).content.cloneNode(true));
  const byName = (name) => form.querySelector(`template[data-push-says="${name}"]`);

  const bytes = (word) => {
    const plain = atob(word.replaceAll("-", "+").replaceAll("_", "/").padEnd(Math.ceil(word.length / 4) * 4, "="));
    return Uint8Array.from(plain, (character) => character.charCodeAt(0));
  };

  const subscribe = async () => {
    const worker = await navigator.serviceWorker.register(form.dataset.worker, { scope: "/" });
    await navigator.serviceWorker.ready;
    const wanted = { userVisibleOnly: true, applicationServerKey: bytes(form.dataset.push) };
    try {
      return await worker.pushManager.subscribe(wanted);
    } catch (error) {
      const old = await worker.pushManager.getSubscription(); // a subscription with another key
      if (!old) throw error;
      await old.unsubscribe();
      return worker.pushManager.subscribe(wanted);
    }
  };

  const begin = async () => {
    button.disabled = true;
    if ((await Notification.requestPermission()) !== "granted") {
      say("refused");
      return;
    }
    try {
      const { endpoint, keys } = (await subscribe()).toJSON();
      for (const [name, value] of Object.entries({ endpoint, p256dh: keys.p256dh, auth: keys.auth })) {
        form.elements[name].value = value;
      }
      form.submit();
    } catch {
      say("failed");
      button.disabled = false;
    }
  };

  if (!("serviceWorker" in navigator && "PushManager" in window && "Notification" in window)) {
    say("unable");
    return;
  }
  form.querySelector("[data-push-state]").replaceChildren();
  button.hidden = false;
  button.addEventListener("click", begin);
})();
