import { formatLong } from "@plumbline/contract/dates.ts";
import { disputeReason } from "@plumbline/contract/invoices/rules.ts";
import { formatPence } from "@plumbline/contract/money.ts";
import { type Event, type Notice, notice } from "../../platform/events.ts";
import { type Letter, post } from "../../platform/mail.ts";
import { nameOf } from "../accounts/store.ts";
import { notify } from "../notifications/actions.ts";

// What a refund or a bank does to a payment of a membership. That a membership ends by it is told by membership.ended.

const goesOn = "Your membership goes on as it is.";

export const membershipPaymentNotices: Notice[] = [
  tell("membership.refunded", ({ amount, event }) => ({
    bell: `We have given ${amount} of your membership back to you.`,
    subject: `A refund of your membership: ${amount}`,
    paragraphs: [
      `We have given ${amount} back to the card that paid for your membership. It takes a few days to appear on your statement.`,
      ...(event.data["whole"] ? [] : [goesOn]),
    ],
  })),
  tell("membership.refund_failed", ({ amount }) => ({
    bell: `A refund of ${amount} for your membership did not arrive.`,
    subject: "A refund of your membership did not arrive",
    paragraphs: [
      `Your bank has sent ${amount} back to us, usually because the card is closed. We are looking into it, and write to you either way.`,
    ],
  })),
  tell("membership.disputed", ({ amount }) => ({
    bell: `Your bank has told us that you dispute ${amount} of your membership. It goes on until the bank has decided.`,
    subject: "A payment of your membership is disputed",
    paragraphs: [
      `Your bank has told us that you dispute a payment of ${amount} for your membership. Your bank decides, which can take some months.`,
      "Your membership goes on meanwhile. If your bank gives the money back to you, it ends on that day. If you did not mean to dispute the payment, please tell your bank.",
    ],
  })),
  tell("membership.dispute_won", ({ amount }) => ({
    bell: `Your bank has decided: the payment of ${amount} for your membership stands.`,
    subject: "The payment of your membership stands",
    paragraphs: [`Your bank has decided the dispute: the payment of ${amount} for your membership stands. ${goesOn}`],
  })),
  tell("membership.dispute_lost", ({ amount }) => ({
    bell: `Your bank has decided the dispute, and has given ${amount} of your membership back to you.`,
    subject: `Your bank has given back ${amount} of your membership`,
    paragraphs: [
      `Your bank has decided the dispute of a payment for your membership, and has given ${amount} back to you.`,
      "A membership whose payment was given back ends with it. If yours was still running, we write to you about that as well.",
    ],
  })),
  tellTeam("membership.refunded", ({ amount, name, event }) => ({
    subject: `A membership was refunded: ${name}`,
    paragraphs: [
      `${amount} of ${formatPence(Number(event.data["ofPence"]))} was given back to ${name}.`,
      event.data["whole"] ? "A membership that is refunded in full ends at once." : "The membership goes on.",
    ],
  })),
  tellTeam("membership.refund_failed", ({ amount, name }) => ({
    subject: `A refund of a membership was sent back: ${name}`,
    paragraphs: [`The bank of ${name} did not take ${amount}. Please refund it once more, or another way.`],
  })),
  tellTeam("membership.inquiry", ({ amount, name, event }) => ({
    subject: `A bank asks about a membership: ${name}`,
    paragraphs: [
      `The bank of ${name} asks about ${amount}, because of ${because(event)}. It has taken no money.`,
      `Please answer in the card provider's dashboard${until(event)}: dispute ${event.data["dispute"]}. A refund settles it.`,
    ],
  })),
  tellTeam("membership.inquiry_closed", ({ amount, name }) => ({
    subject: `A bank's inquiry about a membership is closed: ${name}`,
    paragraphs: [`The payment of ${amount} stands. There is nothing to do.`],
  })),
  tellTeam("membership.disputed", ({ amount, name, event }) => ({
    subject: `A membership is disputed: ${name}`,
    paragraphs: [
      `The bank of ${name} has taken ${amount} back until it has decided, because of ${because(event)}. The membership goes on until then.`,
      `Please answer in the card provider's dashboard${until(event)}: dispute ${event.data["dispute"]}. An unanswered dispute is lost.`,
    ],
  })),
  tellTeam("membership.dispute_won", ({ amount, name }) => ({
    subject: `A dispute of a membership is won: ${name}`,
    paragraphs: [`The bank has decided for us: ${amount} is ours again. There is nothing to do.`],
  })),
  tellTeam("membership.dispute_lost", ({ amount, name }) => ({
    subject: `A dispute of a membership is lost: ${name}`,
    paragraphs: [`The bank has given ${amount} back to ${name}. The membership that it paid for has ended.`],
  })),
];

type Facts = { amount: string; name: string; event: Event };
type Told = { bell: string; subject: string; paragraphs: string[] };

function tell(kind: string, write: (facts: Facts) => Told): Notice {
  return notice(kind, async (house, event) => {
    const { bell, ...words } = write({ amount: amountOf(event), name: await nameOf(house.db, event.subjectId), event });
    await notify(house, event, event.subjectId, {
      about: "membership",
      message: bell,
      path: "/billing",
      letter: { ...words, button: "See my billing" },
    });
  });
}

function tellTeam(kind: string, write: (facts: Facts) => Pick<Letter, "subject" | "paragraphs">): Notice {
  return notice(kind, async (house, event) => {
    await post(house.db, event, {
      kind: `${kind}.team`,
      to: house.settings.teamEmail,
      greeting: "Dear team,",
      ...write({ amount: amountOf(event), name: await nameOf(house.db, event.subjectId), event }),
      action: { label: "See refunds and disputes", url: `${house.settings.publicUrl}/back-office/memberships` },
    });
  });
}

const amountOf = ({ data }: Event) => formatPence(Number(data["amountPence"]));
const because = ({ data }: Event) => disputeReason(String(data["reason"]));
const until = ({ data }: Event) => (data["respondBy"] ? ` by ${formatLong(String(data["respondBy"]))}` : "");
