// Service worker: shows a notification for each message that the site pushes; a click on it opens the table, and a click on
// one of its buttons opens a page that asks about a move. While the site cannot be reached it shows the offline page, which
// it has cached with its files, in the language of the latest page. It caches nothing else.
"use strict";

const OFFLINE = "/offline/";
const FILES = /(?:href|src)="(\/static\/[^"]+)"/g; // named by the page

const keep = async (headers = {}) => { // of the request; by default the page is in the browser's language
  const answer = await fetch(OFFLINE, { credentials: "omit", cache: "reload", headers });
  const page = await answer.clone().text();
  const kept = await caches.open("offline");
  await kept.addAll([...page.matchAll(FILES)].map((found) => found[1]));
  await kept.put(OFFLINE, answer);
};

const keepInLanguageOf = async (page) => {
  const [language, kept] = [page.headers.get("Content-Language"), await caches.match(OFFLINE)];
  if (page.ok && language && language !== kept?.headers.get("Content-Language")) await keep({ "Accept-Language": language });
};

self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(keep());
});
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== self.location.origin) return;
  const isPage = request.mode === "navigate";
  if (!isPage && !url.pathname.startsWith("/static/")) return;
  const kept = async (error) => (await caches.match(isPage ? OFFLINE : request)) ?? Promise.reject(error);
  const answer = fetch(request);
  event.respondWith(answer.catch(kept));
  if (isPage) event.waitUntil(answer.then(keepInLanguageOf).catch(() => {})); // the site may be unreachable
});

self.addEventListener("push", (event) => {
  const told = event.data ? event.data.json() : {};
  const { body, tag, url, actions = [] } = told;
  const options = { body, tag, actions, data: { url }, icon: "/static/site/apple-touch-icon.png" };
  event.waitUntil(self.registration.showNotification(told.title || "Captain's Table", options));
});

// The push service has replaced the subscription. The page of the settings has the site's key and a token.
self.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(renew(event.oldSubscription?.endpoint)));

const renew = async (old) => {
  const page = await (await fetch("/notifications/")).text();
  const valueOf = (pattern) => page.match(pattern)?.[1];
  const applicationServerKey = valueOf(/data-push="([^"]+)"/);
  if (!old || !applicationServerKey) return; // logged out: push.js renews it on the next visit
  const { endpoint, keys } = (await self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })).toJSON();
  const token = valueOf(/name="csrfmiddlewaretoken" value="([^"]+)"/);
  const body = new URLSearchParams({ endpoint, p256dh: keys.p256dh, auth: keys.auth, old, csrfmiddlewaretoken: token });
  await fetch("/notifications/browsers/", { method: "POST", body });
};

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(show(new URL(event.action || event.notification.data.url || "/", self.location.origin))); // an action is a URL
});

// Focuses an open page of the table, or opens a new one.
const show = async (url) => {
  if (url.origin !== self.location.origin) return;
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const page = pages.find((each) => new URL(each.url).pathname === url.pathname);
  await (page ? page.focus() : self.clients.openWindow(url));
};
