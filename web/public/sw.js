// Two jobs: the offline page, and "your turn" notices while no page is open. It never caches what the house answers.

const CACHE = "sanguis-offline-1";
const PAGE = "/offline.html";
const TURN = navigator.language.startsWith("de") ? "Du bist am Zug." : "It is your turn.";

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
  let notice = {};
  try {
    notice = event.data.json();
  } catch {
    // A push without a text still means that it is your turn.
  }
  event.waitUntil(
    self.registration.showNotification(notice.title || "Sanguis", { body: notice.body || TURN, icon: "/icon.svg", tag: notice.path || "sanguis", data: notice.path || "/" }),
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
