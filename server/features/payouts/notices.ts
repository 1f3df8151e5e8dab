import { requirementsInWords } from "@plumbline/contract/payouts/rules.ts";
import { type Notice, notice } from "../../platform/events.ts";
import { notify } from "../notifications/actions.ts";
import type { PayoutEvent } from "./refresh.ts";
import { findPayoutAccount } from "./store.ts";

type Telling = { bell: string; letter?: { subject: string; paragraphs: string[] } };

export const payoutsNotices: Notice[] = [
  tell("payouts.ready", () => ({ bell: "Your payout account is connected. You can be paid." })),
  tell("payouts.incomplete", (needs) => ({ bell: `Your payout account still needs: ${listed(needs)}.` })),
  tell("payouts.paused", (needs) => ({
    bell: `Your payout account is paused: the provider needs ${listed(needs)}.`,
    letter: {
      subject: "Your payout account is paused",
      paragraphs: [
        `The payment provider needs something from you before it pays you again: ${listed(needs)}.`,
        "Until then customers cannot find you or write to you. Invoices that you have sent stay as they are.",
      ],
    },
  })),
  tell("payouts.disconnected", () => ({
    bell: "Your payout account has been disconnected.",
    letter: {
      subject: "Your payout account has been disconnected",
      paragraphs: ["You, or the payment provider, have disconnected your payout account. Connect it again to be paid."],
    },
  })),
];

const listed = (needs: readonly string[]) =>
  needs.length > 0
    ? needs.map((need) => need.charAt(0).toLowerCase() + need.slice(1)).join("; ")
    : "a look at your account";

function tell(kind: PayoutEvent, write: (needs: string[]) => Telling): Notice {
  return notice(kind, async (house, event) => {
    const account = await findPayoutAccount(house.db, event.subjectId);
    const { bell, letter } = write(requirementsInWords(account?.requirements ?? []));
    await notify(house, event, event.subjectId, {
      about: "payouts",
      message: bell,
      path: "/payouts",
      ...(letter && { letter: { ...letter, button: "See my payout account" } }),
    });
  });
}
