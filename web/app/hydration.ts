import { createHash } from "node:crypto";

/**
 * When a page's application is loaded in the browser, as its route's `handle` says:
 * - `always`: the page is an application, like all pages for members; the default.
 * - `whenSignedIn`: visitors get HTML and the public script alone; for a member that script hydrates the page
 *   (public-script/hydrate.ts). Such a page is the same for every visitor, so the server may cache it.
 */
type Hydrate = "always" | "whenSignedIn";
export type RouteHandle = { hydrate: Hydrate };

/** Whether one of a page's routes says that it is hydrated for members only. */
export function isHydratedForMembersOnly(handles: readonly unknown[]): boolean {
  return handles.some((handle) => hasHydrate(handle) && handle.hydrate === "whenSignedIn");
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
