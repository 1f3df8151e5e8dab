import { createHash } from "node:crypto";

/**
 * When a page's application is loaded in the browser, as its route's `handle` says:
 * - `always`: the page is an application, like all pages for members; the default.
 * - `whenSignedIn`: visitors get HTML and the public script alone; for a member that script hydrates the page
 *   (public-script/hydrate.ts). Such a page is the same for every visitor, so the server may cache it.
 * - `never`: the same without an application, for a page whose scripts may be out of reach.
 */
type Hydrate = "always" | "whenSignedIn" | "never";
export type RouteHandle = { hydrate: Hydrate };

/** When a page is hydrated: what the innermost of its routes says that says anything. */
export function hydrationOf(handles: readonly unknown[]): Hydrate {
  return handles.findLast(hasHydrate)?.hydrate ?? "always";
}

const hasHydrate = (handle: unknown): handle is RouteHandle =>
  typeof handle === "object" && handle !== null && "hydrate" in handle;

/** The hash of an inline script, as the Content-Security-Policy names it. */
export const hashOf = (script: string) => `sha256-${createHash("sha256").update(script).digest("base64")}`;

/**
 * The hashes of the scripts that React and the router generate for an application; they contain its data, so they
 * differ for each page.
 */
export function hashesIn(application: string): string[] {
  return [...application.matchAll(/<script\b[^>]*>([\s\S]*?)<\/script>/g)].map(([, script = ""]) => hashOf(script));
}
