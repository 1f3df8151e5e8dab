import { requirementsInWords } from "@plumbline/contract/payouts/rules.ts";
import type { AppContext } from "../../context.ts";
import type { EventsByKind } from "../../events.ts";
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
      subject: "Your payout account is paused",
      paragraphs: [
        `The payment provider needs something from you before it pays you again: ${needs}.`,
        "Until then customers cannot find you or write to you. Invoices that you have sent stay as they are.",
      ],
      action,
    }),
  }),
  notification("payouts.disconnected", {
    ...shared,
    bell: "Your payout account has been disconnected.",
    email: () => ({
      subject: "Your payout account has been disconnected",
      paragraphs: ["You, or the payment provider, have disconnected your payout account. Connect it again to be paid."],
      action,
    }),
  }),
];

function listed(needs: readonly string[]): string {
  if (needs.length === 0) return "a look at your account";
  return needs.map((need) => need.charAt(0).toLowerCase() + need.slice(1)).join("; ");
}
