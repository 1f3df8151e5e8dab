import { formatLong } from "@plumbline/contract/dates.ts";
import { disputeReason, invoiceNumber } from "@plumbline/contract/invoices/rules.ts";
import { formatPence } from "@plumbline/contract/money.ts";
import { product, type Role } from "@plumbline/contract/product.ts";
import type { House } from "../../house.ts";
import { type Event, type Notice, notice } from "../../platform/events.ts";
import { type Letter, post } from "../../platform/mail.ts";
import { nameOf } from "../accounts/store.ts";
import { notify } from "../notifications/actions.ts";
import { findInvoice, type InvoiceRow, linesOf } from "./store.ts";

/** What the writer of a notice knows. */
type Facts = {
  invoice: InvoiceRow;
  number: string;
  total: string;
  advisor: string;
  customer: string;
  event: Event;
  house: House;
};
type Told = { bell: string; letter: Omit<Letter, "kind" | "to" | "greeting" | "action"> & { label?: string } };

const day = (moment: Date | string | null) =>
  moment ? formatLong(typeof moment === "string" ? moment : moment.toISOString()) : "";

export const invoicesNotices: Notice[] = [
  tell("invoice.sent", "customer", ({ invoice, number, total, advisor }) => ({
    bell: `${advisor} has sent you invoice ${number} for ${total}.`,
    letter: {
      subject: `Invoice ${number} from ${advisor}`,
      paragraphs: [
        `${advisor} has sent you an invoice for ${total}. It is due by ${day(invoice.dueOn)}.`,
        `You can read it and pay it with your saved card on ${product}.`,
      ],
      label: "Read and pay the invoice",
    },
  })),
  tell("invoice.paid", "customer", async (facts) => ({
    bell: `Thank you. Invoice ${facts.number} is paid: ${facts.total}.`,
    letter: {
      subject: `Receipt for invoice ${facts.number}`,
      paragraphs: [
        `We have charged ${facts.total} to your card on ${day(facts.invoice.paidAt)} for invoice ${facts.number} from ${facts.advisor}.`,
        await itemised(facts),
      ],
      label: "See the invoice and download its PDF",
      footnote: `Keep this e-mail as your receipt. The payment appears on your statement as ${product}.`,
    },
  })),
  tell("invoice.paid", "advisor", ({ invoice, number, total, customer }) => {
    const fee = invoice.feePence ?? 0;
    return {
      bell: `${customer} has paid invoice ${number}: ${total}.`,
      letter: {
        subject: `Invoice ${number} has been paid`,
        paragraphs: [
          `${customer} has paid invoice ${number}.`,
          `Total: ${total}\nPlatform fee (${invoice.feePercent}%): ${formatPence(fee)}\nTo your payout account: ${formatPence(invoice.totalPence - fee)}`,
        ],
        label: "See the invoice",
      },
    };
  }),
  tell("invoice.payment_failed", "customer", ({ number, total, event }) => ({
    bell: `Invoice ${number} could not be paid. ${event.data["reason"]}`,
    letter: {
      subject: `Invoice ${number} could not be paid`,
      paragraphs: [
        `Your payment of ${total} did not go through. The reason we were given: ${event.data["reason"]}`,
        "Nothing was charged. You can try again, or choose another card under Billing first.",
      ],
      label: "Try again",
    },
  })),
  tell("invoice.void", "customer", ({ number, total, advisor }) => ({
    bell: `${advisor} has withdrawn invoice ${number}.`,
    letter: {
      subject: `Invoice ${number} was withdrawn`,
      paragraphs: [`${advisor} has withdrawn invoice ${number} for ${total}. There is nothing for you to pay.`],
      label: "See the invoice",
    },
  })),
  tell("invoice.refunded", "customer", ({ number, total, event }) => ({
    bell: `Invoice ${number} was refunded: ${total}.`,
    letter: {
      subject: `Invoice ${number} was refunded`,
      paragraphs: [
        `We have given ${total} back to the card that paid invoice ${number}. It takes a few days to appear on your statement.`,
        `The reason: ${event.data["reason"]}`,
      ],
      label: "See the invoice",
    },
  })),
  tell("invoice.refunded", "advisor", ({ invoice, number, total, customer, event }) => ({
    bell: `Invoice ${number} was refunded to ${customer}: ${total}.`,
    letter: {
      subject: `Invoice ${number} was refunded`,
      paragraphs: [
        `We have given ${total} back to ${customer} for invoice ${number}. Your share of ${formatPence(invoice.totalPence - (invoice.feePence ?? 0))} was taken back from your payout account, and our fee was returned as well.`,
        `The reason: ${event.data["reason"]}`,
      ],
      label: "See the invoice",
    },
  })),
  ...(["customer", "advisor"] as const).map((whom) =>
    tell("invoice.refund_failed", whom, ({ number, total }) => ({
      bell: `The refund of invoice ${number} did not arrive: it counts as paid until we have tried again.`,
      letter: {
        subject: `The refund of invoice ${number} did not arrive`,
        paragraphs: [
          `The bank has sent ${total} back to us, usually because the card is closed. Invoice ${number} counts as paid until we have tried again.`,
          "We are looking into it, and write to you either way.",
        ],
      },
    })),
  ),
  tellTeam("invoice.refund_failed", (event) => ({
    subject: `A refund was sent back: invoice #${event.subjectId}`,
    paragraphs: [
      "The bank did not take a refund. The invoice counts as paid again; please refund it once more, or another way.",
    ],
  })),
  tellTeam("invoice.surplus_not_returned", (event) => ({
    subject: `A second payment was sent back: invoice #${event.subjectId}`,
    paragraphs: [
      "The invoice had been paid twice, and the bank did not take the refund of the second payment. The invoice stays as it is; please return the surplus another way.",
    ],
  })),
  tellTeam("invoice.refund_refused", (event) => ({
    subject: `A refund was refused: invoice #${event.subjectId}`,
    paragraphs: [
      "The card provider did not answer when a refund was asked for, and refuses it now. Nothing was given back; please look at the payment in its dashboard.",
    ],
  })),
  tell("invoice.disputed", "advisor", ({ number, customer, event }) => ({
    bell: `The bank of ${customer} has told us that they dispute the payment of invoice ${number}.`,
    letter: {
      subject: `The payment of invoice ${number} is disputed`,
      paragraphs: [
        `The bank of ${customer} has told us that they dispute ${disputed(event)} of invoice ${number}, because of ${because(event)}.`,
        "We answer the bank, and it decides, which can take some months. Nothing has been taken from your payout account. What shows that the work was agreed and done helps our answer: please send it to us through Contact us on our pages.",
      ],
    },
  })),
  tell("invoice.dispute_won", "advisor", ({ number, event }) => ({
    bell: `The dispute about invoice ${number} is decided: the payment stands.`,
    letter: {
      subject: `The payment of invoice ${number} stands`,
      paragraphs: [
        `The bank has decided the dispute about invoice ${number}: the payment of ${disputed(event)} stands.`,
      ],
    },
  })),
  tell("invoice.dispute_lost", "advisor", ({ invoice, number, customer, event }) => ({
    bell: `The dispute about invoice ${number} is decided: the bank has given ${disputed(event)} back to ${customer}.`,
    letter: {
      subject: `The bank has given back the payment of invoice ${number}`,
      paragraphs: [
        `The bank has decided the dispute about invoice ${number}, and has given ${disputed(event)} back to ${customer}.`,
        `It took the money from us, not from your payout account, to which we sent ${formatPence(invoice.totalPence - (invoice.feePence ?? 0))}.`,
      ],
    },
  })),
  tell("invoice.inquiry", "advisor", ({ number, customer, event }) => ({
    bell: `The bank of ${customer} asks about the payment of invoice ${number}. The payment stands.`,
    letter: {
      subject: `A bank asks about the payment of invoice ${number}`,
      paragraphs: [
        `The bank of ${customer} asks about ${disputed(event)} of invoice ${number}, because of ${because(event)}. No money has been taken.`,
        "We answer the bank. What shows that the work was agreed and done helps our answer: please send it to us through Contact us on our pages.",
      ],
    },
  })),
  tell("invoice.inquiry_closed", "advisor", ({ number }) => ({
    bell: `The bank has closed its inquiry about invoice ${number}: the payment stands.`,
    letter: {
      subject: `The bank's inquiry about invoice ${number} is closed`,
      paragraphs: [`The bank has closed its inquiry about invoice ${number}. The payment stands.`],
    },
  })),
  tellTeam("invoice.inquiry", (event) => ({
    subject: `A bank asks about a payment: invoice #${event.subjectId}`,
    paragraphs: [
      `The customer's bank asks about ${disputed(event)}, because of ${because(event)}. It has taken no money.`,
      `Please answer in the card provider's dashboard${until(event)}: dispute ${event.data["dispute"]}. An inquiry that is not answered may become a dispute. A refund settles it.`,
    ],
  })),
  tellTeam("invoice.disputed", (event) => ({
    subject: `A payment is disputed: invoice #${event.subjectId}`,
    paragraphs: [
      `The customer's bank has taken ${disputed(event)} back until it has decided, because of ${because(event)}.`,
      `Please answer in the card provider's dashboard${until(event)}: dispute ${event.data["dispute"]}. An unanswered dispute is lost.`,
    ],
  })),
  tellTeam("invoice.dispute_won", (event) => ({
    subject: `A dispute is won: invoice #${event.subjectId}`,
    paragraphs: [`The bank has decided for us: ${disputed(event)} is ours again. There is nothing to do.`],
  })),
  tellTeam("invoice.dispute_lost", (event) => ({
    subject: `A dispute is lost: invoice #${event.subjectId}`,
    paragraphs: [
      `The bank has decided for the customer, who keeps ${disputed(event)}. It came from our balance; the advisor's share was not taken back.`,
      "Whether it should be is for you to decide, in the card provider's dashboard.",
    ],
  })),
  tell("invoice.reminded", "customer", ({ invoice, number, total, advisor }) => ({
    bell: `Invoice ${number} from ${advisor} was due on ${day(invoice.dueOn)}.`,
    letter: {
      subject: `A reminder: invoice ${number} is overdue`,
      paragraphs: [
        `Invoice ${number} from ${advisor} for ${total} was due on ${day(invoice.dueOn)} and is not paid yet.`,
        "If something about it is not right, please write to your advisor.",
      ],
      label: "Read and pay the invoice",
    },
  })),
];

/** Puts an event on one party's bell and writes them a letter; both lead to the invoice's page. */
function tell(kind: string, whom: Role, write: (facts: Facts) => Told | Promise<Told>): Notice {
  return notice(kind, async (house, event) => {
    const invoice = await findInvoice(house.db, event.subjectId);
    if (!invoice) return;
    const { bell, letter } = await write({
      invoice,
      number: invoiceNumber(invoice.number ?? 0),
      total: formatPence(invoice.totalPence),
      advisor: await nameOf(house.db, invoice.advisorId),
      customer: await nameOf(house.db, invoice.customerId),
      event,
      house,
    });
    const { label: button = "See the invoice", ...words } = letter;
    await notify(house, event, whom === "advisor" ? invoice.advisorId : invoice.customerId, {
      about: "invoices",
      message: bell,
      path: `/invoices/${invoice.id}`,
      letter: { ...words, button },
    });
  });
}

/** Writes to the team about an invoice; the letter leads to its page in the back office. */
function tellTeam(kind: string, write: (event: Event) => Pick<Letter, "subject" | "paragraphs">): Notice {
  return notice(kind, async (house, event) => {
    await post(house.db, event, {
      kind: `${kind}.team`,
      to: house.settings.teamEmail,
      greeting: "Dear team,",
      ...write(event),
      action: { label: "See the invoice", url: `${house.settings.publicUrl}/back-office/invoices/${event.subjectId}` },
    });
  });
}

const disputed = ({ data }: Event) => formatPence(Number(data["amountPence"]));
const because = ({ data }: Event) => disputeReason(String(data["reason"]));
const until = ({ data }: Event) => (data["respondBy"] ? ` by ${day(String(data["respondBy"]))}` : "");

async function itemised({ house, invoice, total }: Facts): Promise<string> {
  const lines = await linesOf(house.db, invoice.id);
  return [...lines.map((line) => `${line.description}: ${formatPence(line.amountPence)}`), `Total: ${total}`].join(
    "\n",
  );
}
