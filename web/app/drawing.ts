import { createContext } from "react";
import { applicationId } from "./application-id.ts";
import type { StyleSheet } from "./style-sheets.ts";

/** How the document is rendered (root.tsx). The server provides a new value for each page. */
export type Drawing = {
  /** The whole document, or only its application: the scripts that hydrate it, with their data. */
  part: "document" | "application";
  /** The nonce of this response's Content-Security-Policy, which a browser hides from scripts. */
  nonce: string | undefined;
  /** The result of `part: "application"`, for a page that is hydrated for members only; null for all others. */
  deferredApplication: string | null;
  /** The style sheets that are inlined in the page instead of linked. */
  sheets: readonly StyleSheet[];
};

/** In the browser: the values that the server rendered with. */
const drawn: Drawing = {
  part: "document",
  nonce: undefined,
  deferredApplication: typeof document !== "undefined" && document.getElementById(applicationId) ? "" : null,
  sheets: [],
};

export const DrawingContext = createContext(drawn);
