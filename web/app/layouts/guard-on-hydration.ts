/**
 * Also runs the guards of a server-rendered layout when its page is hydrated: then the router runs client middleware
 * only for routes with a client loader that asks for it. The loader itself loads nothing.
 */
export function guardOnHydration() {
  const clientLoader = () => null;
  clientLoader.hydrate = true as const;
  return clientLoader;
}
