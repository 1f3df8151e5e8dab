import type { Context } from "./call.ts";
import { findMethod } from "./cards.ts";
import { paymentsOf } from "./invoices.ts";
import { asList } from "./lists.ts";
import { invalid } from "./problems.ts";

type Tree = Record<string, unknown>;

const deepest = 4;

/** Fields that are absent unless they are expanded. */
const included: Record<string, (context: Context, owner: Tree) => unknown> = {
  "invoice.confirmation_secret": (context, invoice) => {
    const intent = context.store.note<string>(`intent-of:${invoice.id}`);
    const secret = intent && context.objects.get("payment_intent", intent)?.client_secret;
    return secret ? { client_secret: secret, type: "payment_intent" } : null;
  },
  "invoice.payments": (context, invoice) => paymentsOf(context, String(invoice.id)),
  "customer.sources": (context, customer) =>
    asList(
      `/v1/customers/${customer.id}/sources`,
      context.objects.find("card", { where: [{ path: "customer", is: String(customer.id) }] }),
    ),
  "customer.subscriptions": (context, customer) =>
    asList(
      "/v1/subscriptions",
      context.objects
        .find("subscription", { where: [{ path: "customer", is: String(customer.id) }] })
        .filter((one) => one.status !== "canceled"),
    ),
  // Expandable also where a charge has none, as in a list of charges of which some went to another account.
  "charge.transfer": () => null,
  "charge.refunds": (context, charge) =>
    asList(
      `/v1/charges/${charge.id}/refunds`,
      context.objects.find("refund", { where: [{ path: "charge", is: String(charge.id) }] }),
    ),
};

/** Stored fields that an answer leaves out unless they are expanded. */
const onRequest: Record<string, string[]> = { coupon: ["applies_to"] };

/**
 * Replaces ids by their objects along the given paths (`data.product`, `latest_invoice.confirmation_secret`).
 * Throws 400 for what cannot be expanded and for more than four levels.
 */
export function expand(context: Context, answer: object, paths: string[]): object {
  for (const path of paths) {
    if (path.split(".").filter((one) => one !== "data").length > deepest + 1) {
      throw invalid(`You cannot expand more than ${deepest} levels of a property. Property: ${path}`, "expand");
    }
  }
  const copy: Tree = { ...structuredClone(answer) };
  for (const path of paths) follow(context, copy, path.split("."), path);
  hide(copy, paths);
  return copy;
}

function follow(context: Context, owner: Tree, segments: string[], path: string): void {
  const [name, ...rest] = segments;
  if (!name) return;
  if (owner.object === "list" && name === "data") {
    for (const one of listed(owner)) follow(context, one, rest, path);
    return;
  }
  const value = open(context, owner, name, path);
  const next = Array.isArray(value) ? value : [value];
  for (const one of next) if (isTree(one)) follow(context, one, rest, path);
}

const isTree = (value: unknown): value is Tree => typeof value === "object" && value !== null;
const listed = ({ data }: Tree): Tree[] => (Array.isArray(data) ? data.filter(isTree) : []);

function open(context: Context, owner: Tree, name: string, path: string): unknown {
  const make = included[`${owner.object}.${name}`];
  if (make && owner[name] === undefined) owner[name] = make(context, owner);
  const value = owner[name];
  if (value === undefined) throw notExpandable(name, path);
  if (typeof value === "string") {
    const found = name === "id" ? undefined : lookUp(context, value, name);
    if (!found) throw notExpandable(name, path);
    owner[name] = found;
  }
  if (Array.isArray(value))
    owner[name] = value.map((one) => (typeof one === "string" ? (lookUp(context, one, name) ?? one) : one));
  if (typeof value === "number" || typeof value === "boolean") throw notExpandable(name, path);
  return owner[name];
}

/** A card_ id in a payment method's field is expanded as a payment method. */
function lookUp(context: Context, id: string, name: string): object | undefined {
  if (name.endsWith("payment_method")) return findMethod(context, id);
  return context.objects.any(id) ?? (id.startsWith("acct_") ? context.store.objectsOf("").any(id) : undefined);
}

function notExpandable(name: string, path: string) {
  return invalid(
    `This property cannot be expanded (${name}). You may want to try expanding the property directly on the object it belongs to. Path: ${path}`,
    "expand",
  );
}

function hide(answer: Tree, paths: string[]): void {
  const hidden = onRequest[String(answer.object)] ?? [];
  for (const name of hidden) if (!paths.includes(name)) delete answer[name];
  if (answer.object !== "list") return;
  for (const one of listed(answer)) {
    for (const name of onRequest[String(one.object)] ?? []) if (!paths.includes(`data.${name}`)) delete one[name];
  }
}
