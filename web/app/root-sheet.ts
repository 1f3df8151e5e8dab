type Manifest = { routes: Record<string, { css?: string[] } | undefined> };

/**
 * Keeps the root's style sheet in front of the others. The router links it with a "#" behind its address, so that Vite does
 * not find it when a script that is loaded later needs it, and would link it again at the end: what a feature says over it
 * would no longer hold, and the page would move. A link that is not in use is found all the same, and is not loaded.
 */
export function keepRootSheetFirst(): void {
  const manifest: Manifest | undefined = Reflect.get(window, "__reactRouterManifest");
  for (const address of manifest?.routes["root"]?.css ?? []) {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = address.replace("#", "");
    link.disabled = true;
    document.head.append(link);
  }
}
