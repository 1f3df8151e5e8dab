import type { Insight } from "../shapes.ts";

export const finance: Insight[] = [
  {
    id: 311,
    slug: "thirteen-weeks-of-cash",
    title: "Thirteen weeks of cash",
    excerpt:
      "One sheet, updated on Fridays, will tell you more than your management accounts. How to build it this afternoon.",
    date: "2026-11-10T08:30:00",
    category: "Finance & funding",
    tags: ["Cash flow", "Forecasting"],
    body: `Profit is an opinion about the past. Cash is a fact about next Thursday. A company can be profitable in every month of a year and fail to pay its people in the seventh.

The instrument that prevents this is thirteen columns wide and has been used by every turnaround specialist we know. You do not have to be in trouble to use it. It works best when you are not.

## Building it

Open a sheet. Across the top, thirteen weeks, each named by its Friday. Down the side, in this order:

- **Opening balance.** What the bank says. Not what the ledger says.
- **Money in.** One line for each of your ten largest customers and one for everyone else. Put each invoice in the week it will really be paid. If a customer pays on day fifty-two, it goes in on day fifty-two, whatever your terms say.
- **Money out that cannot move.** Pay, PAYE, VAT, rent, loan payments, corporation tax. Look up the dates.
- **Money out that can.** Suppliers, marketing, equipment, the dividend.
- **Closing balance**, which opens the following week.

The first one takes an afternoon and will be wrong. That is all right.

## Using it

Every Friday, put what happened beside what you forecast, and write one line for each difference above a thousand pounds. Then add a week at the end.

After six Fridays two things happen. You find that the differences are always the same: one customer, one tax, one cheerful salesperson. And you can see a thin week about two months before it comes, which is the distance at which it is still easy to deal with. At two months you can invoice a stage early, ask a supplier for a fortnight, or arrange a facility while the bank is in a good mood. At two weeks you can only apologise.

## The line to draw

Decide the balance below which you do not go, and draw it across the sheet. For most service companies it is one full payroll and the next VAT payment. When a week touches the line, talk about it that day. Not because it is a crisis, but so that it does not become one.

Keep it in one person’s hands and show it to three. A cash forecast that everybody edits is a conversation; one that nobody sees is a diary.`,
  },
  {
    id: 312,
    slug: "margins-hide-in-the-mix",
    title: "Your margin is hiding in the mix",
    excerpt: "The average is a polite fiction. Four cuts of the same numbers that usually find three points of margin.",
    date: "2026-10-15T09:00:00",
    category: "Finance & funding",
    tags: ["Margins", "Pricing"],
    body: `“Our gross margin is forty-one per cent.” It is a comfortable sentence. It describes no customer you have, no product you sell and no month you have lived through. It is an average, and averages are where problems go to avoid being noticed.

Take last year’s sales and cut them four ways. You will need an export from the accounts and about three hours.

## By customer

Put every direct cost you can against the customer who caused it, including the hours. Sort by margin, in pounds. In nearly every company the line rises, flattens, and then falls: the last few customers take away what the ones before them brought. You are looking for the point where it turns.

Before you do anything about them, ask why. Some are new and still learning. Some were promised something. A few are large and loud and have never been told what they cost.

## By product

The product that everyone asks about is rarely the one that pays. Look for the quiet thing that sells without discussion, needs no support and has not been repriced since it was launched. It is the safest price rise you will ever make.

## By order size

Small orders carry nearly the same handling as large ones. Find the size below which you lose money and do one of three things: set a minimum, add a charge, or make the small order so automatic that it costs nothing. Doing nothing is the fourth, and it is what you are doing now.

## By discount

List every sale below the full price, who approved it and why. Two patterns turn up. One seller gives the same eight per cent to everybody, like a tip. And discounts that were given once, to close a quarter, have become the price.

## What to do first

Do not try to fix the average. Choose one line in each cut and change it:

1. One customer to reprice at renewal, with a conversation and not a letter.
2. One quiet product to raise by six per cent.
3. One minimum order.
4. One rule: a discount has an end date, and somebody other than the seller signs it.

None of these is dramatic. Together they are worth two to four points in a year, and three points of margin on five million pounds is the salary of the people you say you cannot afford.`,
  },
  {
    id: 313,
    slug: "what-investors-write-down",
    title: "What investors write down",
    excerpt: "We asked eleven of them for the notes they made in a first meeting. Almost none were about the slides.",
    date: "2026-09-08T08:30:00",
    category: "Finance & funding",
    tags: ["Fundraising", "Boards"],
    blocked: true,
    body: `A first meeting with an investor lasts forty minutes, and the founder spends thirty of them presenting. We asked eleven people who sit on the other side of the table to show us what they wrote while it happened. Names removed, they were happy to.

The longest set of notes was a page and a half. The shortest was five words. Hardly any of it was about the slides.

## What they wrote

**Who answered.** Seven of the eleven noted which founder answered which question, and whether the others looked surprised. One had written only: “CTO knows the churn number. CEO did not.”

**The first number that was not round.** Round numbers are remembered as hopes. “About a hundred customers” was written down as a question. “Ninety-four, six of them on notice” was written down as a fact, and so was everything said after it.

**What was said about someone who left.** A former co-founder, a lost customer, a finance director who lasted a year. They were not looking for scandal. They wanted to hear whether the explanation contained the speaker.

**What the money was for.** Four had drawn a small table of their own, because the slide said “sales and marketing 60%”. They wanted people and months: two sellers from March, a product manager in the summer, and what would be true by the time it had been spent.

## What they did not write

Market size. Only one had noted it at all, with a question mark. Nor did anybody write down the competitors slide, though three had written the name of a competitor that was missing from it.

## What to do with this

- Rehearse who answers what, and let the person who knows do it.
- Have twelve numbers exact and in your head. Retention, price, margin and runway are four of them.
- Write out the story of your worst departure. Read it aloud to somebody who was there.
- Turn the use of funds into names of roles and months.

And leave time. The second most common note, after the one about who answered, was a variation of this: “Would have liked to ask about…”

> The pitch tells me what they believe. The questions tell me what they know. I only ever invest in the second.

The investor who said that has backed four of our members’ companies. She asked that we do not say which.`,
  },
  {
    id: 314,
    slug: "borrow-before-you-sell-shares",
    title: "Borrow before you sell shares?",
    excerpt:
      "Debt is cheaper until it is not. A plain comparison for founders who have only ever been offered one of them.",
    date: "2026-06-16T09:00:00",
    category: "Finance & funding",
    tags: ["Fundraising", "Cash flow"],
    variant: "image is an address",
    body: `Ask a venture investor how to fund the next two years and the answer will be shares. Ask a bank and it will be a loan. Both are honest. Both are selling something.

Here is the comparison that neither of them will draw for you.

## What each one costs

A loan of half a million pounds at eleven per cent over four years costs you about £120,000 in interest. You know that on the day you sign.

Half a million for a tenth of the company costs nothing today. If you sell for twenty million in six years, it has cost you two million. If you sell for nothing, it has cost you nothing. Equity is the more expensive money precisely when things go well, which is what you are planning for.

So borrow? Not quite.

## What each one asks

**Debt asks for regularity.** It wants to be paid on the same day of every month, by a company whose next twelve months look like its last. If your revenue is repeated, contracted and spread across many customers, you can carry it. If a third of it comes from one buyer, you are lending that buyer your company.

**Equity asks for ambition.** An investor needs a few of their companies to become very large. If you want to build a sound business of fifteen million and keep it, take nobody’s equity: you will be bored by each other within three years.

## Four questions before you sign either

1. *What is the money for?* Things with a payback you can count, such as stock, equipment or a proven sales hire, suit debt. Things that may not work suit equity.
2. *What happens in the worst plausible year?* Take a third from your forecast and see in which month the loan cannot be paid. If the answer is “the fourth”, do not borrow.
3. *What must I give besides money?* Read the personal guarantee, the covenants, the list of decisions that need consent. The price is in the schedule, not on the first page.
4. *Who will be on the telephone?* Meet the person who will look after you when it goes wrong, and not only the one who arranges it.

## The third answer

The cheapest money is your customers’. Annual plans paid in advance, a deposit on order and seven days taken off your terms often amount to a third of what you were going to raise. Nobody will suggest it to you, because nobody earns anything from it.`,
  },
  {
    id: 315,
    slug: "forecasts-that-survive-march",
    title: "Forecasts that survive March",
    excerpt:
      "Most budgets are dead by spring. Build one that expects to be wrong and it will still be useful in the autumn.",
    date: "2026-03-10T08:30:00",
    category: "Finance & funding",
    tags: ["Forecasting", "Margins"],
    body: `In November you build a budget. It takes five weeks and everyone’s goodwill. By March one large thing has happened that was not in it, and from then on each monthly review begins with the same sentence: “Of course, compared with the budget…”

The budget was not wrong because you are bad at it. It was wrong because it had one future in it.

## Forecast drivers, not results

Revenue is not something you can decide. It is the product of things you can count: enquiries, the share that become proposals, the share that are won, the average order, how many stay. Forecast those. When the result differs, you will know which of the five moved, and it is nearly always one.

Keep the list short. If a driver has never changed a decision, take it out.

## Three futures, one page

Write three versions: what you expect, what happens if the most important driver is a fifth lower, and what happens if it is a fifth higher. For each write what you would *do*, not just what you would feel.

- At a fifth lower: which hire waits, which project stops, in which month do we decide?
- At a fifth higher: what breaks first, and what should we have ordered by then?

The decisions are the point. When the day comes you will not have to invent them under pressure; you will only have to notice which page you are on.

## Move every month, compare every quarter

Once a month, replace the oldest month by what really happened and add a new one at the far end, so that you can always see twelve months ahead. It takes an hour if the drivers are few.

Once a quarter, compare with the forecast you made three months ago, not with the one from November. You want to know whether you are getting better at seeing three months out. That is a skill, it improves with practice, and it is worth more than any single number.

## Who owns it

Each driver has an owner who is not in finance. The person who owns the win rate should be the one who is asked about it, and should be the first to see it. Finance keeps the sheet honest. It cannot keep the promise.

A forecast of this kind is less impressive than a budget. It has fewer rows and no colours. In September people will still be opening it.`,
  },
];
