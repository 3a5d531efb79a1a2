// Service worker: shows a notification for each message that the site pushes; a click on it opens the table.
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

// Focuses a page that is open at the table, or opens a new one.
const show = async (url) => {
  if (url.origin !== self.location.origin) return;
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const page = pages.find((each) => new URL(each.url).pathname === url.pathname);
  await (page ? page.focus() : self.clients.openWindow(url));
};
