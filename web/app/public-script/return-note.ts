import { pendingReturn } from "../return-to.ts";
import { hookOf, withHook } from "./hooks.ts";

/* The note for a visitor who was sent to sign in (decision 50). */
const pending = hookOf(document.documentElement, "role") === undefined ? pendingReturn() : null;
for (const note of pending ? document.querySelectorAll<HTMLElement>(withHook("returnNote")) : []) {
  note.querySelector(withHook("asked"))?.toggleAttribute("hidden", pending?.owner !== null);
  note.querySelector(withHook("ended"))?.toggleAttribute("hidden", pending?.owner === null);
  note.hidden = false;
}
