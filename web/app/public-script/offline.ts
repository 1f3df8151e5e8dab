import { closest, withHook } from "./hooks.ts";

/*
 * The page for browsers without a network (shell/offline-page.tsx): leads back to the page that was wanted, which is in
 * its address.
 */
if (import.meta.env.PROD && "serviceWorker" in navigator)
  addEventListener("load", () => void navigator.serviceWorker.register("/service-worker.js").catch(() => {}));

const isOfflinePage = () => document.querySelector(withHook("tryAgain")) !== null;

function openWanted() {
  const wanted = new URL(new URLSearchParams(location.search).get("to") ?? "/", location.origin);
  if (wanted.origin === location.origin) location.replace(wanted);
}

/** The browser says when it has a network, but not when our server is within reach. */
const retryInterval = 5_000;

async function openOnceReachable() {
  const reachable = await fetch("/robots.txt", { cache: "no-store" }).then(
    () => true,
    () => false,
  );
  if (reachable) openWanted();
  else setTimeout(openOnceReachable, retryInterval);
}

addEventListener("load", () => isOfflinePage() && setTimeout(openOnceReachable, retryInterval));
addEventListener("online", () => isOfflinePage() && openWanted());
document.addEventListener("click", ({ target }) => closest(target, "tryAgain") && openWanted());
