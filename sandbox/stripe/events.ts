import { type Context, contextFor, platform } from "./call.ts";
import { newId } from "./ids.ts";
import type { StoredEvent } from "./kinds.ts";

/** The API version that the installed SDK pins. */
export const apiVersion = "2026-10-28.endive";

/**
 * Stores an event in the running transaction and queues its delivery to every endpoint that is subscribed to it, unless a
 * fault loses it.
 * With `before`, the changed fields' earlier values travel as previous_attributes.
 * Events about a connected account carry its id, as Connect webhooks do.
 */
export function emit(context: Context, type: string, object: object, before?: object): StoredEvent {
  const account = context.objects.account;
  const home = contextFor(context, platform);
  const all = context.clock.isSilent() ? [] : home.objects.find("webhook_endpoint");
  const endpoints = all
    .filter((one) => one.status === "enabled")
    .filter((one) => one.enabled_events.includes("*") || one.enabled_events.includes(type))
    .filter((one) => receivesEventsOf(home, one.id, account));
  const event: StoredEvent = {
    id: newId("evt"),
    object: "event",
    ...(account && { account }),
    api_version: apiVersion,
    created: context.clock.now(),
    data: { object, ...(before && { previous_attributes: changedFields(before, object) }) },
    livemode: false,
    pending_webhooks: endpoints.length,
    request: context.request,
    type,
  };
  home.objects.put(event);
  for (const endpoint of endpoints)
    if (!context.faults.dropsWebhook()) context.store.addDelivery(event.id, endpoint.id, Date.now());
  return event;
}

/** Whether an endpoint gets events of this account: Connect endpoints those of connected ones, the others our own. */
export function receivesEventsOf(context: Context, endpoint: string, account: string | undefined): boolean {
  return (context.store.note<boolean>(`connect:${endpoint}`) ?? false) === Boolean(account);
}

function changedFields(before: object, after: object): object {
  const now = new Map<string, unknown>(Object.entries(after));
  return Object.fromEntries(
    Object.entries(before).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(now.get(name))),
  );
}
