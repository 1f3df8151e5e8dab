import { requirementsInWords } from "@plumbline/contract/payouts/rules.ts";
import type { AppContext } from "../../context.ts";
import type { EventsByKind } from "../../events.ts";
import { worded } from "../../mail/texts-store.ts";
import type { EventHandler } from "../../outbox/outbox.ts";
import { notificationsWith } from "../notifications/notification.ts";
import type { PayoutEventKind } from "./events.ts";
import { findPayoutAccount } from "./store.ts";

const notification = notificationsWith(async (context: AppContext, event: EventsByKind[PayoutEventKind]) => {
  const account = await findPayoutAccount(context.db, event.subjectId);
  return { memberId: event.subjectId, needs: listed(requirementsInWords(account?.requirements ?? [])) };
});

const shared = { to: ({ memberId }: { memberId: number }) => memberId, about: "payouts", path: "/payouts" } as const;
const action = "See my payout account";

export const payoutsNotifications: EventHandler[] = [
  notification("payouts.ready", { ...shared, bell: "Your payout account is connected. You can be paid." }),
  notification("payouts.incomplete", {
    ...shared,
    bell: ({ needs }) => `Your payout account still needs: ${needs}.`,
  }),
  notification("payouts.paused", {
    ...shared,
    bell: ({ needs }) => `Your payout account is paused: the provider needs ${needs}.`,
    email: ({ needs }) => ({
      ...worded("payouts.paused", { needs }),
      action,
    }),
  }),
  notification("payouts.disconnected", {
    ...shared,
    bell: "Your payout account has been disconnected.",
    email: () => ({
      ...worded("payouts.disconnected", {}),
      action,
    }),
  }),
];

function listed(needs: readonly string[]): string {
  if (needs.length === 0) return "a look at your account";
  return needs.map((need) => need.charAt(0).toLowerCase() + need.slice(1)).join("; ");
}
