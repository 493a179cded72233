// Keeps all files of one version, so that the page opens without a connection. A new version waits until no page of the old one is
// open: files of two versions never mix. `vite.pocket.config.ts` writes the version and the list of files.

const CACHE = `sanguis-pocket-${VERSION}`;
const LIST = FILES;

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(LIST.map((name) => new Request(name, { cache: "reload" })))));
});

self.addEventListener("activate", (event) => {
  const old = (name) => name.startsWith("sanguis-pocket-") && name !== CACHE;
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener("fetch", (event) => {
  if (event.request.method !== "GET" || !event.request.url.startsWith(self.registration.scope)) return;
  const page = event.request.mode === "navigate";
  event.respondWith(
    caches
      .open(CACHE)
      .then((cache) => cache.match(page ? "./" : event.request, { ignoreSearch: true }))
      .then((kept) => kept ?? fetch(event.request)),
  );
});
