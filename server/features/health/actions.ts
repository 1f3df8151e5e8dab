import type { Member } from "../../auth/members.ts";
import { findWebhook, handleAgain, type UnhandledWebhook, type Webhook } from "../../cards/webhooks.ts";
import type { AppContext } from "../../context.ts";
import { conflict, notFound } from "../../http/problems.ts";
import { failureReason } from "../../outbox/failure-reason.ts";
import { append } from "../../outbox/outbox.ts";
import { isDelivered, reviveEvent, type UndeliveredEvent } from "../../outbox/undelivered.ts";

/** Queues an event again that was given up. Throws notFound, and conflict for any other. */
export async function retryDeliveryOf(context: AppContext, member: Member, id: number): Promise<UndeliveredEvent> {
  return context.db.transaction(async (tx) => {
    const revived = await reviveEvent(tx, id);
    if (!revived) {
      const delivered = await isDelivered(tx, id);
      if (delivered === null) throw notFound();
      throw conflict(delivered ? "This has been delivered meanwhile." : "This is waiting to be delivered already.");
    }
    await append(tx, { kind: "delivery.retried", actorId: member.id, subjectId: id }, context.clock.now());
    return revived;
  });
}

/**
 * Handles a webhook of the provider again. One that was handled meanwhile is left alone. Throws notFound for one that
 * was never received, and conflict for one that fails again, with the reason.
 */
export async function retryWebhookOf(
  context: AppContext,
  member: Member,
  handlers: readonly Webhook[],
  id: string,
): Promise<UnhandledWebhook> {
  const webhook = await findWebhook(context.db, id);
  if (!webhook) throw notFound();
  if (webhook.handledAt) return webhook;
  const event = { kind: "webhook.retried", actorId: member.id, subjectId: 0, data: { id } } as const;
  await context.db.transaction((tx) => append(tx, event, context.clock.now()));
  try {
    await handleAgain(context, handlers, webhook);
  } catch (error) {
    context.log.warn({ err: error, event: id }, "a provider event could not be handled by hand either");
    throw conflict(`It failed again: ${failureReason(error)}.`);
  }
  return { ...webhook, attempts: webhook.attempts + 1, failure: null };
}
