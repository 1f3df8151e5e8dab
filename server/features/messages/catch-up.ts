import type { AppContext } from "../../context.ts";
import { conversationStates } from "./live-store.ts";
import type { OrderedDelivery } from "./ordered-delivery.ts";
import type { Read } from "./topics.ts";

type CatchUpOptions = {
  delivery: OrderedDelivery;
  conversations: { idsIn(names: Iterable<string>): number[] };
  inboxes: { idsIn(names: Iterable<string>): number[] };
  broadcastRead(context: AppContext, read: Read): void;
};

/**
 * After a gap on the bus, reads missed messages and read positions from the database, for conversations with a subscriber in
 * this process. Typing indicators are not recovered.
 */
export function catchUpAfterGaps(
  context: AppContext,
  { delivery, broadcastRead, conversations, inboxes }: CatchUpOptions,
): void {
  const knownReads = new Map<number, string>();
  const marks = context.bus.gapMarks(delivery.highest, () => knownReads.clear());
  const begun = delivery.begin().then(marks.begin);
  begun.catch((error) => context.log.error({ err: error }, "the newest message could not be read"));
  context.bus.onGap(
    marks.during(async (since) => {
      await delivery.begin();
      const names = [...context.cable.streams()];
      const conversationIds = conversations.idsIn(names);
      const memberIds = [...inboxes.idsIn(names), ...(await context.cable.membersUpstream())];
      if (conversationIds.length + memberIds.length === 0) return;
      for (const state of await conversationStates(context.db, { conversationIds, memberIds, since })) {
        delivery.catchUp(state.id, state.lastMessageId ?? 0);
        const reads = `${state.customerReadId} ${state.advisorReadId}`;
        if (knownReads.get(state.id) === reads) continue;
        knownReads.set(state.id, reads);
        const { id: conversationId, customerId, advisorId } = state;
        const sides = [
          [customerId, state.customerReadId],
          [advisorId, state.advisorReadId],
        ] as const;
        for (const [memberId, messageId] of sides) {
          const read: Read = { conversationId, customerId, advisorId, memberId, messageId };
          if (messageId > 0) delivery.after(read, () => broadcastRead(context, read));
        }
      }
    }),
  );
}
