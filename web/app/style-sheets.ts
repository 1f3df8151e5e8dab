import type { EntryContext } from "react-router";

/** A built style sheet: its address and its text. */
export type StyleSheet = { href: string; text: string };
/** Returns a built style sheet's text, or null: in development there are none. */
export type ReadSheet = (href: string) => Promise<string | null>;

type Drawn = Pick<EntryContext, "manifest" | "staticHandlerContext">;

/** The style sheets of a page's routes, from the root down, as the router would link them. */
export async function sheetsOf({ manifest, staticHandlerContext }: Drawn, read: ReadSheet): Promise<StyleSheet[]> {
  const hrefs = staticHandlerContext.matches.flatMap(({ route }) => manifest.routes[route.id]?.css ?? []);
  const sheets = await Promise.all([...new Set(hrefs)].map(async (href) => ({ href, text: await read(href) })));
  return sheets.flatMap(({ href, text }) => (text === null ? [] : { href, text }));
}

/** The manifest without the style sheets that are inlined in the page, so that the router does not link them. */
export function withoutSheets(manifest: Drawn["manifest"], sheets: readonly StyleSheet[]): Drawn["manifest"] {
  const inPage = new Set(sheets.map(({ href }) => href));
  const routes = Object.entries(manifest.routes).map(([id, route]) => [
    id,
    route?.css ? { ...route, css: route.css.filter((href) => !inPage.has(href)) } : route,
  ]);
  return { ...manifest, routes: Object.fromEntries(routes) };
}
