import type { Insight } from "../shapes.ts";

export const people: Insight[] = [
  {
    id: 321,
    slug: "how-to-brief-an-advisor",
    title: "How to brief an advisor",
    excerpt:
      "Two sentences before the first call will save a day of fees. What to say, what to send and what to leave out.",
    date: "2026-11-03T08:30:00",
    category: "People & leadership",
    tags: ["Working with advisors"],
    body: `You have found somebody who has done the thing you are about to do. You have an hour with them. Most people spend the first forty minutes of it telling the story of the company.

It is a natural thing to do and an expensive one. A good advisor needs very little history and one clear question.

## The two sentences

Write these before you say hello:

1. **The decision I have to make is…** Not the topic. A decision, with at least two answers and a date.
2. **I am leaning towards… because…** If you are leaning nowhere, say which fact would tip you.

“We would like help with our pricing” gets you a lecture. “We have to decide by January whether to charge by user or by site; I lean towards site because three large customers have asked for it, and I worry about the small ones” gets you advice.

## What to send

One page, two days before. The decision. The numbers that bear on it, even if they are rough. What you have tried. Who else is involved in the decision and what each of them wants.

Do not send the pitch deck. It was made to persuade people who know nothing about you. You need the opposite.

## What to ask

- What would you look at first that I have not mentioned?
- When you did this, what surprised you?
- What would make you tell me not to do it at all?
- Who else should I ask, who would disagree with you?

The last is the best question you can put to any advisor, and how they take it tells you a good deal.

## Agreeing the work

If the first conversation was useful and you want more, say what “done” looks like before you speak about days. “A price list, a letter to existing customers and one rehearsal with our sellers” is an engagement. “Support with pricing” is a subscription to somebody’s company.

Then fix three things in writing: the dates, the fee, and what each side must do by when. Half of the engagements that go wrong do so because the company did not send the data it promised in week one.

## Afterwards

Tell them what you decided and how it turned out, even if you did not follow the advice. It takes three lines. It is how a person you paid becomes a person you can call.`,
  },
  {
    id: 322,
    slug: "delegate-the-decision-not-the-task",
    title: "Delegate the decision, not the task",
    excerpt:
      "If people bring you finished work to approve, you have delegated typing. A ladder with five rungs, and how to climb it.",
    date: "2026-10-06T08:40:00",
    category: "People & leadership",
    tags: ["Delegation"],
    body: `A founder told us that she had delegated almost everything and was working more than ever. We asked to see her messages. There were sixty-one on a Tuesday, and all but four ended with a question mark. *Is this all right? Shall I send it? Are you happy with this?*

She had delegated the tasks. The decisions were all still hers.

## The ladder

There are five ways to hand something over, and trouble comes from meaning one and saying another.

1. **Find out** and tell me what is possible.
2. **Recommend** something, and I will choose.
3. **Decide**, tell me, and wait a day before you act.
4. **Decide and act**, and tell me afterwards.
5. **It is yours.** I will see it in the numbers.

Take your ten most frequent interruptions and write beside each the rung it is on today. Then write the rung it could be on if the person had one more piece of information. It is nearly always two higher.

## What people need in order to climb

**The limit.** “You may give up to eight per cent without asking” frees more of your day than any speech about trust.

**The reason.** People cannot decide as you would if they have only ever seen your answers. For two weeks, when you are asked, say how you would think about it before you say what you would do. It is slow. It is the last slow fortnight.

**The consequence.** If somebody decides, acts, and you quietly redo it, they will never decide again, and they will be right.

## When it goes wrong

It will. Someone will refund too much or hire too quickly. Ask two questions, in this order: *What did you know when you decided?* and *Would you have decided differently with what we know now?* If they decided sensibly on what they knew, it was a good decision with a bad result. Say so, in front of others.

If they lacked something you knew, the fault is in the briefing. If they did not look, it is theirs. In our experience that is one case in ten.

## The test

Take a week off without your telephone. Before you go, write down what you expect to be decided without you. When you come back, do not ask what went wrong. Ask what waited. That is your list for next month.`,
  },
  {
    id: 323,
    slug: "the-first-senior-hire",
    title: "The first senior hire “from outside”",
    excerpt:
      "It fails about half of the time, and rarely for lack of talent. What happens in the first ninety days decides it.",
    date: "2026-08-18T08:30:00",
    category: "People & leadership",
    tags: ["Hiring", "Retention"],
    body: `At some point you stop growing your own and bring in someone who has done it before: a commercial director, a head of operations, a technical lead from a company you admire. The announcement is warm. Nine months later, in about half of cases, there is another announcement, which is shorter.

The person was usually good. So what happened?

## Three ways it goes wrong

**The job was a feeling.** “We need someone to take sales to the next level.” Nobody could say what would be different in a year, so everybody was free to be disappointed.

**The founder did not let go.** The new director was given the title, the team and the targets, but the three largest customers still rang the founder, and so did the two longest-serving sellers.

**They were hired for where they had been.** They ran a department of forty with a system for everything. You have a department of five and a spreadsheet. They had not built that machine; they had driven it.

## Before you advertise

Write the letter you would like to send to your board in twelve months, about this person. What did they do? What can the company do now? Where did they disagree with you and turn out to be right? If you cannot write it, you are not ready to hire. Borrow the experience first: two days a month of somebody who has done it will show you what the job really is.

## In the interview

Ask for the *first* ninety days in the job they are proudest of, week by week. Builders remember it in detail: the missing data, the person they had to move, the report they made by hand. Those who inherited something good describe its results.

Then give them a real problem, with real numbers, under an agreement of confidence, and pay them for the day. You will both learn more than in six conversations.

## The first ninety days

- **Week one.** You introduce them to the ten people who matter and leave the room.
- **Week two.** You tell your old allies, in so many words, to go to the new person first. When they come to you anyway, you send them back. Every time.
- **Day thirty.** They tell you what they found, including about you. Say thank you and nothing else.
- **Day sixty.** One visible thing is finished. Not the largest; the one that people had given up on.
- **Day ninety.** You read the letter together and rewrite it.

If by then you have doubts, voice them plainly that week. A doubt that waits for the annual review has already been decided.`,
  },
  {
    id: 324,
    slug: "pay-people-can-explain",
    title: "Pay that people can explain to each other",
    excerpt:
      "Someone will leave a payslip on the printer. Would you be comfortable? A modest pay structure for companies of thirty to a hundred.",
    date: "2026-06-02T08:30:00",
    category: "People & leadership",
    tags: ["Retention", "Hiring"],
    body: `Assume that everybody in your company knows what everybody else earns. They very nearly do. The question is not whether pay is secret. It is whether, when two people compare, the difference can be explained in a sentence that both would accept.

In most companies of fifty it cannot. Pay is a layer of history: what somebody asked for, what the market was in the year they came, and who threatened to leave.

## A structure in four steps

**List the work, not the titles.** Group every job into families: building, selling, serving, running. Within each, describe four or five levels by what a person at that level can be left alone with. Two sentences for each are enough.

**Put a range on each level.** Take three sources for the market, not one, and decide where you stand: “in the middle of the market, with better than average holidays” is a perfectly good position. A range should be about a quarter wide from bottom to top.

**Place everybody.** Do it with two other people and argue. You will find four kinds of surprise: some paid below their range, some above, some on the wrong level, and one or two whose work nobody can describe.

**Repair from the bottom.** Bring up those who are below, first and fully, even if it takes the entire increase for the year. Nobody above their range is cut; they wait. If you do this in the wrong order it will be read as an economy.

## What it costs

In the companies we have seen, between one and two per cent of payroll, once. Against this, put what it cost to replace the last three good people who left for “a better offer”, which is what people say when they have found out.

## Saying it

Publish the levels and the ranges. You need not publish who is where. Tell each person their level, their range, and what the next level would need, in a conversation of their own.

Then answer the hardest question honestly: *why was I below?* “Because we had no structure, and you did not ask. That was our fault, and it is repaired from this month.” People forgive the past surprisingly easily when it comes with a date.

## Keeping it straight

Once a year, check two things: whether the ranges still match the market, and whether the average within each level differs between men and women, or between those who negotiated and those who did not. If it does, you already know what to do.`,
  },
  {
    id: 325,
    slug: "the-founder-is-the-bottleneck",
    title: "When the founder is the bottleneck",
    excerpt:
      "Six signs, none of them about working hours, and a way out that does not require becoming a different person.",
    date: "2026-02-17T09:00:00",
    category: "People & leadership",
    tags: ["Delegation", "Boards"],
    blocked: true,
    body: `It is an odd thing to be told. You are the hardest-working person in the building, and the building is waiting for you.

No founder sees it from the inside, because from the inside it feels like being needed. These are the signs that other people see.

## Six signs

1. Meetings begin when you arrive, not when they were called for.
2. Two of your managers have the same argument every month and bring it to you every month.
3. There is a queue of finished work. It is on your desk, or in your inbox under a flag.
4. People rehearse before they talk to you.
5. You have rewritten something this week that you had asked somebody else to write.
6. When you are ill, nothing goes wrong. It only stops.

Three of six is ordinary. Five is a company of the size you can hold in your head, and it will stay that size.

## What does not help

Working longer, obviously. But also the two remedies that are usually prescribed. A chief operating officer hired to “take things off you” becomes a second queue if the decisions still end with you. And a resolution to let go lasts until the first mistake, which comes on a Wednesday.

## What does

**Choose what is only yours.** There are three or four things that this company needs from you in particular: perhaps the product, perhaps the largest customers, perhaps the next raise. Write them down. Everything else is to be somebody’s, even if they will do it slightly worse for six months.

**Give away whole things.** Not “help me with marketing”, but marketing, with its budget and its number. Half a thing has to be discussed; a whole thing can be done.

**Leave the building.** One day a week, elsewhere, unreachable until four. You will be amazed at how quickly a company learns to decide when deciding is the only option. Start with Fridays; nobody believes in Mondays.

**Find somebody who will tell you.** Not an employee, not an investor. Somebody who has been in the same place, who sees you once a fortnight and has nothing to gain from your good opinion. Ask them each time: *where am I in the way?*

## A last thing

You built it by caring about every detail. Nobody is asking you to stop caring. They are asking you to care at a distance from which other people can reach the handle.`,
  },
];
