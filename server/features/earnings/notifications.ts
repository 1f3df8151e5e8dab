import { failureInWords } from "@plumbline/contract/earnings/rules.ts";
import { formatPence } from "@plumbline/contract/money.ts";
import type { AppContext } from "../../context.ts";
import type { EventsByKind } from "../../events.ts";
import type { EventHandler } from "../../outbox/outbox.ts";
import { notificationsWith } from "../notifications/notification.ts";
import type { EarningEventKind } from "./events.ts";

const notification = notificationsWith(async (_context: AppContext, event: EventsByKind[EarningEventKind]) => ({
  memberId: event.subjectId,
  amount: formatPence(event.data.amountPence),
  reason: failureInWords(event.data.failure),
}));

export const earningsNotifications: EventHandler[] = [
  notification("earnings.payout_failed", {
    to: ({ memberId }) => memberId,
    about: "payouts",
    path: "/earnings",
    bell: ({ amount, reason }) => `A payout of ${amount} came back from your bank. ${reason}`,
    email: ({ amount, reason }) => ({
      subject: "A payout came back from your bank",
      paragraphs: [
        `Stripe sent ${amount} to your bank, and the bank sent it back. ${reason}`,
        "The money is in your Stripe balance. Look at your bank details in your Stripe account: it is paid out again once they are right.",
      ],
      action: "See my earnings",
    }),
  }),
];
