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
import type { NewEngagement } from "../engagements.ts";
import type { NewInvoice } from "../invoices.ts";
import { cardToken } from "../membership.ts";
import type { Person } from "../people.ts";
import type { Find } from "./completed-work.ts";
import { type Agreed, agreed, type Billed, billed, type Line, paid, type Step, talk } from "./steps.ts";

type InvoiceLine = NonNullable<NewInvoice["lines"]>[number];
type Supplier = { vat_number: string; name: string; address: string };

type Terms = Omit<NewEngagement, "advisor" | "customer" | "sentDaysAgo"> & {
  sentDaysAgo: number;
  /** Weeks. */
  units: number;
  talk: readonly Line[];
};

/** Work that is proposed, agreed, under way or refused: every status has somebody in it. */
export function runningWork(context: AppContext, staff: Person, find: Find): Step[] {
  const steps: Step[] = [];
  const today = dayInLondon(context.clock.now());
  const make = (advisorName: string, customerName: string, { talk: lines, sentDaysAgo, ...terms }: Terms) => {
    const pair = { advisor: find(advisorName), customer: find(customerName) };
    const begun = terms.status === "in_progress" || terms.status === "completed";
    const startDate = addDays(today, begun ? -sentDaysAgo : 7);
    const endDate = addDays(startDate, 7 * terms.units);
    const made = agreed(context, sentDaysAgo, { ...pair, startDate, endDate, ...terms });
    steps.push(...talk(pair, sentDaysAgo + 3, lines), ...made.steps);
    return made;
  };
  const billLines = (of: Agreed, lines: InvoiceLine[], daysAgo: number, draft = false) => {
    const invoice = billed(of, daysAgo, { lines, draft });
    steps.push(...invoice.steps);
    return invoice;
  };
  const bill = (of: Agreed, line: InvoiceLine, daysAgo: number, draft = false) => billLines(of, [line], daysAgo, draft);
  const registered = (name: string, daysAgo: number, supplier: Supplier): Step => ({
    daysAgo,
    happen: (then) =>
      registerForVat(then, find(name).member, {
        ...supplier,
        ...{ agreed: true, agreement_version: vatAgreement.version },
      }),
  });

  make("Priti Sharma", "Benjamin Okoro", {
    ...{ status: "proposed", name: "Decisions first, then data", theme: "Data and AI", fee: 1050, units: 8 },
    description:
      "Ten decisions that the network team takes every week, the data each of them needs, and the dashboards to switch off.",
    sentDaysAgo: 2,
    talk: [
      ["customer", 0, "We have forty dashboards and still argue about how many masts are down."],
      ["advisor", 0.2, "Which of the forty would anybody miss on a Monday?"],
      ["customer", 0.3, "Two. I just asked around."],
    ],
  });
  make("Marcus Webb", "Dylan Prosser", {
    ...{
      status: "edit_suggested",
      name: "A third off the roadmap",
      theme: "Technology and engineering",
      fee: 1250,
      units: 6,
    },
    description:
      "Read the code, talk to the eleven people who write it, and say which third of the roadmap to drop, and in which order.",
    message: "Could we start with the firmware team only?",
    sentDaysAgo: 6,
    talk: [
      ["customer", 0, "Our roadmap has 31 items and a team of eleven. Investors like the 31."],
      ["advisor", 0.6, "Investors like what ships. Who wrote the list?"],
    ],
  });
  make("Leila Haddad", "Omar Siddiqui", {
    ...{ status: "rejected", name: "Growth loop for members", theme: "Brand and marketing", fee: 880, units: 10 },
    description: "A members' club for regulars: what they get, what it costs you, and how each brings the next.",
    message: "Not this quarter, sorry. Let us talk in spring.",
    sentDaysAgo: 20,
    talk: [
      ["customer", 0, "Could our regulars bring more regulars? Everybody says club card and I feel tired."],
      ["advisor", 0.1, "No card. What do your best twenty guests ask for that is not on the menu?"],
    ],
  });
  make("Amelia Thornbury", "Charlotte Ives", {
    ...{
      status: "accepted",
      name: "Partnership deed, rewritten",
      theme: "Culture and leadership",
      fee: 1300,
      units: 5,
    },
    description:
      "The deed of 2009 in plain words: how partners join, how they leave, and who decides when it is a tie.",
    sentDaysAgo: 4,
    talk: [
      ["customer", 0, "Nobody has read our deed since 2009, and two partners are leaving."],
      ["advisor", 0.15, "Then somebody will read it now, and it had better not be a judge. Send it over."],
      ["customer", 0.1, "Sent. Be kind to clause fourteen, I wrote it."],
    ],
  });

  steps.push(
    registered("Zainab Hussain", 70, {
      ...{ vat_number: "GB123456782", name: "Hussain Finance Ltd" },
      address: "14 Tabernacle Court\nLondon\nEC2A 4LU",
    }),
    registered("Hassan Ali", 65, {
      ...{ vat_number: "GB123456727", name: "Ali Dispatch Systems Ltd" },
      address: "Unit 6, Canal Yard\nBradford\nBD1 4NS",
    }),
  );
  const runway = make("Zainab Hussain", "Adam Kowalski", {
    ...{ status: "in_progress", name: "Unit economics on one page", theme: "Finance", fee: 1280, units: 10 },
    description:
      "What a customer costs, earns and takes with them when they leave, on one page that the team believes.",
    sentDaysAgo: 40,
    talk: [
      ["customer", 0, "We know our revenue to the penny and our margin to the nearest mood."],
      ["advisor", 0.1, "Is the support team in the margin or beside it?"],
      ["customer", 0.1, "Beside. I see where this is going."],
    ],
  });
  billLines(
    runway,
    [
      ["First four weeks: costs by customer", 4, 1280],
      ["“Unit Economics”, printed copies for the team", 6, 24.5, "zero"],
    ],
    12,
  );
  billLines(
    runway,
    [
      ["Three weeks so far: what leaving costs", 3, 1280],
      ["Filing fee, paid on your behalf", 1, 34, "outside"],
    ],
    0,
    true,
  );
  const wrong = bill(runway, ["Travel, entered twice", 1, 180], 10);
  steps.push({ daysAgo: 9, happen: (then) => withdrawInvoice(then, runway.advisor.member, wrong.id) });

  const yard = make("Hassan Ali", "Callum Reid", {
    ...{
      status: "in_progress",
      name: "Dispatch that drivers like",
      theme: "Digital transformation",
      fee: 910,
      units: 12,
    },
    description:
      "One dispatch screen for four yards, chosen with the drivers, tried in the smallest yard first, and thrown out if it costs them time.",
    sentDaysAgo: 30,
    talk: [
      ["customer", 0, "Callum Fraser says you put software into yards where it is not wanted. We have four of those."],
      ["advisor", 0.2, "He would. Which of the four has the driver the others listen to?"],
      ["customer", 0.1, "Avonmouth. Her name is Denise and she has opinions."],
      ["advisor", 0.1, "Then we start with Denise."],
    ],
  });
  const twice = bill(yard, ["Workshop, billed in error", 1, 910], 20);
  const reason = "Billed in error; the advisor asked us to give it back.";
  steps.push(paid(context, twice, 18), {
    daysAgo: 17,
    happen: (then) => refundInvoice(then, staff.member, twice.id, { reason }),
  });

  const weeks = bill(yard, ["Four weeks with the drivers", 4, 910], 16);
  steps.push(paid(context, weeks, 14), {
    daysAgo: 6,
    happen: (then) =>
      refundInvoice(then, staff.member, weeks.id, {
        reason: "One of the four weeks fell out; the advisor agreed.",
        // A week with its VAT.
        amountPence: 1_092_00,
      }),
  });

  // Sent longer ago than the usual term of thirty days, and owed by the member whose membership is in arrears as well.
  const owed = make("Grace Nwosu", "Hugo Bellamy", {
    ...{ status: "in_progress", name: "Which books to drop", theme: "Commercial strategy", fee: 980, units: 9 },
    description:
      "What each of forty titles earned, kept in the warehouse and cost in attention, and a spring list that the press can afford.",
    sentDaysAgo: 48,
    talk: [
      ["customer", 0, "We publish forty titles, and I could not tell you which ten feed the rest."],
      ["advisor", 0.2, "Your warehouse could. When did somebody last count it?"],
      ["customer", 0.3, "In the week of the flood. We counted what floated."],
    ],
  });
  bill(owed, ["Three weeks with the stock lists", 3, 980], 41);

  const stalled = make("Elena Petrova", "Shreya Nair", {
    ...{ status: "in_progress", name: "First managers", theme: "People and talent", fee: 900, units: 8 },
    description:
      "Four people who were promoted for being good at something else: what managing is, practised every Thursday with their own teams.",
    sentDaysAgo: 34,
    talk: [
      ["customer", 0, "I promoted four engineers in one week and have lost four engineers."],
      ["advisor", 0.4, "You may have won four managers, if somebody tells them what the job is."],
    ],
  });
  const contested = bill(stalled, ["Thursdays one to three", 3, 900], 7);
  steps.push(...disputed(context, contested, 5));
  const kept = bill(stalled, ["Conversations with the four beforehand", 1, 900], 30);
  steps.push(...disputed(context, kept, 28), { daysAgo: 27, happen: (then) => answered(then, staff, kept.id) });

  const asked = make("Siobhan Kelly", "Adam Kowalski", {
    ...{ status: "completed", name: "The first ninety days", theme: "Customer success", fee: 820, units: 7 },
    description:
      "What a new customer sees in the first ninety days, who rings them and when, and what we do about the ones who go quiet.",
    sentDaysAgo: 60,
    talk: [
      ["customer", 0, "They sign, they thank us, and on day sixty they cancel. What happens in between?"],
      ["advisor", 0.1, "Silence, usually. When do you ring them?"],
      ["customer", 0.2, "On day fifty-nine."],
    ],
  });
  steps.push({ daysAgo: 2, happen: (then) => askForReview(then, asked.advisor.member, asked.id, {}) });
  return steps;
}

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
