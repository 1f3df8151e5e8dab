/**
 * Makes the guards of a server-drawn layout run when the page comes alive too, and not only on the way to the next one:
 * the router runs client middleware then only where a client loader wants to. Nothing is asked of the server.
 */
export function onArrival() {
  const clientLoader = () => null;
  clientLoader.hydrate = true as const;
  return clientLoader;
}
