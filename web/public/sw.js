// Two jobs: a page that says so when there is no line, and "your turn" when no page is open. Answers of the house are never kept.

const CACHE = "sanguis-offline-1";
const PAGE = "/offline.html";

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll([PAGE, "/offline.css", "/icon.svg"])).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener("fetch", (event) => {
  if (event.request.mode !== "navigate") return;
  event.respondWith(fetch(event.request).catch(() => caches.match(PAGE)));
});

self.addEventListener("push", (event) => {
  let told = {};
  try {
    told = event.data.json();
  } catch {
    // A push without words still means that something waits.
  }
  event.waitUntil(
    self.registration.showNotification(told.title || "Sanguis", { body: told.body || "It is your turn.", icon: "/icon.svg", tag: told.path || "sanguis", data: told.path || "/" }),
  );
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(
    self.clients.matchAll({ type: "window" }).then((pages) => {
      const open = pages.find((page) => new URL(page.url).pathname === event.notification.data);
      return open ? open.focus() : self.clients.openWindow(event.notification.data);
    }),
  );
});
