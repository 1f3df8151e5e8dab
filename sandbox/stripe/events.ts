import { type Desk, deskOf, platform } from "./call.ts";
import { newId } from "./ids.ts";
import type { StoredEvent } from "./kinds.ts";

/** The version the installed SDK pins; the receiver may compare. */
export const apiVersion = "2026-10-28.endive";

/**
 * Records an event in the running transaction and books its delivery to every endpoint that wants it.
 * With `before`, the changed fields' earlier values travel as previous_attributes.
 * Events about a connected account carry its id, as Connect webhooks do.
 */
export function emit(desk: Desk, type: string, object: object, before?: object): StoredEvent {
  const account = desk.shelf.account;
  const home = deskOf(desk, platform);
  const endpoints = home.shelf
    .find("webhook_endpoint")
    .filter((one) => one.status === "enabled")
    .filter((one) => one.enabled_events.includes("*") || one.enabled_events.includes(type))
    .filter((one) => hearsOf(home, one.id, account));
  const event: StoredEvent = {
    id: newId("evt"),
    object: "event",
    ...(account && { account }),
    api_version: apiVersion,
    created: desk.clock.now(),
    data: { object, ...(before && { previous_attributes: changedFields(before, object) }) },
    livemode: false,
    pending_webhooks: endpoints.length,
    request: desk.request,
    type,
  };
  home.shelf.put(event);
  for (const endpoint of endpoints) desk.store.addDelivery(event.id, endpoint.id, Date.now());
  return event;
}

/** Whether an endpoint gets events of this account: Connect endpoints those of connected ones, the others our own. */
export function hearsOf(desk: Desk, endpoint: string, account: string | undefined): boolean {
  return (desk.store.note<boolean>(`connect:${endpoint}`) ?? false) === Boolean(account);
}

function changedFields(before: object, after: object): object {
  const now = after as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(before).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(now[name])),
  );
}
