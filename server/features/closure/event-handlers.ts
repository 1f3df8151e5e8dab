import { formatLong } from "@plumbline/contract/dates.ts";
import { greetingOf } from "@plumbline/contract/greeting.ts";
import type { AppContext } from "../../context.ts";
import type { EventsByKind } from "../../events.ts";
import { worded } from "../../mail/texts-store.ts";
import { type EventHandler, onEvent } from "../../outbox/outbox.ts";
import { nextStepOf } from "../accounts/notifications.ts";
import { findMember, type MemberRow } from "../accounts/store.ts";
import { endMembershipOfClosed } from "../membership/forgetting.ts";
import { notificationsWith } from "../notifications/notification.ts";
import { nameOf } from "../profiles/store.ts";
import type { ClosureEventKind } from "./events.ts";

type Facts = { context: AppContext; member: MemberRow; name: string };

const notification = notificationsWith(async (context: AppContext, event: EventsByKind[ClosureEventKind]) => {
  const member = await findMember(context.db, event.subjectId);
  return member && { member, name: await nameOf(context.db, member.id) };
});

const toMember = {
  to: { address: ({ member }: Facts) => member.email },
  greeting: ({ name }: Facts) => greetingOf(name),
};

/** By e-mail alone, because nobody can sign in to a closed account. */
export const closureEventHandlers: EventHandler[] = [
  onEvent("account.closed", (context, { subjectId }) => endMembershipOfClosed(context, subjectId)),
  notification("account.closed", {
    ...toMember,
    email: ({ member, event: { actorId, data } }) =>
      worded("account.closed", {
        what: actorId === member.id ? "You have closed your account." : "We have closed your account.",
        reason: data.reason ? `The reason: ${data.reason}` : "",
        day: formatLong(data.erase_on),
      }),
  }),
  notification("account.reopened", {
    ...toMember,
    email: async ({ context, member, event }) => ({
      ...worded("account.reopened", { reason: event.data.reason }),
      ...(await nextStepOf(context, member)),
    }),
  }),
];
