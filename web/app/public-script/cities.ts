import { type PublicForm, publicForms } from "@plumbline/contract/public-forms.ts";
import { byName } from "@plumbline/contract/reference/order.ts";
import { type Entry, matching, namedExactly } from "./entries.ts";
import { hookOf, setHook, withHook } from "./hooks.ts";
import { read, showTrouble } from "./read.ts";

/* The cities of the chosen country, as a combobox: typing finds those that are not offered (row D-03). */
const known: Readonly<Record<string, PublicForm>> = publicForms;
const citiesOf = new WeakMap<Element, Entry[]>();
/** The country whose cities were requested last. */
const countryOf = new WeakMap<Element, string>();

const cityField = (target: EventTarget | null): HTMLInputElement | null =>
  target instanceof HTMLInputElement && target.matches(withHook("chosen")) ? target : null;
const listOf = (field: Element) => document.getElementById(field.getAttribute("aria-controls") ?? "");
const choose = (field: HTMLInputElement, name: string, id: string) => {
  field.value = name;
  setHook(field, "chosen", id);
};

async function readCities(field: HTMLInputElement, country: string) {
  choose(field, "", "");
  field.disabled = true;
  field.placeholder = country ? "Loading…" : "Choose a country first";
  countryOf.set(field, country);
  showTrouble(field, "", () => {});
  if (!country) return;
  const { data, trouble } = await read<Entry[]>(`/api/data/get_cities/${country}`);
  // Another country has been chosen meanwhile.
  if (countryOf.get(field) !== country) return;
  showTrouble(field, trouble, () => void readCities(field, country));
  citiesOf.set(field, byName(data ?? []));
  field.disabled = !data;
  field.placeholder = data ? "Select or type" : "Select";
  field.dispatchEvent(new Event("options-arrived", { bubbles: true }));
}

function option(text: string, id: string): HTMLElement {
  const element = document.createElement("div");
  element.role = "option";
  element.id = id;
  element.textContent = text;
  if (id) element.ariaSelected = "false";
  else element.ariaDisabled = "true";
  return element;
}

function offer(field: HTMLInputElement, typed: string) {
  const list = listOf(field);
  if (!list) return;
  const options = matching(citiesOf.get(field) ?? [], typed).map(({ id, name }) => option(name, `${list.id}-${id}`));
  list.replaceChildren(...(options.length > 0 ? options : [option("Nothing found", "")]));
  list.hidden = false;
  field.ariaExpanded = "true";
  point(field, typed ? options[0] : null);
}

/** Marks the option that Enter chooses. */
function point(field: HTMLInputElement, option: Element | null | undefined) {
  for (const each of listOf(field)?.querySelectorAll("[aria-selected='true']") ?? []) each.ariaSelected = "false";
  field.removeAttribute("aria-activedescendant");
  if (!option?.id) return;
  option.ariaSelected = "true";
  option.scrollIntoView({ block: "nearest" });
  field.setAttribute("aria-activedescendant", option.id);
}

function close(field: HTMLInputElement) {
  const list = listOf(field);
  if (list) list.hidden = true;
  field.ariaExpanded = "false";
  point(field, null);
}

function take(field: HTMLInputElement, name: string, id: string) {
  choose(field, name, id);
  field.dispatchEvent(new Event("change", { bubbles: true }));
}

function takeOption(field: HTMLInputElement, option: Element) {
  take(field, option.textContent ?? "", option.id.replace(/^.*-/, ""));
  close(field);
}

document.addEventListener("change", ({ target }) => {
  if (!(target instanceof HTMLSelectElement)) return;
  const fields = known[hookOf(target.form, "form") ?? ""]?.fields ?? {};
  for (const element of target.form?.elements ?? []) {
    const field = cityField(element);
    if (field && fields[field.name]?.citiesOf === target.name) void readCities(field, target.value);
  }
});
document.addEventListener("input", ({ target }) => {
  const field = cityField(target);
  if (!field) return;
  setHook(field, "chosen", "");
  offer(field, field.value);
});
document.addEventListener("keydown", (event) => {
  const field = cityField(event.target);
  if (!field) return;
  const open = field.ariaExpanded === "true";
  const pointed = document.getElementById(field.getAttribute("aria-activedescendant") ?? "");
  const list = listOf(field);
  if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    event.preventDefault();
    if (!open) return offer(field, "");
    if (event.key === "ArrowDown") point(field, pointed?.nextElementSibling ?? list?.firstElementChild);
    else point(field, pointed?.previousElementSibling ?? list?.lastElementChild);
  } else if (event.key === "Enter" && open) {
    event.preventDefault();
    if (pointed) takeOption(field, pointed);
  } else if (event.key === "Escape") close(field);
});
// Before the click: the field keeps the focus, and its list does not close under the finger.
document.addEventListener("mousedown", (event) => {
  if (event.target instanceof Element && event.target.closest("[role='listbox']")) event.preventDefault();
});
document.addEventListener("click", ({ target }) => {
  const field = cityField(target);
  if (field) return field.ariaExpanded === "true" ? close(field) : offer(field, "");
  const option = target instanceof Element ? target.closest("[role='option']") : null;
  const owner = cityField(document.querySelector(`[aria-controls="${option?.parentElement?.id}"]`));
  if (option?.id && owner) takeOption(owner, option);
});
document.addEventListener("focusout", ({ target }) => {
  const field = cityField(target);
  if (!field) return;
  close(field);
  // A name typed in full counts as chosen; any other text is no known city, and stays to be corrected.
  const meant = namedExactly(citiesOf.get(field) ?? [], field.value);
  if (meant && hookOf(field, "chosen") !== String(meant.id)) take(field, meant.name, String(meant.id));
});
