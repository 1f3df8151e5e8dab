// @ts-check
/*
 * The whole script of a page that is only read: plain, small, and only ever an addition, since every page works without
 * it. It listens on the document, so that it serves the pages that come alive as well.
 */
const { dataset } = document.documentElement;
const still = matchMedia("(prefers-reduced-motion: reduce)");
/** @param {EventTarget | null} target @param {string} selector @returns {any} */
const near = (target, selector) => (target instanceof Element ? target.closest(selector) : null);

/* A member's page comes alive: the header is theirs, and so are the members-only items (see light.ts). */
function wake() {
  for (const style of document.querySelectorAll("style[data-href]")) {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.setAttribute("href", style.getAttribute("data-href") ?? "");
    link.onload = () => style.remove();
    style.before(link);
  }
  for (const asleep of document.querySelectorAll("script[data-app]")) {
    const awake = document.createElement("script");
    if (asleep instanceof HTMLElement && asleep.dataset.app === "module") awake.type = "module";
    awake.text = asleep.textContent ?? "";
    asleep.replaceWith(awake);
  }
}
if (dataset.role) wake();
// Come back to by the back button, as it was before signing in or out.
addEventListener("pageshow", (event) => {
  const session = Object.keys(localStorage).some((key) => key.endsWith(".session"));
  if (event.persisted && session !== Boolean(dataset.role)) location.reload();
});

/* On the way to a page that needs signing in: the line that says so (return-to.ts, decision 50). */
for (const note of document.querySelectorAll("[data-return-note]")) {
  if (!(note instanceof HTMLElement) || dataset.role) continue;
  const { path, ended = false, at = 0 } = JSON.parse(sessionStorage.getItem(note.dataset.returnNote ?? "") ?? "{}");
  if (!path || Date.now() - at > 3_600_000) continue;
  for (const [name, shown] of [
    ["[data-asked]", !ended],
    ["[data-ended]", ended],
  ])
    note.querySelector(name)?.toggleAttribute("hidden", !shown);
  note.hidden = false;
}

/* The header: one menu at a time, closed by Escape and by a click elsewhere; the drawer where the browser knows no commands. */
document.addEventListener("click", (event) => {
  const menu = near(event.target, "details[name='header-menu']");
  for (const open of document.querySelectorAll("details[name='header-menu'][open]"))
    if (open !== menu) open.removeAttribute("open");
  const drawer = /** @type {HTMLDialogElement | null} */ (document.getElementById("drawer"));
  if (!drawer || "commandForElement" in HTMLButtonElement.prototype || "alive" in dataset) return;
  if (near(event.target, "[command='show-modal']") && !drawer.open) drawer.showModal();
  if (near(event.target, "[command='close']") || event.target === drawer) drawer.close();
});
document.addEventListener("keydown", (event) => {
  const menu = event.key === "Escape" && document.querySelector("details[name='header-menu'][open]");
  if (!menu) return;
  menu.removeAttribute("open");
  menu.querySelector("summary")?.focus();
});
document.addEventListener("click", (event) => {
  if (event.target instanceof HTMLDialogElement) event.target.close();
});
matchMedia("(min-width: 991px)").addEventListener("change", () => {
  /** @type {HTMLDialogElement | null} */ (document.getElementById("drawer"))?.close();
});

/* Forms: sent in place, once at a time; what was typed stays until it has arrived. Without this they are posted. */
/** @typedef {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} Field */
/** @param {HTMLFormElement} form @returns {Field[]} */
const fieldsOf = (form) =>
  /** @type {any[]} */ ([...form.querySelectorAll("input[name], select[name], textarea[name]")]);
/** What is given: the choice behind the text where a field offers one. @param {Field} field */
const answerOf = (field) => field.dataset.chosen ?? field.value;

/** Dots in a name make objects; fields of one name are one answer, joined, or a list where they say so. @param {HTMLFormElement} form */
function valuesOf(form) {
  /** @type {any} */
  const values = {};
  for (const field of fieldsOf(form)) {
    if (field.disabled || (field.type === "radio" && !(/** @type {HTMLInputElement} */ (field).checked))) continue;
    const path = field.name.split(".");
    const last = path.pop() ?? "";
    let at = values;
    for (const part of path) at = at[part] ??= {};
    // Choices from the reference data are numbers.
    const value = field.dataset.list || field.dataset.chosen ? Number(answerOf(field)) : answerOf(field);
    if (field.dataset.many) (at[last] ??= []).push(value);
    else at[last] = last in at ? `${at[last].trim()} ${String(value).trim()}` : value;
  }
  return values;
}
/** What can be said before anything is sent. @param {HTMLFormElement} form */
function complaintsOf(form) {
  /** @type {Map<Field, string>} */
  const complaints = new Map();
  for (const field of fieldsOf(form)) {
    const { missing, mismatch } = field.dataset;
    const given = answerOf(field);
    // Blanks are an answer to nothing but the question for a password.
    const blank = field.autocomplete.endsWith("password") ? !given : !given.trim();
    const nothing = field.type === "radio" ? !form.querySelector(`[name="${field.name}"]:checked`) : blank;
    if (missing && nothing) complaints.set(field, missing);
    else if (mismatch && field.validity.patternMismatch) complaints.set(field, mismatch);
  }
  return complaints;
}
/** Shows what is said of each field, and puts the cursor into the first. @param {HTMLFormElement} form @param {Map<Field, string>} complaints */
function complain(form, complaints) {
  for (const field of fieldsOf(form)) {
    const message = complaints.get(field) ?? "";
    const place = document.getElementById(`${field.id}-error`);
    if (place) place.textContent = message;
    if (message) field.setAttribute("aria-invalid", "true");
    else field.removeAttribute("aria-invalid");
  }
  fieldsOf(form)
    .find((field) => complaints.has(field))
    ?.focus();
}
/** @param {HTMLFormElement} form @param {string} text @param {string} tone */
function say(form, text, tone) {
  const place = form.querySelector("[data-said]");
  if (!(place instanceof HTMLElement)) return;
  place.textContent = text;
  place.dataset.tone = text && tone;
}
/** Why it was refused: what belongs to a field is said there, the rest as every page says it. @param {HTMLFormElement} form @param {Response} answer @param {any} errors */
function refuse(form, answer, errors) {
  /** @type {Map<Field, string>} */
  const complaints = new Map();
  const rest = [];
  for (const [name, messages] of answer.status === 422 ? Object.entries(errors) : []) {
    const field = fieldsOf(form).find((each) => each.name === name);
    if (field) complaints.set(field, messages.join(" "));
    else rest.push(messages.join(" "));
  }
  complain(form, complaints);
  const { incomplete = "", failed = "" } = form.dataset;
  if (!failed) return;
  if (answer.status === 422) return say(form, rest.join(" ") || incomplete, "bad");
  const message = errors.message ?? errors.base?.join(" ");
  const exact = form.dataset.exact && (answer.status === 401 || answer.status === 404 || answer.status >= 500);
  const status = errors.status_code ?? answer.status;
  say(form, exact ? `${status} ${message ?? answer.statusText}` : message || failed, "bad");
}
/** What was sent and not answered yet. @type {WeakMap<HTMLFormElement, { body: string, key: string }>} */
const sent = new WeakMap();
/* crypto.randomUUID is there on https only. */
const freshKey = () => [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36)).join("-");
document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || !form.dataset.call) return;
  event.preventDefault();
  if (form.ariaBusy) return;
  const complaints = complaintsOf(form);
  const { incomplete = "", failed = "", call } = form.dataset;
  complain(form, complaints);
  if (complaints.size > 0) return say(form, incomplete, "bad");
  const button = form.querySelector("button[type='submit']");
  const label = button?.textContent ?? "";
  form.ariaBusy = "true";
  say(form, "", "");
  if (button instanceof HTMLElement) {
    button.ariaDisabled = "true";
    button.textContent = button.dataset.busy ?? label;
  }
  const body = JSON.stringify(valuesOf(form));
  // One key for what is filled in, until it is answered: pressed again after a lost answer, it makes one thing.
  if (sent.get(form)?.body !== body) sent.set(form, { body, key: freshKey() });
  try {
    const answer = await fetch(call, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json",
        "idempotency-key": sent.get(form)?.key ?? "",
      },
      body,
    });
    if (answer.status < 500 && !answer.headers.has("retry-after")) sent.delete(form);
    const { errors = {}, ...told } = await answer.json().catch(() => ({}));
    if (!answer.ok) refuse(form, answer, errors);
    // Whoever has more to do with the answer than to thank for it takes the form from here (forms.js).
    else if (!form.dispatchEvent(new CustomEvent("answered", { bubbles: true, cancelable: true, detail: told })))
      return;
    else {
      form.reset();
      say(form, told.message, "good");
    }
  } catch {
    say(form, failed, "bad");
  }
  form.ariaBusy = null;
  if (!button) return;
  button.ariaDisabled = null;
  button.textContent = label;
});
// What is being corrected is no longer complained of.
document.addEventListener("input", (/** @type {any} */ { target }) => {
  const form = near(target, "form[data-call]");
  for (const field of form ? fieldsOf(form) : []) {
    const same = field === target || (field.type === "radio" && field.name === target?.name);
    if (!same || !field.hasAttribute("aria-invalid")) continue;
    field.removeAttribute("aria-invalid");
    document.getElementById(`${field.id}-error`)?.replaceChildren();
  }
});

/* Carousels: the arrows move a strip that scrolls by itself; it advances while nobody touches it and motion is welcome. */
/** @param {Element} carousel @param {number} direction */
function move(carousel, direction) {
  const strip = carousel.querySelector("[data-strip]");
  const [slide] = strip?.children ?? [];
  if (!strip || !slide) return;
  const step = slide.getBoundingClientRect().width + (Number.parseFloat(getComputedStyle(strip).columnGap) || 0);
  const end = strip.scrollWidth - strip.clientWidth;
  const beyond = direction > 0 ? strip.scrollLeft >= end - 4 : strip.scrollLeft <= 4;
  const left = beyond ? (direction > 0 ? 0 : end) : strip.scrollLeft + direction * step;
  strip.scrollTo({ left, behavior: still.matches ? "instant" : "smooth" });
}
/** @param {Element} carousel */
function rest(carousel) {
  if (carousel instanceof HTMLElement) carousel.dataset.carousel = "resting";
}
document.addEventListener("click", (event) => {
  const button = near(event.target, "[data-move]");
  const carousel = near(button, "[data-carousel]");
  if (!carousel) return;
  rest(carousel);
  move(carousel, Number(button.dataset.move));
});
document.addEventListener("keydown", (event) => {
  const strip = near(event.target, "[data-strip]");
  const direction = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!strip || !direction) return;
  event.preventDefault();
  rest(near(strip, "[data-carousel]"));
  move(near(strip, "[data-carousel]"), direction);
});
for (const kind of ["pointerdown", "focusin", "wheel"])
  document.addEventListener(
    kind,
    (event) => {
      const carousel = near(event.target, "[data-carousel]");
      if (carousel) rest(carousel);
    },
    { passive: true },
  );
setInterval(() => {
  if (still.matches || document.hidden) return;
  for (const carousel of document.querySelectorAll("[data-carousel='moving']")) {
    const { top, bottom } = carousel.getBoundingClientRect();
    if (top < innerHeight && bottom > 0 && !carousel.matches(":hover")) move(carousel, 1);
  }
}, 6000);

/*
 * Load More: the longer list takes the place of the shorter one, and the focus goes to the first that is new. What is
 * fetched here is the visitors' list: a member's page is the application's business, or the browser's until that runs.
 */
document.addEventListener("click", async (event) => {
  const link = near(event.target, "a[data-more]");
  if (!link || "alive" in dataset || dataset.role || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  if (link.ariaBusy) return;
  link.ariaBusy = "true";
  try {
    const answer = await fetch(link.href);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const [from, to] = [page, document].map((each) => each.getElementById("list"));
    if (!answer.ok || !from || !to) throw new Error("There is no list there");
    const before = to.querySelectorAll("li > article").length;
    to.replaceWith(from);
    history.replaceState(null, "", link.href);
    const fresh = from.querySelectorAll("li > article")[before]?.querySelector("a");
    fresh?.focus({ preventScroll: true });
  } catch {
    location.assign(link.href);
  }
});

/* The drawn map: pressing it brings the real one, and with it the first request to somebody else's server. */
document.addEventListener("click", (event) => {
  const link = near(event.target, "a[data-map]");
  if (!link) return;
  event.preventDefault();
  const map = document.createElement("iframe");
  map.src = link.dataset.map;
  map.title = link.dataset.title;
  link.replaceWith(map);
  map.focus();
});
