import { appearanceKey } from "../appearance.ts";
import { writeText } from "../browser-storage.ts";
import { withHook } from "./hooks.ts";

/*
 * Light or dark, by the choice at the foot of every page. The style sheets follow the document's data-appearance
 * (ui/tokens.css), which first-paint.ts sets before anything is displayed; other tabs follow the storage.
 */
const choices = () => document.querySelectorAll<HTMLInputElement>(withHook("appearanceChoice"));
const chosen = () => document.documentElement.dataset["appearance"] ?? "system";

function apply(value: string | null) {
  if (value === "light" || value === "dark") document.documentElement.dataset["appearance"] = value;
  else delete document.documentElement.dataset["appearance"];
  showChoice();
}

function showChoice() {
  for (const choice of choices()) choice.checked = choice.value === chosen();
}

document.addEventListener("change", ({ target }) => {
  if (!(target instanceof HTMLInputElement) || !target.matches(withHook("appearanceChoice"))) return;
  apply(target.value);
  // Where storage is blocked the choice holds for this page.
  writeText("local", appearanceKey, target.value === "system" ? null : target.value);
});
addEventListener("storage", ({ key, newValue }) => {
  if (key === appearanceKey) apply(newValue);
});
showChoice();
