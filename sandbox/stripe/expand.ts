import type { Desk } from "./call.ts";
import { findMethod } from "./cards.ts";
import { paymentsOf } from "./invoices.ts";
import { asList } from "./lists.ts";
import { invalid } from "./problems.ts";

type Tree = Record<string, unknown>;

const deepest = 4;

/** Fields that are absent until somebody expands them. */
const included: Record<string, (desk: Desk, owner: Tree) => unknown> = {
  "invoice.confirmation_secret": (desk, invoice) => {
    const intent = desk.store.note<string>(`intent-of:${invoice.id}`);
    const secret = intent && desk.shelf.get("payment_intent", intent)?.client_secret;
    return secret ? { client_secret: secret, type: "payment_intent" } : null;
  },
  "invoice.payments": (desk, invoice) => paymentsOf(desk, String(invoice.id)),
  "customer.sources": (desk, customer) =>
    asList(
      `/v1/customers/${customer.id}/sources`,
      desk.shelf.find("card", { where: [{ path: "customer", is: String(customer.id) }] }),
    ),
  "customer.subscriptions": (desk, customer) =>
    asList(
      "/v1/subscriptions",
      desk.shelf
        .find("subscription", { where: [{ path: "customer", is: String(customer.id) }] })
        .filter((one) => one.status !== "canceled"),
    ),
  "charge.refunds": (desk, charge) =>
    asList(
      `/v1/charges/${charge.id}/refunds`,
      desk.shelf.find("refund", { where: [{ path: "charge", is: String(charge.id) }] }),
    ),
};

/** Hidden from a plain answer although the store keeps it. */
const onRequest: Record<string, string[]> = { coupon: ["applies_to"] };

/**
 * Replaces ids by their objects along the given paths (`data.product`, `latest_invoice.confirmation_secret`).
 * Throws 400 for what cannot be expanded and for more than four levels.
 */
export function expand(desk: Desk, answer: object, paths: string[]): object {
  for (const path of paths) {
    if (path.split(".").filter((one) => one !== "data").length > deepest + 1) {
      throw invalid(`You cannot expand more than ${deepest} levels of a property. Property: ${path}`, "expand");
    }
  }
  const copy = structuredClone(answer) as Tree;
  for (const path of paths) follow(desk, copy, path.split("."), path);
  hide(copy, paths);
  return copy;
}

function follow(desk: Desk, owner: Tree, segments: string[], path: string): void {
  const [name, ...rest] = segments;
  if (!name) return;
  if (owner.object === "list" && name === "data") {
    for (const one of owner.data as Tree[]) follow(desk, one, rest, path);
    return;
  }
  const value = open(desk, owner, name, path);
  const next = Array.isArray(value) ? value : [value];
  for (const one of next) if (one && typeof one === "object") follow(desk, one as Tree, rest, path);
}

function open(desk: Desk, owner: Tree, name: string, path: string): unknown {
  const make = included[`${owner.object}.${name}`];
  if (make && owner[name] === undefined) owner[name] = make(desk, owner);
  const value = owner[name];
  if (value === undefined) throw cannot(name, path);
  if (typeof value === "string") {
    const found = name === "id" ? undefined : lookUp(desk, value, name);
    if (!found) throw cannot(name, path);
    owner[name] = found;
  }
  if (Array.isArray(value))
    owner[name] = value.map((one) => (typeof one === "string" ? (lookUp(desk, one, name) ?? one) : one));
  if (typeof value === "number" || typeof value === "boolean") throw cannot(name, path);
  return owner[name];
}

/** A card_ id in a payment method's place shows as a payment method. */
function lookUp(desk: Desk, id: string, name: string): object | undefined {
  if (name.endsWith("payment_method")) return findMethod(desk, id);
  return desk.shelf.any(id) ?? (id.startsWith("acct_") ? desk.store.shelf("").any(id) : undefined);
}

function cannot(name: string, path: string) {
  return invalid(
    `This property cannot be expanded (${name}). You may want to try expanding the property directly on the object it belongs to. Path: ${path}`,
    "expand",
  );
}

function hide(answer: Tree, paths: string[]): void {
  const hidden = onRequest[String(answer.object)] ?? [];
  for (const name of hidden) if (!paths.includes(name)) delete answer[name];
  if (answer.object !== "list") return;
  for (const one of answer.data as Tree[]) {
    for (const name of onRequest[String(one.object)] ?? []) if (!paths.includes(`data.${name}`)) delete one[name];
  }
}
