import { createContext } from "react";

/**
 * The outcome of rendering a page on the server: a part that the content service has never answered for makes the whole
 * page a 503, so that search engines try again later. Null in the browser.
 */
export type PageOutcome = { unavailable: boolean };

export const PageOutcomeContext = createContext<PageOutcome | null>(null);

/** Seconds after which a retry makes sense. */
export const retryAfterSeconds = 30;
