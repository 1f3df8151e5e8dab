import { hookOf, setHook, withHook } from "./hooks.ts";

/*
 * A form for visitors that was submitted before all of its script had come has been held (first-paint.ts): sent without
 * what follows a response, it would only be emptied. It is submitted now, and held again where forms.ts, which sends it and is in
 * a script of its own, has not come.
 */
setHook(document.documentElement, "visitorForms", "");
// After the document's listener, which is that of forms.ts.
addEventListener("submit", ({ target, defaultPrevented }) => {
  if (defaultPrevented || !(target instanceof HTMLFormElement)) return;
  if (target.method === "dialog" && hookOf(target, "form") !== undefined) setHook(target, "pressed", "");
});
submitHeld();
// The script with forms.ts has come by then, or never will.
addEventListener("DOMContentLoaded", submitHeld);

function submitHeld() {
  for (const form of document.querySelectorAll<HTMLFormElement>(withHook("pressed"))) {
    setHook(form, "pressed", undefined);
    form.requestSubmit();
  }
}
