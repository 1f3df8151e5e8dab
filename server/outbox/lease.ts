/**
 * Renews a lease every `seconds` until the returned function is called, so that it outlives the work however long that
 * takes. A failed renewal is retried at the next interval: a lease lasts for several.
 */
export function startRenewing(seconds: number, renew: () => Promise<unknown>): () => void {
  const timer = setInterval(() => void renew().catch(() => {}), seconds * 1000);
  timer.unref();
  return () => clearInterval(timer);
}
