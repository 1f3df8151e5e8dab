// @ts-check
/*
 * What signing in and applying need beside visit.js, which sends their forms: the lists to choose from, the cities of a
 * country, and what follows an answer. Such a page sends `filled` when it is drawn in the browser, after this has loaded.
 */
/** @typedef {{ id: number, name: string }} Entry */
const home = "/";

/** @param {string} url @returns {Promise<{ data?: any, trouble?: string }>} */
async function read(url) {
  try {
    const answer = await fetch(url, { headers: { accept: "application/json" } });
    if (!answer.ok) return { trouble: `${answer.status} ${answer.statusText}`.trim() };
    return { data: await answer.json() };
  } catch {
    return { trouble: "We could not reach the server." };
  }
}

/** Under a field whose list did not come: why, and another try (row D-05). @param {Element} field @param {string} text @param {() => void} again */
function trouble(field, text, again) {
  const place = field.closest("div:has(> label)") ?? field;
  place.querySelector("[data-trouble]")?.remove();
  if (!text) return;
  const note = document.createElement("p");
  note.dataset.trouble = "";
  note.role = "alert";
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = "Try again";
  button.onclick = again;
  note.append(`${text} `, button);
  place.append(note);
}

/** @param {readonly Entry[]} entries */
const byName = (entries) => [...entries].sort((a, b) => a.name.localeCompare(b.name, "en-GB", { sensitivity: "base" }));

/* The lists of a form, in one call. */
/** @param {HTMLFormElement} form */
async function fill(form) {
  const selects = [...form.querySelectorAll("select")];
  for (const { options } of selects) options[0]?.replaceWith(new Option("Loading…", ""));
  const { data, trouble: text = "" } = await read(form.dataset.lists ?? "");
  for (const select of selects) {
    trouble(select, text, () => void fill(form));
    select.options[0]?.replaceWith(new Option("Select", ""));
    const entries = data?.[select.dataset.list ?? ""] ?? [];
    const ordered = select.dataset.sorted ? byName(entries) : entries;
    select.append(...ordered.map((/** @type {Entry} */ { id, name }) => new Option(name, String(id))));
  }
}
function begin() {
  // Forms are switched off for whoever is signed in; their page comes alive, and finds itself as it was drawn.
  if (document.documentElement.dataset.role) return;
  for (const form of document.querySelectorAll("form[data-lists]")) {
    if (!(form instanceof HTMLFormElement) || form.dataset.filled) continue;
    form.dataset.filled = "";
    void fill(form);
  }
  // What this browser was given when it last signed in, and shows again.
  for (const kept of document.querySelectorAll("[data-kept]"))
    if (kept instanceof HTMLInputElement) kept.value = localStorage.getItem(kept.dataset.kept ?? "") ?? "";
}
document.addEventListener("filled", begin);
// It may be here before the form is.
if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", begin);
else begin();

/* The cities: a hundred at most are offered, and typing finds the rest (row D-03). */
const most = 100;
/** @type {WeakMap<Element, Entry[]>} */
const citiesOf = new WeakMap();
/** @param {EventTarget | null} target @returns {HTMLInputElement | null} */
const city = (target) => (target instanceof HTMLInputElement && target.dataset.citiesOf ? target : null);
/** @param {HTMLInputElement} field */
const listOf = (field) =>
  /** @type {HTMLElement} */ (document.getElementById(field.getAttribute("aria-controls") ?? ""));

/** @param {HTMLInputElement} field @param {string} country */
async function readCities(field, country) {
  Object.assign(field, { value: "", disabled: true, placeholder: country ? "Loading…" : "Choose a country first" });
  field.dataset.chosen = "";
  field.dataset.country = country;
  trouble(field, "", () => {});
  if (!country) return;
  const { data, trouble: text = "" } = await read(`/api/data/get_cities/${country}`);
  // Another country has been chosen meanwhile.
  if (field.dataset.country !== country) return;
  trouble(field, text, () => void readCities(field, country));
  citiesOf.set(field, byName(data ?? []));
  Object.assign(field, { disabled: !data, placeholder: data ? "Select or type" : "Select" });
}
/** @param {HTMLInputElement} field @param {string} typed */
function offer(field, typed) {
  const list = listOf(field);
  const wanted = typed.trim().toLocaleLowerCase("en-GB");
  const found = (citiesOf.get(field) ?? []).filter(({ name }) => name.toLocaleLowerCase("en-GB").includes(wanted));
  list.replaceChildren(
    ...found.slice(0, most).map(({ id, name }) => {
      const option = document.createElement("div");
      option.role = "option";
      option.id = `${list.id}-${id}`;
      option.dataset.id = String(id);
      option.textContent = name;
      option.ariaSelected = "false";
      return option;
    }),
  );
  const [first] = list.children;
  if (!first)
    list.append(
      Object.assign(document.createElement("div"), {
        role: "option",
        ariaDisabled: "true",
        textContent: "Nothing found",
      }),
    );
  list.hidden = false;
  field.ariaExpanded = "true";
  point(field, typed ? first : undefined);
}
/** Names the option that Enter takes. @param {HTMLInputElement} field @param {Element | null | undefined} option */
function point(field, option) {
  for (const each of listOf(field).querySelectorAll("[aria-selected='true']")) each.ariaSelected = "false";
  field.removeAttribute("aria-activedescendant");
  if (!option?.id) return;
  option.ariaSelected = "true";
  option.scrollIntoView({ block: "nearest" });
  field.setAttribute("aria-activedescendant", option.id);
}
/** @param {HTMLInputElement} field */
function close(field) {
  listOf(field).hidden = true;
  field.ariaExpanded = "false";
  point(field, null);
}
/** @param {HTMLInputElement} field @param {HTMLElement} option */
function take(field, option) {
  field.value = option.textContent ?? "";
  field.dataset.chosen = option.dataset.id ?? "";
  close(field);
}
document.addEventListener("change", ({ target }) => {
  if (!(target instanceof HTMLSelectElement)) return;
  for (const field of target.form?.elements ?? [])
    if (city(field)?.dataset.citiesOf === target.id)
      void readCities(/** @type {HTMLInputElement} */ (field), target.value);
});
document.addEventListener("input", ({ target }) => {
  const field = city(target);
  if (!field) return;
  field.dataset.chosen = "";
  offer(field, field.value);
});
document.addEventListener("keydown", (event) => {
  const field = city(event.target);
  if (!field) return;
  const open = field.ariaExpanded === "true";
  const pointed = document.getElementById(field.getAttribute("aria-activedescendant") ?? "");
  if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    event.preventDefault();
    if (!open) return offer(field, "");
    const { firstElementChild, lastElementChild } = listOf(field);
    if (event.key === "ArrowDown") point(field, pointed?.nextElementSibling ?? firstElementChild);
    else point(field, pointed?.previousElementSibling ?? lastElementChild);
  } else if (event.key === "Enter" && open) {
    event.preventDefault();
    if (pointed) take(field, pointed);
  } else if (event.key === "Escape") close(field);
});
// Pressed rather than clicked: the field keeps the focus, and its list does not close under the finger.
document.addEventListener("mousedown", (event) => {
  const option = event.target instanceof HTMLElement ? event.target.closest("[role='listbox']") : null;
  if (option) event.preventDefault();
});
document.addEventListener("click", ({ target }) => {
  const field = city(target);
  if (field) return field.ariaExpanded === "true" ? close(field) : offer(field, "");
  const option = target instanceof Element ? target.closest("[role='option']") : null;
  const owner = document.querySelector(`[aria-controls="${option?.parentElement?.id}"]`);
  if (option instanceof HTMLElement && option.id && city(owner)) take(/** @type {HTMLInputElement} */ (owner), option);
});
document.addEventListener("focusout", ({ target }) => {
  const field = city(target);
  if (!field) return;
  close(field);
  // Typed in full is as good as taken; anything else is no city of ours, and stays to be corrected.
  const typed = field.value.trim().toLocaleLowerCase("en-GB");
  const meant = citiesOf.get(field)?.find(({ name }) => name.toLocaleLowerCase("en-GB") === typed);
  if (meant) Object.assign(field, { value: meant.name }).dataset.chosen = String(meant.id);
});

/* Buttons inside a form: a password is shown, a refusal is cleared. */
document.addEventListener("click", ({ target }) => {
  const button = target instanceof Element ? target.closest("button") : null;
  const field = document.getElementById(button?.dataset.reveal ?? "");
  if (button && field instanceof HTMLInputElement) {
    const shown = field.type === "password";
    field.type = shown ? "text" : "password";
    button.textContent = shown ? "Hide" : "Show";
    button.ariaLabel = `${button.textContent} the password`;
  }
  if (button && "clear" in button.dataset) button.form?.querySelector("[data-said]")?.replaceChildren();
});

/** Where the member was going when they had to sign in (return-to.ts); only addresses of our own, of the last hour. @param {string} key */
function takeReturn(key) {
  const { path = "", at = 0 } = JSON.parse(sessionStorage.getItem(key) ?? "{}");
  sessionStorage.removeItem(key);
  return /^\/(?![/\\])/.test(path) && Date.now() - at < 3_600_000 ? path : null;
}

/* What follows: a session is kept as session.ts keeps it, and its page entered; an application is thanked for. */
document.addEventListener("answered", (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || !(event instanceof CustomEvent)) return;
  const { session, enter, thanks } = form.dataset;
  if (session && enter) {
    event.preventDefault();
    const { access_token, token_type, expires_in, stripe_setup = false, profile_setup = false, result } = event.detail;
    const kept = form.querySelector("[data-kept]");
    if (kept instanceof HTMLInputElement) localStorage.setItem(kept.dataset.kept ?? "", event.detail.device_token);
    /** @type {import("../session.ts").Stored} */
    const stored = {
      user: result.role,
      email: result.email,
      access_token,
      token_type,
      expires_at: Date.now() + expires_in * 1000,
      status: result.state,
      stripe_setup,
      profile_setup,
      login_time: Date.now(),
      stripe_code: undefined,
    };
    localStorage.setItem(session, JSON.stringify(stored));
    location.assign(takeReturn(form.dataset.return ?? "") ?? enter);
  }
  const place = document.getElementById(thanks ?? "");
  if (!place) return;
  event.preventDefault();
  for (const other of place.parentElement?.children ?? [])
    if (other instanceof HTMLElement) other.hidden = other !== place;
  place.querySelector("h1")?.focus();
  scrollTo({ top: 0 });
  setTimeout(() => location.assign(home), Number(place.dataset.stay));
});
// Come back to by the back button: what was said has been read (row A-26), and what was sent begins anew.
addEventListener("pageshow", ({ persisted }) => {
  if (!persisted) return;
  if (document.querySelector("form[data-call][aria-busy]")) return location.reload();
  for (const note of document.querySelectorAll("form [data-said], form [id$='-error']")) note.replaceChildren();
  for (const field of document.querySelectorAll("form [aria-invalid]")) field.removeAttribute("aria-invalid");
});
