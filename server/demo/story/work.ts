import type { AppContext } from "../../context.ts";
import { refreshEarnings } from "../../features/earnings/refresh.ts";
import { askForReview, completeEngagement } from "../../features/engagements/actions.ts";
import { refundInvoice } from "../../features/invoices/refunds.ts";
import { withdrawInvoice } from "../../features/invoices/withdrawing.ts";
import { daysAgo, makeEngagement, type NewEngagement } from "../engagements.ts";
import { failPayout, makeInvoice, makePaidAgo, toPresent } from "../invoices.ts";
import { sendAdvisorRequest } from "../matching.ts";
import { converse } from "../messages.ts";
import type { Person } from "../people.ts";
import { makeReview } from "../reviews.ts";

type Find = (name: string) => Person;
type Terms = Omit<NewEngagement, "advisor" | "customer" | "status">;

/**
 * The work of the demo's people: engagements and invoices in every status, conversations, reviews. Returns the id of the
 * running engagement between the two people whose accounts a newcomer opens first.
 */
export async function makeDemoWork(context: AppContext, staff: Person, find: Find): Promise<number> {
  await makeLong(context, find);
  await makeFinished(context, find);
  await makeRunning(context, staff, find);
  await sendAdvisorRequest(
    context,
    find("Tessa Brook"),
    "We are looking for somebody who has sold to academy trusts, ideally in the north.",
  );
  const running = await makeWorkOfFirstPair(context, find);
  await toPresent(context);
  // The provider's webhooks tell all this too, but only once the server listens.
  const paid = new Set([...finished, ...long].map(([advisor]) => advisor).concat("Hassan Ali"));
  for (const name of paid) await refreshEarnings(context, find(name).id);
  return running;
}

type Finished = readonly [
  advisor: string,
  customer: string,
  name: string,
  theme: string,
  weeks: number,
  fee: number,
  rating: number,
  review: string,
  answer?: string,
];

const finished: readonly Finished[] = [
  [
    "Harriet Osei",
    "Maeve Doyle",
    "Weekly cash and a board pack",
    "Finance",
    8,
    1200,
    5,
    "We went from guessing to knowing on a Monday morning. The team still runs her meeting.",
    "Thank you, Maeve. Your team did the hard part.",
  ],
  [
    "Harriet Osei",
    "Jack Pemberton",
    "Getting ready to raise",
    "Fundraising",
    6,
    1300,
    5,
    "She told us to wait a quarter and was right. We closed on better terms than we had asked for.",
  ],
  [
    "Harriet Osei",
    "Sunita Desai",
    "First hires in finance",
    "Finance",
    4,
    1000,
    4,
    "Clear, kind and quick. I would have liked a little more time on systems.",
  ],
  [
    "Owen Price",
    "Priya Raman",
    "Month-end in five days",
    "Finance",
    6,
    900,
    5,
    "Owen found the three reconciliations that ate our fortnight and taught us to do without them.",
  ],
  [
    "Owen Price",
    "Ines Carvalho",
    "Price list, rebuilt",
    "Pricing",
    5,
    950,
    4,
    "Two of his seven ideas paid for the whole engagement in the first month.",
  ],
  [
    "Maeve Adeyemi",
    "Priya Raman",
    "The story behind the round",
    "Fundraising",
    4,
    1100,
    5,
    "She had closed the same funding round twice. We stopped guessing.",
  ],
  [
    "Samir Patel",
    "Adam Kowalski",
    "A sales playbook that repeats",
    "Sales",
    8,
    950,
    5,
    "Four hires in, the numbers repeat. He still answers when I call.",
  ],
  [
    "Callum Fraser",
    "Callum Reid",
    "An hour a day back, per depot",
    "Operations",
    10,
    870,
    5,
    "He walked every yard before he opened a laptop. The drivers asked when he is coming back.",
  ],
  [
    "Catriona Bell",
    "Maeve Doyle",
    "From one factory to two",
    "Supply chain",
    9,
    860,
    5,
    "The contracts are readable and the forecast is finally one document.",
  ],
  [
    "Gareth Lloyd",
    "George Abara",
    "Lining up the lenders",
    "Fundraising",
    12,
    1090,
    4,
    "Three calendars, one plan. It slipped a month, which is a month less than everyone predicted.",
  ],
  [
    "Ruth Goldberg",
    "Nadia Farouk",
    "Cash runway for the trial",
    "Finance",
    6,
    1180,
    5,
    "The board now asks about science again, because the cash is on one page.",
  ],
  [
    "Bronwen Hughes",
    "Rebecca Stone",
    "A board worth preparing for",
    "Board and governance",
    12,
    1500,
    5,
    "She told me what nobody else would, in the car park, kindly.",
  ],
  [
    "Oliver Kwarteng",
    "Charlotte Ives",
    "Pricing partners would defend",
    "Pricing",
    6,
    1150,
    4,
    "One hard conversation and it shows in the margin.",
  ],
  [
    "Theo Lindqvist",
    "Fergus Milne",
    "Publisher or not",
    "Fundraising",
    3,
    960,
    5,
    "He talked us out of a bad deal and into a good one.",
  ],
  [
    "Molly Brennan",
    "Emily Hart",
    "Registration for six clinics",
    "Operations",
    10,
    850,
    5,
    "Inspected, passed, and nobody cried.",
  ],
  [
    "Grace Nwosu",
    "Omar Siddiqui",
    "One name over nine doors",
    "Brand and marketing",
    7,
    980,
    4,
    "The brief alone was worth it.",
  ],
  [
    "Yusuf Demir",
    "Lachlan Ross",
    "Seaweed to Tokyo",
    "International expansion",
    8,
    1080,
    5,
    "He knew which of our plans to throw away in the first hour.",
  ],
  [
    "Tomos Griffiths",
    "Dylan Prosser",
    "From prototype to pilot line",
    "Technology and engineering",
    9,
    920,
    3,
    "Good on the engineering; we had to push for the written plan.",
  ],
];

/** Work of many months, now completed: what was paid for it, so many days ago, in weeks of the fee. */
const long: readonly (readonly [
  advisor: string,
  customer: string,
  name: string,
  theme: string,
  fee: number,
  paid: readonly (readonly [daysAgo: number, weeks: number])[],
  review: string,
])[] = [
  [
    "Harriet Osei",
    "Tessa Brook",
    "Finance lead, a day a week",
    "Finance",
    1150,
    [
      [300, 2],
      [268, 3],
      [236, 2],
      [205, 4],
      [176, 3],
      [146, 4],
      [117, 5],
      [88, 2],
      [60, 4],
    ],
    "A year of Wednesdays, and our numbers are now the part of the meeting that nobody dreads.",
  ],
  [
    "Owen Price",
    "Priya Raman",
    "Controller, a day a week",
    "Finance",
    640,
    [
      [228, 2],
      [197, 3],
      [166, 4],
      [137, 3],
      [108, 4],
    ],
    "Steady, exact, and never late. We could hire our own controller because he had shown us what one does.",
  ],
];

async function makeLong(context: AppContext, find: Find): Promise<void> {
  for (const [advisorName, customerName, name, theme, fee, paid, body] of long) {
    const [advisor, customer] = [find(advisorName), find(customerName)];
    const engagementId = await makeEngagement(context, {
      ...{ advisor, customer, status: "in_progress", name, theme, fee, units: 48 },
      sentDaysAgo: (paid[0]?.[0] ?? 0) + 20,
    });
    for (const [ago, weeks] of paid) {
      const lines: [string, number, number][] = [[`${weeks} weeks`, weeks, fee]];
      const invoiceId = await makeInvoice(daysAgo(context, ago + 4), { advisor, engagementId, lines });
      await makePaidAgo(context, ago, customer, invoiceId);
      // Once a bank sent a payout back: earnings say so, and in which payout the money came.
      if (advisorName === "Harriet Osei" && ago === 117) await failPayout(context, 105, advisor);
    }
    const ended = (paid.at(-1)?.[0] ?? 0) - 8;
    await completeEngagement(daysAgo(context, ended), customer.member, engagementId, {});
    await makeReview(context, { engagementId, customer, rating: 5, body, leftDaysAgo: ended - 2 });
  }
}

/** The oldest first, so that each advisor's invoice numbers are in the order of their dates. */
async function makeFinished(context: AppContext, find: Find): Promise<void> {
  for (const [at, [advisorName, customerName, name, theme, units, fee, rating, body, answer]] of [
    ...finished.entries(),
  ].reverse()) {
    const advisor = find(advisorName);
    const customer = find(customerName);
    const ended = 12 + at * 6;
    const engagementId = await makeEngagement(context, {
      advisor,
      customer,
      status: "in_progress",
      name,
      theme,
      units,
      fee,
      sentDaysAgo: ended + units * 7,
    });
    const lines: [string, number, number][] = [[`${name}, ${units} weeks`, units, fee]];
    const invoiceId = await makeInvoice(daysAgo(context, ended + 3), { advisor, engagementId, lines });
    await makePaidAgo(context, ended + 2, customer, invoiceId);
    await completeEngagement(daysAgo(context, ended), customer.member, engagementId, {});
    await makeReview(context, {
      engagementId,
      customer,
      rating,
      body,
      leftDaysAgo: ended - 2,
      ...(answer ? { answer: { advisor, text: answer } } : {}),
    });
  }
}

async function makeRunning(context: AppContext, staff: Person, find: Find): Promise<void> {
  const make = (advisor: string, customer: string, status: NewEngagement["status"], terms: Terms) =>
    makeEngagement(context, { advisor: find(advisor), customer: find(customer), status, ...terms });
  const bill = (
    advisor: string,
    engagementId: number,
    line: string,
    quantity: number,
    price: number,
    ago = 0,
    draft = false,
  ) =>
    makeInvoice(daysAgo(context, ago), {
      advisor: find(advisor),
      engagementId,
      lines: [[line, quantity, price]],
      draft,
    });

  await make("Priti Sharma", "Benjamin Okoro", "proposed", {
    name: "Decisions first, then data",
    theme: "Data and AI",
    sentDaysAgo: 2,
  });
  await make("Marcus Webb", "Dylan Prosser", "edit_suggested", {
    name: "A third off the roadmap",
    theme: "Technology and engineering",
    message: "Could we start with the firmware team only?",
    sentDaysAgo: 6,
  });
  await make("Leila Haddad", "Omar Siddiqui", "rejected", {
    name: "Growth loop for members",
    theme: "Brand and marketing",
    message: "Not this quarter, sorry. Let us talk in spring.",
    sentDaysAgo: 20,
  });
  await make("Amelia Thornbury", "Charlotte Ives", "accepted", {
    name: "Partnership deed, rewritten",
    theme: "Culture and leadership",
    sentDaysAgo: 4,
  });
  const runway = await make("Zainab Hussain", "Adam Kowalski", "in_progress", {
    name: "Unit economics on one page",
    theme: "Finance",
    fee: 1280,
    units: 10,
    sentDaysAgo: 40,
  });
  await bill("Zainab Hussain", runway, "October", 4, 1280, 12);
  await bill("Zainab Hussain", runway, "November, so far", 3, 1280, 0, true);
  const wrong = await bill("Zainab Hussain", runway, "Travel, entered twice", 1, 180, 10);
  await withdrawInvoice(daysAgo(context, 9), find("Zainab Hussain").member, wrong);
  const yard = await make("Hassan Ali", "Callum Reid", "in_progress", {
    name: "Dispatch that drivers like",
    theme: "Digital transformation",
    fee: 910,
    units: 12,
    sentDaysAgo: 30,
  });
  const twice = await bill("Hassan Ali", yard, "Workshop, billed in error", 1, 910, 20);
  await makePaidAgo(context, 18, find("Callum Reid"), twice);
  await refundInvoice(
    daysAgo(context, 17),
    staff.member,
    twice,
    "Billed in error; the advisor asked us to give it back.",
  );
  const asked = await make("Siobhan Kelly", "Adam Kowalski", "completed", {
    name: "The first ninety days",
    theme: "Customer success",
    sentDaysAgo: 60,
  });
  await askForReview(daysAgo(context, 2), find("Siobhan Kelly").member, asked, {});
}

/** Priya and Harriet, whose accounts a newcomer opens first: their messages and running work. */
async function makeWorkOfFirstPair(context: AppContext, find: Find): Promise<number> {
  const priya = find("Priya Raman");
  const harriet = find("Harriet Osei");
  const owen = find("Owen Price");
  await converse(daysAgo(context, 9), [
    [
      priya,
      harriet,
      "Hello Harriet. We are 34 people, growing 60% a year, and our month-end takes three weeks. Our series B starts in spring.",
    ],
    [harriet, priya, "Hello Priya. That is a familiar month-end. Who closes the books today, and what do they dread?"],
    [priya, harriet, "One very good bookkeeper and me, at night. We dread stock."],
  ]);
  await converse(daysAgo(context, 8), [
    [harriet, priya, "Then we start with stock. I will send you a proposal this week."],
  ]);
  await converse(daysAgo(context, 3), [
    [priya, owen, "Owen, the five-day close still holds. Thank you again."],
    [owen, priya, "That is the best message of my week."],
  ]);

  const stock = await makeEngagement(context, {
    advisor: harriet,
    customer: priya,
    status: "in_progress",
    name: "Stock that adds up",
    theme: "Operations",
    description:
      "Six weeks on stock: one count that everyone trusts, a costing that survives an audit, and a weekly report of one page.",
    fee: 1100,
    units: 6,
    sentDaysAgo: 21,
    collaborators: ["Dev Anand, bookkeeper"],
  });
  const first = await makeInvoice(daysAgo(context, 7), {
    advisor: harriet,
    engagementId: stock,
    lines: [["Week one and two", 2, 1100]],
  });
  await makePaidAgo(context, 6, priya, first);
  return stock;
}

/** The two members' next steps when a newcomer first signs in: a proposal to decide, an invoice to pay, a message to read. */
export async function makeNews(context: AppContext, find: Find, running: number): Promise<void> {
  const priya = find("Priya Raman");
  const harriet = find("Harriet Osei");
  await makeInvoice(daysAgo(context, 2), {
    advisor: harriet,
    engagementId: running,
    lines: [
      ["Week three", 1, 1100],
      ["Workshop materials", 1, 85.5],
    ],
  });
  await makeEngagement(context, {
    advisor: harriet,
    customer: priya,
    name: "Finance function for series B",
    theme: "Finance",
    description:
      "Twelve weeks to build a finance function that can carry a series B: monthly close in five days, a board pack people read, and a model that survives diligence.",
    fee: 1250,
    units: 12,
    sentDaysAgo: 1,
  });
  await converse(context, [
    [
      harriet,
      priya,
      "The proposal for the finance function is with you. Have a look at the dates: I left a week for the audit.",
    ],
    [find("Maeve Adeyemi"), priya, "Priya, shall we look at the deck together before the holidays?"],
  ]);
}
