import { addDays, dayInLondon } from "@plumbline/contract/dates.ts";
import { vatAgreement } from "@plumbline/contract/invoices/vat-registration.ts";
import { present } from "@plumbline/contract/present.ts";
import type { AppContext } from "../../context.ts";
import { sendAnswer } from "../../features/disputes/actions.ts";
import { askForReview } from "../../features/engagements/actions.ts";
import { findInvoiceDispute } from "../../features/invoices/dispute-store.ts";
import { recordDispute } from "../../features/invoices/disputes.ts";
import { findSuccessfulPayment } from "../../features/invoices/payment-store.ts";
import { refundInvoice } from "../../features/invoices/refunds.ts";
import { registerForVat } from "../../features/invoices/vat.ts";
import { withdrawInvoice } from "../../features/invoices/withdrawing.ts";
import { updateCardOf } from "../../features/membership/update-card.ts";
import type { NewInvoice } from "../invoices.ts";
import { cardToken } from "../membership.ts";
import type { Person } from "../people.ts";
import type { Find } from "./completed-work.ts";
import { type RunningTerms, runningTerms } from "./running-terms.ts";
import { type Agreed, agreed, type Billed, billed, paid, type Step, talk } from "./steps.ts";

type InvoiceLine = NonNullable<NewInvoice["lines"]>[number];
type Supplier = { vat_number: string; name: string; address: string };

/** Work that is proposed, agreed, under way or refused. */
export function runningWork(context: AppContext, staff: Person, find: Find): Step[] {
  const { decisionsFirst, shorterRoadmap, growthLoop, partnershipDeed, ...begun } = runningTerms;
  const work = (terms: RunningTerms) => agreedWork(context, find, terms);
  return [
    ...[decisionsFirst, shorterRoadmap, growthLoop, partnershipDeed].flatMap((terms) => work(terms).steps),
    registered(find("Zainab Hussain"), 70, {
      ...{ vat_number: "GB123456782", name: "Hussain Finance Ltd" },
      address: "14 Tabernacle Court\nLondon\nEC2A 4LU",
    }),
    registered(find("Hassan Ali"), 65, {
      ...{ vat_number: "GB123456727", name: "Ali Dispatch Systems Ltd" },
      address: "Unit 6, Canal Yard\nBradford\nBD1 4NS",
    }),
    ...billedWithMixedVat(work(begun.unitEconomics)),
    ...refundedTwice(context, staff, work(begun.dispatch)),
    ...owedForLong(work(begun.whichBooks)),
    ...disputedTwice(context, staff, work(begun.firstManagers)),
    ...waitingForReview(work(begun.firstNinetyDays)),
  ];
}

/** An engagement with the conversation that led to it. */
function agreedWork(context: AppContext, find: Find, { talk: lines, sentDaysAgo, ...terms }: RunningTerms): Agreed {
  const pair = { advisor: find(terms.advisor), customer: find(terms.customer) };
  const begun = terms.status === "in_progress" || terms.status === "completed";
  const startDate = addDays(dayInLondon(context.clock.now()), begun ? -sentDaysAgo : 7);
  const endDate = addDays(startDate, 7 * terms.units);
  const made = agreed(context, sentDaysAgo, { ...terms, ...pair, startDate, endDate });
  made.steps.unshift(...talk(pair, sentDaysAgo + 3, lines));
  return made;
}

const registered = ({ member }: Person, daysAgo: number, supplier: Supplier): Step => ({
  daysAgo,
  happen: (then) =>
    registerForVat(then, member, { ...supplier, agreed: true, agreement_version: vatAgreement.version }),
});

const bill = (of: Agreed, daysAgo: number, ...lines: InvoiceLine[]) => billed(of, daysAgo, { lines });

/** An invoice and a draft with lines of several rates, and an invoice that its advisor withdrew. */
function billedWithMixedVat(work: Agreed): Step[] {
  const sent = bill(
    work,
    12,
    ["First four weeks: costs by customer", 4, 1280],
    ["“Unit Economics”, printed copies for the team", 6, 24.5, "zero"],
  );
  const draft = billed(work, 0, {
    lines: [
      ["Three weeks so far: what leaving costs", 3, 1280],
      ["Filing fee, paid on your behalf", 1, 34, "outside"],
    ],
    draft: true,
  });
  const wrong = bill(work, 10, ["Travel, entered twice", 1, 180]);
  const withdraw: Step = { daysAgo: 9, happen: (then) => withdrawInvoice(then, work.advisor.member, wrong.id) };
  return [...work.steps, ...sent.steps, ...draft.steps, ...wrong.steps, withdraw];
}

/** A payment that staff gave back, and one of which they gave back a part. */
function refundedTwice(context: AppContext, staff: Person, work: Agreed): Step[] {
  const whole = bill(work, 20, ["Workshop, billed in error", 1, 910]);
  const part = bill(work, 16, ["Four weeks with the drivers", 4, 910]);
  const refund = (invoice: Billed, daysAgo: number, reason: string, amountPence?: number): Step => ({
    daysAgo,
    happen: (then) =>
      refundInvoice(then, staff.member, invoice.id, { reason, ...(amountPence ? { amountPence } : {}) }),
  });
  const aWeekWithVat = 1_092_00;
  return [
    ...work.steps,
    ...whole.steps,
    paid(context, whole, 18),
    refund(whole, 17, "Billed in error; the advisor asked us to give it back."),
    ...part.steps,
    paid(context, part, 14),
    refund(part, 6, "One of the four weeks fell out; the advisor agreed.", aWeekWithVat),
  ];
}

/** Sent longer ago than the usual term of thirty days, and owed by the member whose membership is in arrears as well. */
const owedForLong = (work: Agreed): Step[] => [
  ...work.steps,
  ...bill(work, 41, ["Three weeks with the stock lists", 3, 980]).steps,
];

/** A dispute that waits for an answer, and one that was answered and won. */
function disputedTwice(context: AppContext, staff: Person, work: Agreed): Step[] {
  const open = bill(work, 7, ["Thursdays one to three", 3, 900]);
  const won = bill(work, 30, ["Conversations with the four beforehand", 1, 900]);
  return [
    ...work.steps,
    ...open.steps,
    ...disputed(context, open, 5),
    ...won.steps,
    ...disputed(context, won, 28),
    { daysAgo: 27, happen: (then) => answered(then, staff, won.id) },
  ];
}

const waitingForReview = (work: Agreed): Step[] => [
  ...work.steps,
  { daysAgo: 2, happen: (then) => askForReview(then, work.advisor.member, work.id, {}) },
];

/** Staff answer with what the engagement's history shows, and the bank decides for us. */
async function answered(then: AppContext, staff: Person, invoiceId: number): Promise<void> {
  const id = await findInvoiceDispute(then.db, invoiceId);
  const payment = await findSuccessfulPayment(then.db, invoiceId);
  if (id === null || !payment) throw new Error(`the demo's invoice ${invoiceId} is not disputed`);
  await sendAnswer(then, staff.member, id, {
    parts: ["terms", "timeline", "messages", "invoice", "mails"],
    words:
      "The customer accepted these terms in their own account, wrote to the advisor before and after, and the conversations took place on the days shown. The payment was made with the card that they had saved themselves.",
    files: [],
    version: 0,
    state: "open",
  });
  const { data } = await then.cards.stripe.disputes.list({ payment_intent: present(payment.intentId) });
  if (!data[0]) return;
  const decision = { evidence: { uncategorized_text: "winning_evidence" }, submit: true };
  await recordDispute(then, payment, await then.cards.stripe.disputes.update(data[0].id, decision));
}

/** The bank of a customer takes a payment back, because its holder says that it was not theirs. */
function disputed(context: AppContext, invoice: Billed, daysAgo: number): Step[] {
  const { member } = invoice.customer;
  const holdCard = (number?: string): Step => ({
    daysAgo,
    happen: async (then) => updateCardOf(then, member, await cardToken(then, number)),
  });
  const record = async (then: AppContext) => {
    const payment = await findSuccessfulPayment(context.db, invoice.id);
    const { data } = await context.cards.stripe.disputes.list({ payment_intent: present(payment?.intentId) });
    if (payment && data[0]) await recordDispute(then, payment, data[0]);
  };
  // Its webhook counts as delivered then.
  return [holdCard("4000000000000259"), paid(context, invoice, daysAgo), { daysAgo, happen: record }, holdCard()];
}
