import {
  brandOf,
  checkCvc,
  checkExpiry,
  checkNumber,
  expiryOf,
  formatCvc,
  formatExpiry,
  formatNumber,
  problem,
} from "./card-format.js";

// Pages that are not on https or localhost have no crypto.randomUUID.
const randomId = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

// One frame holds one field (or, for the combined element, all three). The parent page is another origin and
// receives events only; frames of the same Elements share their values over a BroadcastChannel of this origin.

const elementType = new URLSearchParams(location.search).get("type") ?? "card";

const fields = {
  cardNumber: {
    name: "cardnumber",
    label: "Credit or debit card number",
    autocomplete: "cc-number",
    placeholder: "1234 1234 1234 1234",
    maxLength: 19,
    format: formatNumber,
    check: (value) => checkNumber(value),
  },
  cardExpiry: {
    name: "exp-date",
    label: "Credit or debit card expiration date",
    autocomplete: "cc-exp",
    placeholder: "MM / YY",
    maxLength: 7,
    format: formatExpiry,
    check: (value) => checkExpiry(value),
  },
  cardCvc: {
    name: "cvc",
    label: "Credit or debit card CVC/CVV",
    autocomplete: "cc-csc",
    placeholder: "CVC",
    maxLength: 4,
    format: formatCvc,
    check: (value) => checkCvc(value, brand()),
  },
};

const shown = elementType === "card" ? Object.keys(fields) : [elementType];
const inputs = {};
const touched = {};
let siblingBrand = "unknown";
let options = {};
let port;
let channel;

for (const type of shown) document.getElementById("fields").append(makeInput(type));
document.getElementById("fields").addEventListener("submit", (event) => event.preventDefault());

window.addEventListener("message", function meet(event) {
  if (event.source !== window.parent || event.data?.plumblineStripe !== "connect") return;
  window.removeEventListener("message", meet);
  [port] = event.ports;
  port.onmessage = ({ data }) => commands[data.do]?.(data);
  channel = new BroadcastChannel(`plumbline-card-${event.data.group}`);
  channel.onmessage = ({ data }) => hearSibling(data);
  loadFonts(event.data.fonts ?? []);
  update(event.data.options ?? {});
  tell({ event: "ready" });
});

const commands = {
  update: ({ options: changed }) => update(changed),
  focus: () => Object.values(inputs)[0].focus(),
  blur: () => document.activeElement?.blur(),
  clear: () => {
    for (const type of shown) {
      inputs[type].value = "";
      touched[type] = false;
    }
    changed();
  },
  create: async ({ id, key, path, data }) => tell({ reply: id, result: await create(key, path, data) }),
};

function makeInput(type) {
  const field = fields[type];
  const input = document.createElement("input");
  Object.assign(input, { name: field.name, type: "text", inputMode: "numeric", maxLength: field.maxLength });
  Object.assign(input, { placeholder: field.placeholder, autocomplete: field.autocomplete, spellcheck: false });
  input.setAttribute("aria-label", field.label);
  input.setAttribute("aria-required", "true");
  input.addEventListener("input", (event) => {
    retype(input, field, event.inputType?.startsWith("delete"));
    touched[type] = field.check(input.value) === "invalid_number";
    changed();
    if (elementType === "card" && !field.check(input.value) && type !== "cardCvc") nextOf(type)?.focus();
  });
  input.addEventListener("focus", () => tell({ event: "focus" }));
  input.addEventListener("blur", () => {
    touched[type] = input.value !== "";
    changed();
    tell({ event: "blur" });
  });
  input.addEventListener("keydown", (event) => {
    if (event.key === "Escape") tell({ event: "escape" });
    if (event.key === "Enter") tell({ event: "enter" });
  });
  inputs[type] = input;
  return input;
}

const nextOf = (type) => inputs[shown[shown.indexOf(type) + 1]];

/** Formats the input and keeps the caret after the same digit. */
function retype(input, field, deleting) {
  const before = input.value.slice(0, input.selectionStart ?? 0).replace(/\D/g, "").length;
  const atEnd = input.selectionStart === input.value.length;
  const formatted = field.format(input.value, deleting);
  if (formatted === input.value) return;
  input.value = formatted;
  if (atEnd) return;
  let caret = 0;
  for (let seen = 0; caret < formatted.length && seen < before; caret += 1) if (/\d/.test(formatted[caret])) seen += 1;
  input.setSelectionRange(caret, caret);
}

function brand() {
  return inputs.cardNumber ? brandOf(inputs.cardNumber.value.replace(/\D/g, "")) : siblingBrand;
}

/** The change event: complete, empty, and an error once a field is left or invalid. */
function state() {
  const empty = shown.every((type) => inputs[type].value === "");
  const wrong = shown.map((type) => [type, fields[type].check(inputs[type].value)]);
  const complete = wrong.every(([, code]) => !code);
  const past = (code) => code?.startsWith("invalid_");
  const [, code] = wrong.find(([type, one]) => one && inputs[type].value !== "" && (touched[type] || past(one))) ?? [];
  const withBrand = shown.includes("cardNumber") ? { brand: brand() } : {};
  return { elementType, empty, complete, error: code ? problem(code) : undefined, ...withBrand };
}

let last = "";
function changed() {
  const now = state();
  for (const input of Object.values(inputs)) {
    if (now.error) input.setAttribute("aria-invalid", "true");
    else input.removeAttribute("aria-invalid");
  }
  paint(now);
  if (inputs.cardNumber) channel?.postMessage({ brand: brand() });
  // Typing within an incomplete field does not change the event.
  const said = JSON.stringify(now);
  if (said !== last) tell({ event: "change", detail: now });
  last = said;
}

function update(changes) {
  options = { ...options, ...changes, style: { ...options.style, ...changes.style } };
  for (const [type, input] of Object.entries(inputs)) {
    input.disabled = options.disabled === true;
    if (elementType !== "card") input.placeholder = options.placeholder ?? fields[type].placeholder;
  }
  paint(state());
  tell({ event: "size", detail: { height: Math.ceil(Object.values(inputs)[0].getBoundingClientRect().height) } });
}

const paintable =
  /^(color|font|letterSpacing|lineHeight|textAlign|textDecoration|textShadow|textTransform|backgroundColor|padding)/;

function paint(now) {
  const { base = {}, complete = {}, empty = {}, invalid = {} } = options.style ?? {};
  const layers = [base, now.empty && empty, now.complete && complete, now.error && invalid].filter(Boolean);
  const style = Object.assign({}, ...layers);
  const placeholder = Object.assign({}, ...layers.map((one) => one["::placeholder"]));
  for (const input of Object.values(inputs)) {
    for (const [name, value] of Object.entries(style)) {
      if (paintable.test(name) && typeof value === "string") input.style[name] = value;
    }
    if (!style.color) input.style.color = "";
    if (placeholder.color) input.style.setProperty("--placeholder", placeholder.color);
  }
}

function loadFonts(fonts) {
  for (const font of fonts) {
    if (!font.family || !font.src) continue;
    const face = new FontFace(font.family, font.src, { weight: font.weight, style: font.style });
    face.load().then(
      () => document.fonts.add(face),
      () => {},
    );
  }
}

function hearSibling(data) {
  if (data.brand) {
    siblingBrand = data.brand;
    if (inputs.cardCvc?.value) changed();
  }
  if (data.ask) channel.postMessage({ answer: data.ask, held: held() });
  if (data.answer) waiting.get(data.answer)?.(data.held);
}

const held = () => Object.fromEntries(shown.map((type) => [type, inputs[type].value]));
const waiting = new Map();

/** Collects the values of all fields of this Elements; frames that do not answer in time count as empty. */
function collect() {
  const missing = Object.keys(fields).filter((type) => !inputs[type]);
  if (!missing.length) return Promise.resolve(held());
  return new Promise((resolve) => {
    const id = randomId();
    let all = held();
    const done = () => {
      waiting.delete(id);
      resolve(all);
    };
    const late = setTimeout(done, 1000);
    waiting.set(id, (more) => {
      all = { ...all, ...more };
      if (!missing.every((type) => type in all)) return;
      clearTimeout(late);
      done();
    });
    channel.postMessage({ ask: id });
  });
}

/** Creates a token or a payment method; the card number is sent to the sandbox only. */
async function create(key, path, data) {
  const values = await collect();
  const checks = {
    cardNumber: checkNumber(values.cardNumber ?? ""),
    cardExpiry: checkExpiry(values.cardExpiry ?? ""),
    cardCvc: checkCvc(values.cardCvc ?? "", brandOf((values.cardNumber ?? "").replace(/\D/g, ""))),
  };
  const code = Object.values(checks).find(Boolean);
  if (code) return { error: problem(code) };
  const { month, year } = expiryOf(values.cardExpiry);
  const body = new URLSearchParams(data);
  body.set("card[number]", values.cardNumber.replace(/\D/g, ""));
  body.set("card[exp_month]", String(month));
  body.set("card[exp_year]", String(year));
  body.set("card[cvc]", values.cardCvc);
  try {
    const answer = await fetch(`..${path}`, { method: "POST", headers: { authorization: `Bearer ${key}` }, body });
    const result = await answer.json();
    return result.error ? { error: result.error } : { made: result };
  } catch {
    const message = "We could not reach the card service. Please check your connection and try again.";
    return { error: { type: "api_connection_error", message } };
  }
}

function tell(message) {
  port?.postMessage(message);
}
