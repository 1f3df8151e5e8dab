import { product } from "@plumbline/contract/product.ts";
import { storedFields, writeStored } from "../browser-storage.ts";
import { type Field, fieldsOf } from "./fields.ts";
import { closest, hookOf, setHook, withHook } from "./hooks.ts";

/*
 * What a visitor has typed into a form is there again after a reload, until it is sent or the tab is closed. Not of a form
 * with a password, and not for members, whose pages are hydrated as the server has rendered them.
 */

/** A field's text, and the id behind it where the field offers options; a radio button's text says whether it is chosen. */
type Kept = Record<string, unknown>;

const isVisitor = () => hookOf(document.documentElement, "role") === undefined;
const keyOf = (form: Element) => `${product.toLowerCase()}.form.${hookOf(form, "form")}`;
const keptOf = (form: Element): Kept => storedFields("session", keyOf(form));
const isRadio = (field: Field): field is HTMLInputElement =>
  field instanceof HTMLInputElement && field.type === "radio";
const keepableOf = (form: Element) => (form.querySelector("[type='password']") ? [] : fieldsOf(form));
let restoring = false;

function keep(form: Element, target: EventTarget | null) {
  const before = keptOf(form);
  const kept: Kept = {};
  for (const field of keepableOf(form)) {
    const text = isRadio(field) ? String(field.checked) : field.value;
    const chosen = hookOf(field, "chosen");
    // An empty field keeps what it had while its options are on their way, unless it was emptied, or belongs to the list
    // that has just been chosen from.
    const emptied = field === target || (target instanceof HTMLSelectElement && chosen !== undefined);
    const now = text ? { text, chosen } : emptied ? undefined : before[field.id];
    if (now) kept[field.id] = now;
  }
  writeStored("session", keyOf(form), Object.keys(kept).length > 0 ? kept : null);
}

/** Fills the fields that are empty and can take what was kept; called again when more options have arrived. */
function restore(form: Element) {
  if (!isVisitor()) return;
  const kept = keptOf(form);
  restoring = true;
  for (const field of keepableOf(form)) {
    const { text, chosen } = Object(kept[field.id]);
    if (typeof text !== "string" || field.disabled) continue;
    if (isRadio(field)) field.checked ||= text === "true";
    else if (!field.value) {
      field.value = text;
      if (chosen) setHook(field, "chosen", chosen);
      if (field.value) field.dispatchEvent(new Event("change", { bubbles: true }));
    }
  }
  restoring = false;
}

const restoreAll = () => document.querySelectorAll(withHook("form")).forEach(restore);

/** What was changed just now: kept after the form's own scripts, which fill and empty fields, and before the page is left. */
const changes: (() => void)[] = [];
const keepChanges = () => {
  for (const change of changes.splice(0)) change();
};
for (const event of ["input", "change"])
  document.addEventListener(event, ({ target }) => {
    const form = closest(target, "form");
    if (!form || restoring || !isVisitor()) return;
    changes.push(() => keep(form, target));
    setTimeout(keepChanges);
  });
addEventListener("pagehide", keepChanges);
document.addEventListener("form-drawn", restoreAll);
document.addEventListener("options-arrived", ({ target }) => {
  const form = closest(target, "form");
  if (form) restore(form);
});
document.addEventListener("answered", ({ target }) => {
  const form = closest(target, "form");
  if (form) writeStored("session", keyOf(form), null);
});
if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", restoreAll);
else restoreAll();
