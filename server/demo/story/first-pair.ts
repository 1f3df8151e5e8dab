import { addDays, type Day, dayInLondon } from "@plumbline/contract/dates.ts";
import type { AppContext } from "../../context.ts";
import { makeEngagement } from "../engagements.ts";
import { makeInvoice } from "../invoices.ts";
import { converse } from "../messages.ts";
import { daysAgo } from "../past.ts";
import type { Find } from "./completed-work.ts";
import { agreed, billed, paid, type Step, talk } from "./steps.ts";

/** Priya and Harriet, whose accounts a newcomer opens first: their messages and running work. */
export function firstPair(context: AppContext, find: Find): { steps: Step[]; engagement: { id: number } } {
  const [priya, harriet, owen] = [find("Priya Raman"), find("Harriet Osei"), find("Owen Price")];
  const pair = { advisor: harriet, customer: priya };
  const stock = agreed(context, 21, {
    ...{ ...pair, status: "in_progress", name: "Stock that adds up", theme: "Operations" },
    description:
      "Six weeks on stock: one count that everyone trusts, a costing that survives an audit, and a weekly report of one page.",
    ...{ fee: 1100, units: 6, collaborators: ["Dev Anand, bookkeeper"] },
    endDate: addDays(dayInLondon(context.clock.now()), 21),
  });
  const first = billed(stock, 7, { lines: [["Week one and two: the count", 2, 1100]] });
  const steps = [
    ...talk(pair, 25, [
      [
        "customer",
        0,
        "Hello Harriet. We are 34 people, growing 60% a year, and our stock count disagrees with our shelves by a lorry.",
      ],
      ["advisor", 0.1, "Hello Priya. Which of the two do you sell from?"],
      ["customer", 0.1, "The shelves, since September. It is not a strategy."],
      [
        "advisor",
        0.3,
        "Then we count once, properly, and make the count cheap to keep. Six weeks; I will write it up.",
      ],
    ]),
    ...stock.steps,
    ...talk(pair, 9, [
      [
        "customer",
        0,
        "The count is done. We are out by eleven boxes, not a lorry. Dev has framed the sheet. Our month-end still takes three weeks, though, and our series B starts in spring.",
      ],
      ["advisor", 0.1, "That is a familiar month-end. Who closes the books today, and what do they dread?"],
      ["customer", 0.1, "One very good bookkeeper and me, at night. We dread stock. Dreaded."],
      ["advisor", 0.8, "Then the rest is next. I will send you a proposal this week."],
    ]),
    ...talk({ advisor: owen, customer: priya }, 3, [
      ["customer", 0, "Owen, the five-day close still holds. Thank you again."],
    ]),
    ...first.steps,
    paid(context, first, 6),
  ];
  return { steps, engagement: stock };
}

function mondayAfter(day: Day): Day {
  const weekday = new Date(`${day}T12:00:00Z`).getUTCDay();
  return addDays(day, weekday === 0 ? 1 : 8 - weekday);
}

/** The two members' next steps when a newcomer first signs in: a proposal to decide, an invoice to pay, a message to read. */
export async function makeNews(context: AppContext, find: Find, running: number): Promise<void> {
  const [priya, harriet] = [find("Priya Raman"), find("Harriet Osei")];
  const startDate = mondayAfter(addDays(dayInLondon(context.clock.now()), 6));
  await makeInvoice(daysAgo(context, 2), {
    advisor: harriet,
    engagementId: running,
    lines: [
      ["Week three: costing", 1, 1100],
      ["Workshop materials", 1, 85.5],
    ],
  });
  await makeEngagement(context, {
    ...{ advisor: harriet, customer: priya, name: "Finance function for series B", theme: "Finance" },
    description:
      "Twelve weeks to build a finance function that can carry a series B: monthly close in five days, a board pack people read, and a model that survives diligence.",
    ...{ fee: 1250, units: 12, sentDaysAgo: 1, startDate, endDate: addDays(startDate, 12 * 7) },
  });
  await converse(context, [
    [find("Owen Price"), priya, "That is the best message of my week."],
    [
      harriet,
      priya,
      "The proposal for the finance function is with you. Have a look at the dates: I left a week for the audit.",
    ],
    [find("Maeve Adeyemi"), priya, "Priya, shall we look at the deck together before the holidays?"],
  ]);
}
