import type { House } from "../../house.ts";
import { openGapMarks } from "../../platform/bus-gaps.ts";
import { conversationStates } from "./live-store.ts";
import type { OrderedDelivery } from "./ordered-delivery.ts";
import type { Pair } from "./store.ts";

/** Who has read a conversation up to which message. */
export type Read = Pair & { conversationId: number; memberId: number; messageId: number };

type Wiring = {
  delivery: OrderedDelivery;
  streamOfConversation(id: number | ""): string;
  streamOfMember(id: number | ""): string;
  broadcastRead(house: House, read: Read): void;
};

/** Ids among the streams that are heard here. */
const idsIn = (streams: readonly string[], prefix: string): number[] =>
  streams.flatMap((stream) => (stream.startsWith(prefix) ? [Number(stream.slice(prefix.length))] : []));

/**
 * What the bus may not have brought is read from the table, for whoever listens here: messages, and who has read how far.
 * That somebody was writing is over, and left out.
 */
export function catchUpAfterGaps(house: House, { delivery, broadcastRead, ...streamOf }: Wiring): void {
  const told = new Map<number, string>();
  const marks = openGapMarks(delivery.highest, () => told.clear());
  const begun = delivery.begin().then(marks.begin);
  begun.catch((error) => house.log.error({ err: error }, "the newest message could not be read"));
  house.bus.onGap(
    marks.during(async (since) => {
      await delivery.begin();
      const streams = [...house.cable.streams()];
      const conversationIds = idsIn(streams, streamOf.streamOfConversation(""));
      const memberIds = idsIn(streams, streamOf.streamOfMember(""));
      if (conversationIds.length + memberIds.length === 0) return;
      for (const state of await conversationStates(house.db, { conversationIds, memberIds, since })) {
        delivery.catchUp(state.id, state.lastMessageId ?? 0);
        const reads = `${state.customerReadId} ${state.advisorReadId}`;
        if (told.get(state.id) === reads) continue;
        told.set(state.id, reads);
        const { id: conversationId, customerId, advisorId } = state;
        const sides = [
          [customerId, state.customerReadId],
          [advisorId, state.advisorReadId],
        ] as const;
        for (const [memberId, messageId] of sides) {
          const read: Read = { conversationId, customerId, advisorId, memberId, messageId };
          if (messageId > 0) delivery.after(read, () => broadcastRead(house, read));
        }
      }
    }),
  );
}
