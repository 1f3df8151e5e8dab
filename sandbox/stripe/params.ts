import type Stripe from "stripe";
import type { Form } from "./form.ts";
import { invalid, missing } from "./problems.ts";

/** A string parameter: undefined when absent, null when sent empty ("unset it"). */
export function text(form: Form, name: string): string | null | undefined {
  const value = form[name];
  if (value === undefined) return undefined;
  if (typeof value !== "string") throw invalid(`Invalid string: ${name}`, name);
  return value === "" ? null : value;
}

/** A string parameter that must be there. Throws 400 when it is absent or empty. */
export function requiredText(form: Form, name: string): string {
  const value = text(form, name);
  if (value === undefined) throw missing(name);
  if (value === null) {
    throw invalid(
      `You passed an empty string for '${name}'. We assume empty values are an attempt to unset a parameter; however '${name}' cannot be unset.`,
      name,
      "parameter_invalid_empty",
    );
  }
  return value;
}

/**
 * A whole number of at most 15 digits; undefined when absent or empty. Throws 400 for anything else, in which `param`
 * names it.
 */
export function integer(form: Form, name: string, param = name): number | undefined {
  const value = text(form, name);
  if (value === undefined || value === null) return undefined;
  if (!/^-?\d{1,15}$/.test(value)) throw invalid(`Invalid integer: ${value}`, param, "parameter_invalid_integer");
  return Number(value);
}

const currencies = new Set(Intl.supportedValuesOf("currency").map((code) => code.toLowerCase()));

/** The ISO code of a currency, in lower case. Throws Stripe's error for an unknown one. */
export function currencyOf(form: Form): string {
  const currency = requiredText(form, "currency").toLowerCase();
  if (currencies.has(currency)) return currency;
  throw invalid(
    `Invalid currency: ${currency}. Stripe currently supports these currencies: ${[...currencies].join(", ")}`,
    "currency",
  );
}

/** The same; throws 400 when it is absent or empty. */
export function requiredInteger(form: Form, name: string): number {
  const value = integer(form, name);
  if (value === undefined) throw missing(name);
  return value;
}

/** `true` or `false`; undefined when absent or empty. Throws 400 for anything else. */
export function flag(form: Form, name: string): boolean | undefined {
  const value = text(form, name);
  if (value === undefined || value === null) return undefined;
  if (value !== "true" && value !== "false") throw invalid(`Invalid boolean: ${value}`, name);
  return value === "true";
}

/** One of the allowed words; undefined when absent or empty. Throws 400 for another word. */
export function oneOf<T extends string>(form: Form, name: string, allowed: readonly T[]): T | undefined {
  const value = text(form, name);
  if (value === undefined || value === null) return undefined;
  const found = allowed.find((word) => word === value);
  if (!found) throw invalid(`Invalid ${name}: must be one of ${allowed.join(", ")}`, name);
  return found;
}

/** `card[number]=…` as a form of its own; undefined when absent or empty. Throws 400 for a plain value. */
export function group(form: Form, name: string): Form | undefined {
  const value = form[name];
  if (value === undefined || value === "") return undefined;
  if (typeof value === "string") throw invalid("Invalid object", name);
  return value;
}

/** `items[0][price]=…` as a list of forms; undefined when absent, empty when sent empty. */
export function groups(form: Form, name: string): Form[] | undefined {
  if (form[name] === "") return [];
  const value = group(form, name);
  return value && inOrder(value).filter((entry): entry is Form => typeof entry === "object");
}

/** `types[]=…` or `types[0]=…` as a list, one plain value as a list of one; empty when absent. */
export function texts(form: Form, name: string): string[] {
  const value = form[name];
  if (typeof value === "string") return value === "" ? [] : [value];
  return value ? inOrder(value).filter((entry): entry is string => typeof entry === "string") : [];
}

function inOrder(value: Form): (string | Form)[] {
  return Object.keys(value)
    .sort((a, b) => Number(a) - Number(b))
    .flatMap((key) => value[key] ?? []);
}

/** Stripe's metadata: merged, an empty value removes its key; 50 keys of 40 characters, values of 500. */
export function metadata(form: Form, before: Stripe.Metadata | null = {}): Stripe.Metadata {
  if (form.metadata === "") return {};
  const given = group(form, "metadata") ?? {};
  const merged: Stripe.Metadata = { ...before };
  for (const [key, value] of Object.entries(given)) {
    if (typeof value !== "string") throw invalid("Metadata values must be strings", `metadata[${key}]`);
    if (key.length > 40) throw invalid("Metadata keys can be at most 40 characters long", `metadata[${key}]`);
    if (value.length > 500) throw invalid("Metadata values can have up to 500 characters", `metadata[${key}]`);
    if (value === "") delete merged[key];
    else merged[key] = value;
  }
  if (Object.keys(merged).length > 50) throw invalid("Metadata can have at most 50 keys", "metadata");
  return merged;
}

/** The six fields of an address, null where absent or empty; null without a form. */
export function address(form: Form | undefined): Stripe.Address | null {
  if (!form) return null;
  const line = (name: string) => text(form, name) ?? null;
  return {
    city: line("city"),
    country: line("country"),
    line1: line("line1"),
    line2: line("line2"),
    postal_code: line("postal_code"),
    state: line("state"),
  };
}
