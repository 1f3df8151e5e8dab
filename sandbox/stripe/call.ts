import type { Clock } from "./clock.ts";
import type { Faults } from "./faults.ts";
import type { Form } from "./form.ts";
import type { Kind, Kinds } from "./kinds.ts";
import { noSuch } from "./problems.ts";
import type { AccountObjects, Store } from "./store.ts";

export type StripeSettings = {
  publishableKey: string;
  secretKey: string;
  clientId: string;
  /** One address for both; `connectSecret` signs what concerns connected accounts. */
  webhook: { url: string; secret: string; connectSecret: string };
};

/** What every operation works with, for one account; handed over by a request or by a timer. */
export type Context = {
  store: Store;
  objects: AccountObjects;
  clock: Clock;
  faults: Faults;
  settings: StripeSettings;
  origin: string;
  request: { id: string | null; idempotency_key: string | null };
};

export type Call = {
  context: Context;
  params: Form;
  path: { id: string; sub: string };
  key: "secret" | "publishable";
  url: string;
};

export const platform = "";

/** The same context for the objects of another account; `platform` for our own. */
export function contextFor(context: Context, account: string): Context {
  return { ...context, objects: context.store.objectsOf(account) };
}

/**
 * Runs `work` as one transaction at one moment: all that it writes carries one time, even when a second passes meanwhile.
 * Throws what `work` throws, and then nothing is kept.
 */
export function inTransaction<T>({ store, clock }: Context, work: () => T): T {
  return clock.at(clock.now(), () => store.transaction(work));
}

const words: Partial<Record<Kind, string>> = { invoice_payment: "invoice payment", application_fee: "application fee" };

/** The object whose id is in the path. Throws 404 when there is none, in which `param` names the id. */
export function fromPath<K extends Kind>(call: Call, kind: K, param = "id"): Kinds[K] {
  const found = call.context.objects.get(kind, call.path.id);
  if (!found) throw noSuch(words[kind] ?? kind, call.path.id, { path: param });
  return found;
}

/** The object whose id is in the body. Throws 400 when there is none. */
export function requireObject<K extends Kind>(context: Context, kind: K, id: string, param: string = kind): Kinds[K] {
  const found = context.objects.get(kind, id);
  if (!found) throw noSuch(words[kind] ?? kind, id, { body: param });
  return found;
}
