import { createContext } from "react";

/**
 * What became of a page while the server drew it: a part that cannot be shown, because the content service has never
 * answered for it, makes the whole a 503, which search engines come back for. Null in the browser.
 */
export type PageOutcome = { unavailable: boolean };

export const PageOutcomeContext = createContext<PageOutcome | null>(null);

/** Seconds after which asking again is worth it. */
export const retryAfterSeconds = 30;
