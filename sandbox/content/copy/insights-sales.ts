import type { Insight } from "../shapes.ts";

export const sales: Insight[] = [
  {
    id: 331,
    slug: "the-price-rise-letter",
    title: "The price-rise letter",
    excerpt: "Six sentences, no apology. How to raise prices for existing customers and keep nearly all of them.",
    date: "2026-10-22T08:30:00",
    category: "Sales & marketing",
    tags: ["Pricing", "Retention"],
    body: `You have not raised prices for the customers who have been with you longest. They were there at the beginning, they were kind about the first version, and each January the moment has passed.

In the meantime your costs have risen by a quarter, new customers pay the new price, and your most loyal ones are subsidised by your newest. Nobody decided this. It grew.

## Before the letter

**Sort them.** Put your customers into three groups: those who pay a fair price, those a little below, and those far below. Only the last group needs care. It is usually a tenth of the list and the subject of nine tenths of the worry.

**Look up the contracts.** Find out when each one may be changed and with how much notice. Put the dates in a calendar.

**Decide what you will do when somebody says no.** Not whether, what. A longer term at a lower rise is a good answer. A rise in two steps is a fair one. No rise at all is a decision to be asked again next year by everyone they know.

## The letter

It has six sentences.

1. From a date at least sixty days away, your price will be this.
2. The last time it changed was then.
3. Since then we have added these three things, which you use.
4. If you would like to fix this price for two years, reply before that date.
5. If it causes you difficulty, call me; this is my number.
6. Thank you, and a name.

No apology, no inflation index, no paragraph about how difficult the year has been. A reason that is about you invites a discussion of your costs. A reason that is about them invites a look at what they get.

Send it from a person and not from accounts. Call the ten largest the day before. They should not learn it from an envelope.

## Afterwards

In the price rises that our advisors have run, between one and four customers in a hundred left. Those who left had usually been about to. The calls that came were mostly from people who wanted to hear a voice, and ended in a two-year term.

Write down three numbers: how many called, how many left, and how many thanked you. The third is not nought. Then put next year’s date in the calendar while you still remember how little happened.`,
  },
  {
    id: 332,
    slug: "your-second-salesperson",
    title: "Your second salesperson matters more than your first",
    excerpt: "The first sells like the founder. The second shows you whether there is anything to teach.",
    date: "2026-08-04T08:45:00",
    category: "Sales & marketing",
    tags: ["Sales teams", "Hiring"],
    body: `The first person you hire to sell will either fail, and you will blame them, or succeed, and you will believe you have a sales team. You have neither evidence. They sat beside you, heard how you tell it, borrowed your customers and your confidence. What they proved is that it can be caught.

The second one proves whether it can be taught.

## What to have before you advertise

**A written sale.** Take the last five deals that were won by somebody other than you. Write the story of each on a page: who first called whom, what the customer was using, what nearly stopped it, who signed, how many days. Where the five stories agree, you have a process. Where they do not, you have personality.

**A number that is one person’s job.** Divide the target by the deals, the deals by the meetings, the meetings by the weeks. If the answer is eleven new meetings a week and your market has four hundred companies, the arithmetic has just saved you a salary.

**A patch.** Half of a market each, by region or trade or size, and never by “whoever gets there first”. Two sellers on one list are competitors with a shared kitchen.

## Whom to choose

Not the one who is like the first. Choose somebody who is curious about how your customers work, writes a clear e-mail, and has at least once sold something nobody had heard of. A famous employer is a warning as much as a comfort: the name opened the door.

In the interview let them sell you the thing they sell today. Then interrupt with an objection that is true. You want to see whether they slow down.

## The first twelve weeks

- Weeks one and two: they listen to calls and write down every question a customer asks. They own that list from now on.
- Weeks three to six: they open the meetings and somebody else closes them.
- Weeks seven to ten: the other way round.
- By week twelve: one deal, start to finish, without you. Small is fine.

If the deal has not come, read the list of questions together. Either there is an answer your company does not have, which is a product matter, or there is one that they do not give, which can be taught.

## And pay

Pay most of it as salary in the first half-year. A commission plan for somebody who does not yet know what works is a tax on learning.`,
  },
  {
    id: 333,
    slug: "the-case-study-nobody-writes",
    title: "The case study nobody writes",
    excerpt: "Buyers do not want to read that it went well. They want to know what it was like in week six.",
    date: "2026-05-26T09:00:00",
    category: "Sales & marketing",
    tags: ["Sales teams"],
    body: `Here is every case study you have ever read. *The challenge.* The customer, a leading something, wanted to be better. *The solution.* They chose us. *The result.* Forty per cent, and a photograph of a person smiling beside a window.

Nobody has been persuaded by one of these. They exist because a template exists.

## What a buyer is really asking

Your future customer has already decided that your product probably works. What keeps them awake is something else:

- Will my people use it, or will I have to defend it every Monday?
- How bad is the middle?
- What happened when it went wrong, and who answered the telephone?
- Was it worth the argument with finance?

A useful case study answers these four and leaves the smile to others.

## How to write one

Ring a customer who has been with you for a year. Not the happiest: the most typical. Ask if you may record forty minutes and promise that they will read it before anybody else does. Then ask six questions.

1. What were you doing before, and what had you tried?
2. Who was against it?
3. What took longer than you expected?
4. Tell me about a day when you regretted it.
5. When did you notice that it was working? What exactly did you see?
6. What would you tell somebody in your chair who is about to start?

Write it in their words and in the order in which it happened. Keep the bad day in. Give the number only once, and say how it was measured.

You will be tempted to take out question four. It is the one that does the work. A reader who finds a difficulty that is admitted will believe the result; a reader who finds none will believe nothing.

## Where to use it

Not on a page called “Customers”. Send it at the moment when a deal goes quiet, which is usually about three weeks after the proposal, when your champion has started to explain it to people you have never met. Send it with one line: *this is the company I mentioned; the part about week six is worth reading*.

Two of these, written properly, have closed more business for companies we know than any quantity of brochures. They cost a telephone call and an honest afternoon.`,
  },
  {
    id: 334,
    slug: "keep-the-customers-you-have",
    title: "Keep the customers you have",
    excerpt:
      "Customers do not leave when they cancel. They leave about five months earlier, and they tell you, if you know where to look.",
    date: "2026-02-03T08:30:00",
    category: "Sales & marketing",
    tags: ["Retention"],
    variant: "image is missing",
    body: `The cancellation arrives by e-mail, from somebody you have not heard of, and gives budget as the reason. It is almost never the budget. It is the last act of a play that began in the spring.

Find ten customers who left in the past two years and read backwards through everything: support, invoices, logins, who was copied on what. It takes two days and it is unsettling. The same four signs come up again and again.

## The four signs

**The champion goes.** The person who chose you changes jobs. Their successor has inherited a product they did not choose and a budget they must defend. In the companies we looked at, this came before more than half of all departures, by five months on average.

**The questions stop.** New customers ask a great deal. Settled ones ask now and then. Customers who are leaving ask nothing at all. Silence is not satisfaction.

**The use narrows.** The number of people stays the same but they do fewer things. The report that went to the board is no longer made.

**The invoice is queried.** Not refused. Queried, by somebody in finance, who wants a copy of the contract.

## What to do about each

When a champion leaves, two calls within the week: one to congratulate them, which is also how you win their new employer, and one to introduce yourself to the successor, with a single page that says what their company gets from you, in numbers. Do not wait until they have settled in. They will settle in with somebody else’s opinion.

When the questions stop, ask one. *What did you expect to be doing with this by now that you are not?*

When the use narrows, find out who used to read the report and ask what they look at instead.

When finance asks for the contract, the right answer is a telephone call from the most senior person you have, that day.

## Making it a habit

Every Monday, one person reads one page: champions who have moved, customers silent for sixty days, use that has fallen by a third, invoices in question. There will be five or six names on it. Each gets a call by Thursday.

You will not save all of them. In our experience you save about a third, which for most companies is worth more than everything they will spend on advertising this year.`,
  },
];
