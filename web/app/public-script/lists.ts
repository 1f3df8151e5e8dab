import { type PublicForm, publicForms } from "@plumbline/contract/public-forms.ts";
import { byName } from "@plumbline/contract/reference/order.ts";
import type { Entry } from "./entries.ts";
import { hookOf, withHook } from "./hooks.ts";
import { read, showTrouble } from "./read.ts";

/* The lists of a form's fields, in one call. */
const known: Readonly<Record<string, PublicForm>> = publicForms;
const filled = new WeakSet<Element>();

async function fill(form: Element, rules: PublicForm) {
  const selects = [...form.querySelectorAll("select")];
  for (const { options } of selects) options[0]?.replaceWith(new Option("Loading…", ""));
  const { data, trouble } = await read<Record<string, Entry[]>>(rules.lists ?? "");
  for (const select of selects) {
    showTrouble(select, trouble, () => void fill(form, rules));
    select.options[0]?.replaceWith(new Option("Select", ""));
    const { list = "", ordered } = rules.fields[select.name] ?? {};
    const entries = data?.[list] ?? [];
    select.append(...(ordered ? entries : byName(entries)).map(({ id, name }) => new Option(name, String(id))));
  }
  form.dispatchEvent(new Event("options-arrived", { bubbles: true }));
}

function fillForms() {
  // Forms are disabled for signed-in members; their page is hydrated and must match the server's markup.
  if (hookOf(document.documentElement, "role") !== undefined) return;
  for (const form of document.querySelectorAll(withHook("form"))) {
    const rules = known[hookOf(form, "form") ?? ""];
    if (!rules?.lists || filled.has(form)) continue;
    filled.add(form);
    void fill(form, rules);
  }
}

document.addEventListener("form-drawn", fillForms);
// The lists may arrive before the form.
if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", fillForms);
else fillForms();
