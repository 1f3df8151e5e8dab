/**
 * Renews a lease every `seconds` until the returned function is called, so that it outlives the work however long that
 * takes. A renewal that fails is tried again at the next turn: a lease lasts for several.
 */
export function keepRenewed(seconds: number, renew: () => Promise<unknown>): () => void {
  const timer = setInterval(() => void renew().catch(() => {}), seconds * 1000);
  timer.unref();
  return () => clearInterval(timer);
}
