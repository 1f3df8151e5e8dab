import type { Clock } from "./clock.ts";
import type { Form } from "./form.ts";
import type { Kind, Kinds } from "./kinds.ts";
import { noSuch } from "./problems.ts";
import type { Shelf, Store } from "./store.ts";

export type StripeSettings = {
  publishableKey: string;
  secretKey: string;
  clientId: string;
  /** One address for both; `connectSecret` signs what concerns connected accounts. */
  webhook: { url: string; secret: string; connectSecret: string };
};

/** One account's view of the sandbox: everything a verb needs, whether a request or the clock calls it. */
export type Desk = {
  store: Store;
  shelf: Shelf;
  clock: Clock;
  settings: StripeSettings;
  origin: string;
  request: { id: string | null; idempotency_key: string | null };
};

export type Call = {
  desk: Desk;
  params: Form;
  path: { id: string; sub: string };
  key: "secret" | "publishable";
  url: string;
};

export const platform = "";

export function deskOf(desk: Desk, account: string): Desk {
  return { ...desk, shelf: desk.store.shelf(account) };
}

const words: Partial<Record<Kind, string>> = { invoice_payment: "invoice payment", application_fee: "application fee" };

/** The object named in the path, else 404; `param` is how Stripe names the path's id in its error. */
export function fromPath<K extends Kind>(call: Call, kind: K, param = "id"): Kinds[K] {
  const found = call.desk.shelf.get(kind, call.path.id);
  if (!found) throw noSuch(words[kind] ?? kind, call.path.id, { path: param });
  return found;
}

/** The object named in the body, else 400. */
export function named<K extends Kind>(desk: Desk, kind: K, id: string, param: string = kind): Kinds[K] {
  const found = desk.shelf.get(kind, id);
  if (!found) throw noSuch(words[kind] ?? kind, id, { body: param });
  return found;
}
