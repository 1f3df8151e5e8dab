import { redirectDelay } from "@plumbline/contract/product.ts";
import { withHook } from "./hooks.ts";

/* After an application a thank-you text replaces the form, and then home (row A-05). */
document.addEventListener("answered", (event) => {
  const thanks = document.querySelector<HTMLElement>(withHook("thanks"));
  if (!thanks) return;
  event.preventDefault();
  for (const other of thanks.parentElement?.children ?? [])
    if (other instanceof HTMLElement) other.hidden = other !== thanks;
  thanks.querySelector("h1")?.focus();
  scrollTo({ top: 0 });
  setTimeout(() => location.assign("/"), redirectDelay);
});
