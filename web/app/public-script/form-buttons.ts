import { closest, hookOf, withHook } from "./hooks.ts";

/* Buttons in a form: showing a password, clearing a refusal. */
document.addEventListener("click", ({ target }) => {
  const reveal = closest(target, "reveal");
  const field = document.getElementById(hookOf(reveal, "reveal") ?? "");
  if (reveal && field instanceof HTMLInputElement) {
    const shown = field.type === "password";
    field.type = shown ? "text" : "password";
    reveal.textContent = shown ? "Hide" : "Show";
    reveal.ariaLabel = `${reveal.textContent} the password`;
  }
  closest(closest(target, "clear"), "form")?.querySelector(withHook("status"))?.replaceChildren();
});

// The page was restored by the back button: its message has been read (row A-26), and sending starts anew.
addEventListener("pageshow", ({ persisted }) => {
  if (!persisted) return;
  if (document.querySelector(`${withHook("form")}[aria-busy]`)) return location.reload();
  for (const note of document.querySelectorAll(`form ${withHook("status")}, form [id$='-error']`))
    note.replaceChildren();
  for (const field of document.querySelectorAll("form [aria-invalid]")) field.removeAttribute("aria-invalid");
});
