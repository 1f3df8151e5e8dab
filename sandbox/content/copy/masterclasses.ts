import type { Masterclass } from "../shapes.ts";

export const masterclasses: Masterclass[] = [
  {
    id: 501,
    slug: "pricing-with-a-straight-face",
    title: "Pricing with a straight face",
    excerpt:
      "An evening on raising prices without losing the customers you want to keep, with three real price letters on the table.",
    date: "2026-11-18T10:00:00",
    category: "Sales & marketing",
    tags: ["Pricing", "Margins"],
    day: "2026-12-03",
    time: "18:00 – 19:45",
    address: "The Ropewalk Rooms, 4 Ropewalk Yard, Bristol BS1 6TW",
    body: `Most growing companies are too cheap, know it, and have not found the moment. This evening is about finding it.

**Nadia Farouk** has set prices in software, food and freight, and has written some four hundred letters that began with the words “from 1 January”. She brings three of them, with the names removed, and what happened next.

## What we will do

- Find the customers for whom you are cheap, and those for whom you are not.
- Work through one price rise from the spreadsheet to the letter, together.
- Rehearse the telephone call. It is shorter than you fear.
- Decide what to do about the customer who is a fifth of your revenue.

## Who it is for

Founders and commercial directors of companies between £1m and £20m in revenue. Bring last year’s sales by customer, on paper. Nobody else needs to see it.

Twenty-four places, soup and bread afterwards.`,
  },
  {
    id: 502,
    slug: "the-first-finance-director",
    title: "The first finance director: whom to hire, when, and what to ask them in the very first week",
    excerpt:
      "When a bookkeeper and a good accountant stop being enough, and how to tell a finance director from a very good controller.",
    date: "2026-11-11T10:00:00",
    category: "Finance & funding",
    tags: ["Hiring", "Forecasting"],
    day: "2027-01-21",
    time: "12:30 – 14:00",
    address: "Online. The link comes with your booking",
    variant: "link as text",
    body: `There is a month in the life of most companies when the founder stops trusting the numbers. Not because they are wrong, but because they arrive on the twentieth and describe somebody else’s business.

Over lunch, **Marcus Adeyemi**, who has been the first finance director of five companies, goes through what changes when one arrives and what does not.

## In ninety minutes

- The three jobs that are called finance director, and which one you need.
- Part-time, full-time or borrowed: what each costs and when it stops being enough.
- Five interview questions, and what a good answer sounds like.
- The first week: what to ask for, and what to keep away from them.

There is half an hour for questions. Send yours in advance if you would rather not ask it aloud.`,
  },
  {
    id: 503,
    slug: "raising-a-round-in-public",
    title: "Raising a round: the meeting after the meeting",
    excerpt: "Two founders and the investor who turned one of them down read the notes each of them wrote afterwards.",
    date: "2026-10-30T10:00:00",
    category: "Finance & funding",
    tags: ["Fundraising", "Boards"],
    day: "2026-12-10",
    time: "17:30 – 19:30",
    address: "Wharfside Hall, 21 Canal Street, Manchester M1 3HE",
    blocked: true,
    body: `What is said when the founders have left the room decides most rounds, and founders never hear it. This evening they do.

Two companies raised money in the same month from overlapping lists of investors. One closed in nine weeks, one did not close at all. Both founders kept notes of every meeting. So did an investor who saw both, and who has agreed to read hers aloud.

## The evening

- Nine meetings, each told twice.
- The three sentences that investors wrote down most often.
- What the data room said that the pitch did not.
- What the second company did instead, and where it is now.

What is said in the room stays there. That is why this evening is for members only, and why there is no recording.`,
  },
  {
    id: 504,
    slug: "managers-who-were-never-taught",
    title: "Managers who were never taught",
    excerpt: "A working morning for people who were promoted because they were good at something else.",
    date: "2026-10-13T10:00:00",
    category: "People & leadership",
    tags: ["Delegation", "Retention"],
    day: "2026-11-05",
    time: "09:30 – 12:30",
    address: "The Ropewalk Rooms, 4 Ropewalk Yard, Bristol BS1 6TW",
    variant: "date unformatted",
    body: `If you manage people and nobody ever showed you how, you are in the majority. This morning teaches four conversations and lets you practise them on strangers, who are kinder than colleagues.

**Bronwen Hughes** ran operations for a chain of opticians through its growth from nine shops to seventy, and taught every one of its managers herself.

## The four conversations

1. Setting a goal that can be missed.
2. The weekly half-hour, and how not to let it become a status report.
3. Saying that something is not good enough, on the day.
4. Letting somebody go, decently.

Each is shown once, badly and well, and then tried in threes. There are no slides.

Come alone or bring one other manager from your company. Coffee from nine.`,
  },
  {
    id: 505,
    slug: "advisors-table-winter",
    title: "The advisors’ table: winter",
    excerpt: "A long supper for advisors, with one question on the table and nobody selling anything.",
    date: "2026-11-04T10:00:00",
    category: "Strategy & growth",
    tags: ["Working with advisors"],
    day: "2026-11-26",
    time: "19:00 – 22:00",
    address: "The Glasshouse, 9 Orchard Row, London SE1 4QD",
    blocked: true,
    body: `Advising is solitary work. Four times a year we put sixteen advisors around one table, serve a decent supper and ask a single question.

This winter’s question: **when did you last tell a client not to go ahead, and were you right?**

## How it goes

- Everyone has five minutes and no slides.
- Nobody names a client.
- After the main course, three people who were wrong say how they found out.
- Gareth Lloyd keeps the time and has been known to use a bell.

Places are kept for advisors who have completed at least one engagement here. There is no charge; the supper is on us.`,
  },
  {
    id: 506,
    slug: "thirteen-weeks-workshop",
    title: "Thirteen weeks: build your cash forecast in a morning",
    excerpt:
      "Bring your bank balance and your unpaid invoices. Leave with a sheet you will still be using in the summer.",
    date: "2026-11-13T10:00:00",
    category: "Finance & funding",
    tags: ["Cash flow", "Forecasting"],
    day: "2026-12-08",
    time: "09:00 – 12:00",
    address: "Online. The link comes with your booking",
    variant: "slides are false",
    body: `A working morning, not a talk. By noon you will have a cash forecast for the next thirteen weeks, in your own numbers, and will know which two weeks to worry about.

**Amara Nwosu** runs finance here and built the same sheet for eleven companies before that. She goes from screen to screen, so the group is small.

## Bring

- The balance of every account, as of that morning.
- A list of unpaid invoices, with the dates on which they are really paid.
- Your payroll, VAT and rent dates.
- Somebody from finance, if you have somebody. Two from one company is ideal.

## Leave with

- The sheet.
- The line below which you do not go, and the reason for it.
- A Friday routine that takes twenty minutes.

Twelve companies at most.`,
  },
  {
    id: 507,
    slug: "first-customers-in-germany",
    title: "First customers in Germany",
    excerpt: "Four companies, one of which came home again, on what they would do in the first ninety days.",
    date: "2026-11-06T10:00:00",
    category: "Strategy & growth",
    tags: ["Export", "Sales teams"],
    day: "2027-02-04",
    time: "16:00 – 18:00",
    address: "Dockside Rooms, 30 Mersey Walk, Liverpool L3 4BX",
    body: `Germany is the first market that most British companies try and the one that surprises them most. Four founders who went, and an advisor who has sold there for twenty years, compare notes.

## What they will cover

1. The first ten meetings: who comes, what they bring and why nobody says no.
2. Paper. Which documents are expected, in which language, and which clause stopped a deal for five months.
3. Prices: list, net and *Skonto*.
4. The first local hire, and the one after the first did not work.
5. Coming home. One of the four did, and thinks it was the best decision they made.

The second hour is for your questions. There is a good bar next door.`,
  },
  {
    id: 508,
    slug: "the-quiet-customer",
    title: "The quiet customer",
    excerpt: "How to hear that somebody is leaving five months before they tell you, using only what you already have.",
    date: "2026-09-24T10:00:00",
    category: "Sales & marketing",
    tags: ["Retention", "Sales teams"],
    day: "2026-10-21",
    time: "12:30 – 13:45",
    address: "Online. The link comes with your booking",
    body: `Customers who are about to leave behave alike. They go quiet, their champion changes jobs, and finance asks for a copy of the contract.

**Hannah Oyelaran**, who has looked after customers at two software companies and an insurer, shows the single page that she reads each Monday and the calls that follow from it.

## In an hour and a quarter

- The four signs, and where each is already written down in your company.
- A page that takes one person forty minutes a week.
- What to say to a champion’s successor.
- Which customers to let go.

The page itself is sent to everyone who came.`,
  },
  {
    id: 509,
    slug: "software-without-regret",
    title: "Choosing software without regret: a clinic for companies about to sign something expensive",
    excerpt: "Bring the quotation. Two people who have chosen forty systems between them will read it with you.",
    date: "2026-09-15T10:00:00",
    category: "Operations & technology",
    tags: ["Software", "Processes"],
    day: "2026-10-08",
    time: "14:00 – 17:00",
    address: "Wharfside Hall, 21 Canal Street, Manchester M1 3HE",
    variant: "slides as ids",
    body: `If there is a quotation for a system on your desk, bring it. In twenty minutes at a table with two people who have been on both sides of such a contract, you will know what to ask before you sign.

## The afternoon

- **Half an hour together.** The ten stories, the way out, and the cost that is not in the quotation.
- **Then tables.** Each company has twenty minutes and a second opinion.
- **Half an hour at the end** for what turned up more than once.

Names of suppliers stay in the room. We take nothing from any of them, and neither do the advisors who come.`,
  },
  {
    id: 510,
    slug: "pay-that-adds-up",
    title: "Pay that adds up",
    excerpt:
      "Build levels and ranges for a company of thirty to a hundred, and rehearse the conversation that follows.",
    date: "2026-10-20T10:00:00",
    category: "People & leadership",
    tags: ["Hiring", "Retention"],
    day: "2027-01-14",
    time: "09:30 – 12:30",
    address: "The Glasshouse, 9 Orchard Row, London SE1 4QD",
    body: `Somebody will ask why they earn less than the person beside them. After this morning you will have an answer that both of them would accept.

**Joanna Field** has put pay in order for eighteen companies, most of them between forty and ninety people, and one of them twice.

## We will

1. Sort your jobs into families and levels, on paper, with scissors.
2. Put a range on each, from three sources you can get for nothing.
3. Find the people who are in the wrong place, and work out what it costs to put it right.
4. Rehearse three conversations, one of them with somebody who is angry and has a point.

Bring a list of roles and salaries with no names on it. It goes home with you.`,
  },
  {
    id: 511,
    slug: "board-papers-in-a-day",
    title: "Board papers in a day & a half",
    excerpt: "A set of papers that directors read and that does not cost your finance team a week.",
    date: "2026-11-16T10:00:00",
    category: "Strategy & growth",
    tags: ["Boards", "Forecasting"],
    day: "2027-02-23",
    time: "17:30 – 19:00",
    address: "The Ropewalk Rooms, 4 Ropewalk Yard, Bristol BS1 6TW",
    blocked: true,
    body: `Three chairs of growing companies bring the best set of papers they have ever been sent, and the worst. The names are covered. The rest is not.

## What we will take apart

- The one page of words at the front, which is the only one that everybody reads.
- Numbers beside the forecast, and what to write when they differ.
- The two questions that you have not made up your mind about.
- What to leave out. It is most of it.

You will leave with a template of four pages, and the courage to send nothing else. As the papers are real, this evening is for members only.`,
  },
  {
    id: 512,
    slug: "the-first-letter-of-intent",
    title: "The first letter of intent",
    excerpt:
      "Someone wants to buy your company. What to say on the telephone, and whom to ring before you ring them back.",
    date: "2026-08-27T10:00:00",
    category: "Finance & funding",
    tags: ["Fundraising", "Boards"],
    day: "2026-09-24",
    time: "18:00 – 19:30",
    address: "The Glasshouse, 9 Orchard Row, London SE1 4QD",
    body: `It comes as a friendly call, usually from a competitor, often in a bad week. What you say in the first ten minutes is remembered, and some of it cannot be taken back.

Two founders who sold, one who did not and a lawyer who has read some three hundred letters of intent talk it through from the first call to the signature.

## The evening in five parts

1. The call: what to ask, what not to answer, and how to be glad without being eager.
2. Who needs to know, and in which order.
3. The letter: the four terms that matter more than the price.
4. Exclusivity, and what you should be given in return for it.
5. Saying no, so that they come back.

Wine and something to eat. Please come even if nobody has rung.`,
  },
];
