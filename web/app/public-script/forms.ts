import { type PublicForm, publicForms } from "@plumbline/contract/public-forms.ts";
import { isRecord } from "../is-record.ts";
import { errorsOf, type FieldState, requestBodyOf } from "./answers.ts";
import { fieldsOf } from "./fields.ts";
import { closest, hookOf, setHook, withHook } from "./hooks.ts";
import { refusalOf } from "./refusal.ts";

/*
 * Forms are sent in place, one request at a time; the input stays until it has arrived. Without this script the browser
 * posts them.
 */

const known: Readonly<Record<string, PublicForm>> = publicForms;
/** Requests without a response yet. */
const unanswered = new WeakMap<HTMLFormElement, { body: string; key: string }>();

const answersOf = (form: Element): FieldState[] =>
  fieldsOf(form).map((field) => ({
    id: field.id,
    name: field.name,
    type: field.type,
    value: field.value,
    chosen: hookOf(field, "chosen"),
    checked: field instanceof HTMLInputElement && field.type === "radio" && field.checked,
    disabled: field.disabled,
    verbatim: field.autocomplete.endsWith("password"),
  }));

/** Shows the error of each field, and focuses the first one. */
function showFieldErrors(form: Element, complaints: ReadonlyMap<string, string>) {
  const fields = fieldsOf(form);
  for (const field of fields) {
    const message = complaints.get(field.id) ?? "";
    const place = document.getElementById(`${field.id}-error`);
    if (place) place.textContent = message;
    if (message) field.setAttribute("aria-invalid", "true");
    else field.removeAttribute("aria-invalid");
  }
  fields.find(({ id }) => complaints.has(id))?.focus();
}

function showStatus(form: Element, text: string, tone: "good" | "bad") {
  const place = form.querySelector(withHook("status"));
  if (!place) return;
  place.textContent = text;
  setHook(place, "tone", text && tone);
}

/** crypto.randomUUID exists on https only. */
const freshKey = () => [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36)).join("-");

/** Shows that a form is being sent; returns how to show that it is done. */
function showBusy(form: HTMLFormElement): () => void {
  const button = form.querySelector<HTMLElement>("button[type='submit']");
  const label = button?.textContent ?? "";
  form.ariaBusy = "true";
  if (button) {
    button.ariaDisabled = "true";
    button.textContent = hookOf(button, "busy") ?? label;
  }
  return () => {
    form.ariaBusy = null;
    if (!button) return;
    button.ariaDisabled = null;
    button.textContent = label;
  };
}

const bodyOf = (form: Element, rules: PublicForm) => JSON.stringify(requestBodyOf(rules, answersOf(form)));

async function send(form: HTMLFormElement, rules: PublicForm, body: string) {
  // One key for the same input until it gets a response: sent again after a lost response, it is executed once.
  const before = unanswered.get(form);
  const key = before?.body === body ? before.key : freshKey();
  unanswered.set(form, { body, key });
  const headers = { "content-type": "application/json", accept: "application/json", "idempotency-key": key };
  const response = await fetch(rules.path, { method: "POST", headers, body });
  const answer: unknown = await response.json().catch((error) => {
    // A success in anything but JSON is not the server's.
    if (response.ok) throw error;
  });
  if (response.status < 500 && !response.headers.has("retry-after")) unanswered.delete(form);
  return { response, answer };
}

document.addEventListener("submit", async (event) => {
  const form = event.target;
  const rules = form instanceof HTMLFormElement ? known[hookOf(form, "form") ?? ""] : undefined;
  if (!(form instanceof HTMLFormElement) || !rules) return;
  event.preventDefault();
  if (form.ariaBusy) return;
  const complaints = errorsOf(rules, answersOf(form));
  showFieldErrors(form, complaints);
  if (complaints.size > 0) return showStatus(form, rules.incomplete ?? "", "bad");
  showStatus(form, "", "bad");
  const showAnswered = showBusy(form);
  try {
    const body = bodyOf(form, rules);
    const { response, answer } = await send(form, rules, body);
    const { errors, ...result } = isRecord(answer) ? answer : {};
    if (!response.ok) {
      const refusal = refusalOf(rules, answersOf(form), response, isRecord(errors) ? errors : {});
      showFieldErrors(form, refusal.complaints);
      if (rules.failed) showStatus(form, refusal.text, refusal.asks ? "good" : "bad");
      form.dispatchEvent(new CustomEvent("refused", { bubbles: true, detail: errors }));
    } else {
      // Forms with more to do after success continue from here, still busy.
      const taken = new CustomEvent("answered", { bubbles: true, cancelable: true, detail: result });
      if (!form.dispatchEvent(taken)) return;
      // A form that can do nothing with its answer says so in `failed`.
      const { failed, message } = result;
      const said = failed ?? message;
      // What was written meanwhile stays.
      if (!failed && bodyOf(form, rules) === body) form.reset();
      showStatus(form, typeof said === "string" ? said : "", failed ? "bad" : "good");
    }
  } catch {
    showStatus(form, rules.failed ?? "", "bad");
  }
  showAnswered();
});

// A field that is being corrected no longer shows its error.
document.addEventListener("input", ({ target }) => {
  const form = closest(target, "form");
  const name = target instanceof HTMLInputElement && target.type === "radio" ? target.name : null;
  for (const field of form ? fieldsOf(form) : []) {
    if (field !== target && field.name !== name) continue;
    if (!field.hasAttribute("aria-invalid")) continue;
    field.removeAttribute("aria-invalid");
    document.getElementById(`${field.id}-error`)?.replaceChildren();
  }
  // Nor does a form of which nothing is missing any more say that something is.
  const rules = form && known[hookOf(form, "form") ?? ""];
  const status = form?.querySelector(withHook("status"));
  if (!form || !rules?.incomplete || status?.textContent !== rules.incomplete) return;
  if (errorsOf(rules, answersOf(form)).size === 0) showStatus(form, "", "bad");
});
