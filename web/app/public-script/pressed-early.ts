import { setHook, withHook } from "./hooks.ts";

/*
 * A form for visitors that was submitted before all of its script had come has been held (first-paint.ts): sent without
 * what follows a response, it would only be emptied. It is submitted now.
 */
setHook(document.documentElement, "visitorForms", "");
for (const form of document.querySelectorAll<HTMLFormElement>(withHook("pressed"))) {
  setHook(form, "pressed", undefined);
  form.requestSubmit();
}
