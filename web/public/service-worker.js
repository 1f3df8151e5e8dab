// Shows our own page when a page cannot be loaded for want of a network. Everything else is left to the browser: files
// with a hash in their name are in its cache already.
const page = "/offline";
const dayInMs = 86_400_000;

const refresh = async () => {
  const cache = await caches.open("offline");
  const kept = await cache.match(page);
  // A release may have changed it.
  if (!kept || Date.now() - Date.parse(kept.headers.get("date") ?? "") > dayInMs) await cache.add(page);
};

const load = async ({ request, preloadResponse }) => {
  try {
    return (await preloadResponse) ?? (await fetch(request));
  } catch (error) {
    const { pathname, search } = new URL(request.url);
    const kept = await caches.match(page);
    if (!kept) throw error;
    if (pathname === page) return kept;
    return Response.redirect(`${page}?to=${encodeURIComponent(pathname + search)}`);
  }
};

addEventListener("install", (event) => event.waitUntil(refresh().then(() => skipWaiting())));
// Without preloading, each page would wait for this script to start.
addEventListener("activate", (event) => event.waitUntil(registration.navigationPreload?.enable()));
addEventListener("fetch", (event) => {
  if (event.request.mode !== "navigate" || event.request.method !== "GET") return;
  event.respondWith(load(event));
  event.waitUntil(refresh().catch(() => {}));
});
