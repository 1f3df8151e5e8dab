import { failureInWords } from "@plumbline/contract/earnings/rules.ts";
import { formatPence } from "@plumbline/contract/money.ts";
import type { AppContext } from "../../context.ts";
import type { EventsByKind } from "../../events.ts";
import { worded } from "../../mail/texts-store.ts";
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
      ...worded("earnings.payout_failed", { amount, reason }),
      action: "See my earnings",
    }),
  }),
];
