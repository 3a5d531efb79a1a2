// Shows a notification for each message that the site pushes, and leads to the table when it is pressed.
"use strict";

self.addEventListener("push", (event) => {
  const told = event.data ? event.data.json() : {};
  const options = { body: told.body, tag: told.tag, data: { url: told.url }, icon: "/static/site/apple-touch-icon.png" };
  event.waitUntil(self.registration.showNotification(told.title || "Captain's Table", options));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(show(new URL(event.notification.data.url || "/", self.location.origin)));
});

// A page that is open at the table comes to the front; otherwise a new one is opened.
const show = async (url) => {
  if (url.origin !== self.location.origin) return;
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const page = pages.find((each) => new URL(each.url).pathname === url.pathname);
  await (page ? page.focus() : self.clients.openWindow(url));
};
