import type { Insight } from "../shapes.ts";

export const operations: Insight[] = [
  {
    id: 341,
    slug: "write-the-process-last",
    title: "Write the process last",
    excerpt: "Documenting how things are done will not repair how things are done. An order of work that will.",
    date: "2026-09-30T08:30:00",
    category: "Operations & technology",
    tags: ["Processes"],
    body: `When a growing company begins to creak, somebody suggests writing everything down. A wiki is bought. For three weeks people describe what they do. In the fourth week the descriptions are already wrong, and by the summer new joiners are told, kindly, not to look there.

The trouble is not laziness. It is the order. A process that is written down before it works is a drawing of a leak.

## First, follow one thing

Choose one order, one complaint or one new employee, and walk with it from beginning to end. In person. Write the time at every step. You are interested in two numbers: how long somebody was working on it, and how long it lay waiting.

The first time we did this, for a maker of laboratory equipment, the work took four hours and ten minutes. The order took nineteen days.

## Second, remove

Look at each wait and ask what it is waiting for. It is generally one of four things: a signature, a piece of information that was known earlier, a batch (“we do those on Thursdays”), or a person who is the only one who can.

- Signatures below a sensible sum can go.
- Information can be asked for on the first form instead of the fifth.
- Thursday can become every day, at a quarter of the size.
- The only person can teach a second.

None of it needs software. Do these four before you do anything else, and measure again. Nineteen days became six.

## Third, hold still

Let it run for a month. Things you removed will turn out to have had a purpose. Put back the ones that did. This is the step that is always left out, and it is why changes come undone.

## Fourth, write

Now write it down, in the least space that works. For most tasks that is a list of no more than nine lines which fits beside the screen, written by the person who does the work and tried by somebody who does not. If the second person stumbles, repair the list and not the person.

Put a name and a date at the bottom. A page without an owner is an opinion.

## Last, automate

What is now short, stable and written down can be given to a machine. What is long and changes every month cannot, however good the salesperson. Automating a bad process gives you the same leak at a higher pressure.`,
  },
  {
    id: 342,
    slug: "choosing-software-you-will-not-regret",
    title: "Choosing software you won’t regret",
    excerpt:
      "Seven years is how long you will live with it. Spend seven days choosing. A method for people who are not technical.",
    date: "2026-07-28T09:00:00",
    category: "Operations & technology",
    tags: ["Software", "Processes"],
    body: `The system you choose this autumn will outlast two of your managers and the person who sold it to you. Companies spend longer on choosing an office.

You need not be technical to choose well. You do need to refuse the usual order of things, in which a demonstration comes first and the thinking afterwards.

## Day one and two: write down the ten

List ten things that happen in your company in an ordinary month and that the system has to carry. Write them as stories. “A customer returns half of an order, we credit it, and the stock is right by the evening.” Include two that are awkward and one that happens once a year and hurts.

Do not write features. Every system has features.

## Day three: ask for two names

For each candidate, ask the supplier for two customers of your size in your trade who have used it for more than two years. Then find a third by yourself. Ask all three: *what do you still do in a spreadsheet?* The answer to that question is the real specification.

## Day four and five: they do your ten

Send the ten stories beforehand. In the demonstration, they do them, in order, with your words on the screen. When somebody says “that can be configured”, write it on a separate list with the heading *not seen*.

Two of the people who will use it every day sit in. They get a veto each. Use will depend on them, and they will know by lunch.

## Day six: the way out

Before you ask how data goes in, ask how it comes out. All of it, in a form that another system can read, without paying. Have them show you. A supplier who hesitates here has told you what the renewal will be like.

Ask too what happens to the price when you double, and get it in writing.

## Day seven: the cost that is not in the quotation

Take the price and add three lines: the hours your own people will spend, valued honestly; the month in which you will run both systems; and one thing you will have to change about how you work. If nobody can name that one thing, you have not understood it yet.

## Then decide

Choose the one that did most of the ten stories simply. Not the one that could do all of them, after some work, by somebody, later. And buy one year. You will know by then.`,
  },
  {
    id: 343,
    slug: "when-to-hire-an-operations-director",
    title: "You may not need an operations director yet",
    excerpt: "Five problems that look like the job, and the cheaper thing each of them really asks for.",
    date: "2026-06-30T08:30:00",
    category: "Operations & technology",
    tags: ["Hiring", "Working with advisors"],
    body: `There comes a bad month and somebody says it: we need a grown-up. An operations director, a chief of staff, a COO. The advertisement describes a person who will do everything that you are tired of.

Sometimes it is the right answer. At under eighty people it is more often an expensive answer to a smaller question. Before you write the advertisement, see whether your trouble is one of these.

## “Nothing gets finished.”

You probably have too much started. Count the projects that are under way and divide by the number of people who lead them. Above two, no director will help; stopping half of them will. It costs nothing and takes one uncomfortable meeting.

## “Departments do not talk to each other.”

They do, about the wrong things. Give two of them one number in common. Sales and delivery, measured together on how many orders arrive on the day that was promised, will find each other without a mediator.

## “I am in every decision.”

Then a director will be in every decision with you. Write limits first: who may spend, refund, hire and discount up to what. A page of limits is a tenth of a director.

## “We keep being surprised.”

You need a forecast and somebody who looks at it weekly. That is a good controller, or two days a month of an experienced finance director, and it can be had in three weeks.

## “Nobody knows how things are done.”

You need a patient person with a clipboard for six months. An analyst, promoted from within, who likes order and is liked. They will cost a third of a director and will know where everything is.

## When you do need one

There are three good reasons. You have more than one site. You have work that must be done the same way hundreds of times a day and it costs real money when it is not. Or you, the founder, are needed elsewhere for two years, for a new market or a raise, and someone has to hold the whole of it.

If it is one of these, do it properly: pay for it, announce it, and get out of the way.

If you are unsure, try the job before you fill it. Somebody who has been an operations director three times can spend two days a month with you for a quarter. At the end you will either have a job description that is true, or no vacancy.`,
  },
  {
    id: 344,
    slug: "a-calm-incident",
    title: "What a calm incident looks like",
    excerpt:
      "Something will break on a Friday. Five roles, one channel and a habit of writing things down are the difference.",
    date: "2026-04-21T08:30:00",
    category: "Operations & technology",
    tags: ["Software", "Processes"],
    body: `At 16:10 on a Friday the ordering system stopped. By 16:14 eleven people were looking at it, three of them had changed something, and nobody had told the customers. It was repaired at 20:30. The cause was found at 16:22 by somebody who could not get a word in.

Every company that depends on software has had this evening. The good ones have it once.

## Five roles, agreed before

They need not be senior, and on a small team one person may hold two.

- **One who leads.** Decides what is tried next. Does not touch a keyboard.
- **One or two who repair.** Nobody else changes anything.
- **One who writes.** Notes the time and what was seen or done, in one place that everybody can read.
- **One who speaks.** To customers and to the rest of the company, every thirty minutes, even if there is nothing new.
- **Everyone else**, whose role is to stay away. It is the hardest of the five.

## The first ten minutes

1. Say aloud, in the agreed place, that there is an incident, and who leads.
2. Ask what customers can and cannot do. Not what is broken: what they notice.
3. Ask what changed today. In our experience it is the answer two times out of three, and undoing it is nearly always faster than understanding it.
4. Tell the customers. One sentence of what you know, one of what you are doing, and when they will hear again.

## Telling customers

People forgive a failure and do not forgive a silence. Write as you would to a neighbour. “Orders placed since 16:10 are not confirmed. They are safe and you need not repeat them. We will write again at 17:00.” Then write at 17:00.

Never guess a time for the repair. Give a time for the next message and keep it. It is the only promise that you control.

## On Monday

Meet for an hour, with the notes. No one is asked why they did something; everyone is asked what they saw. The question is not who made the mistake but why it was so easy to make, and why it took so long to notice.

Leave with at most three changes, each with a name and a date within two weeks. Eleven actions are a way of doing none.

Then send a page to the customers who were affected: what happened, what you changed. You will be surprised who replies to say thank you.`,
  },
  {
    id: 345,
    slug: "measure-five-things",
    title: "Measure five things & mean them",
    excerpt:
      "A dashboard with forty numbers is a way of not looking. How to choose five, and what to do with them on Monday.",
    date: "2026-03-24T09:00:00",
    category: "Operations & technology",
    tags: ["Processes", "Forecasting"],
    body: `Somewhere in your company there is a screen with forty numbers on it. It took two months to build. Ask the person nearest to it which of them was worse last week than the week before, and they will have to go and look.

The screen is not there to be read. It is there so that nobody can say there is no screen.

## Five questions, five numbers

A company of almost any kind can be seen through five questions. Find one number for each.

**Are we wanted?** Enquiries from people who could really buy. Not visitors.

**Do we keep our word?** The share of promises kept on the day that was given. Orders, projects, replies: choose what you promise most.

**Do they stay?** Of the customers you had a year ago, how many are still here, counted by head and not by revenue. Revenue flatters; heads do not.

**Can we afford it?** Weeks of cash at the present rate.

**Are our people all right?** One question, asked every month, without names: *would you want to be here in a year?* And the number of good people who left.

## Rules for keeping them honest

- Each number has one owner, who can explain it in a sentence and does not own any other.
- Each is counted in the same way for at least a year. A new definition is a new number and starts from nothing.
- Each has a line below which you have agreed to do something. Write down what.
- Show the last thirteen weeks, never a single week. One week is weather.

## Monday, twenty minutes

The owners read out their number. If it is above its line, that is all they say. If it is below, they say what they have found out and what they are trying. Nobody solves anything in the meeting; the two people who can, stay behind.

You will notice that most Mondays take eight minutes. This is the purpose. Attention is the scarcest thing you have, and a good set of numbers is a device for spending it in one place.

## What about the other thirty-five?

Keep them. Someone will need them on the day a number falls below its line, to find out why. They are instruments for a mechanic. You are driving.`,
  },
];

/** From before the site had categories, or fields of its own. */
export const earlier: Insight[] = [
  {
    id: 351,
    slug: "why-we-publish",
    title: "Why we publish what we know",
    excerpt: "A note from the editor on what you will find here, and what you will not.",
    date: "2026-01-13T09:00:00",
    category: "Uncategorized",
    tags: ["Working with advisors"],
    variant: "no custom fields",
    body: `Each of the articles here began as a conversation between a member and an advisor. Somebody had a decision to make; somebody else had made it before. When the same conversation had happened three times, we asked whether we might write it down.

That explains what you will find. The subjects are narrow. There is usually a list, because there was usually a list on the table. The numbers come from companies we know, rounded so that you cannot tell which.

It also explains what you will not find. There are no predictions about the year ahead, since none of the people we ask would make one. There are no articles about ourselves. There is nothing that we have been paid to print.

## Who writes them

The advisor tells it, and Isla Fraser, our editor, writes it. Before an article appears it is read by one person who has done what it describes and by one who has not. The first looks for what is wrong. The second looks for what is missing.

## Using them

Take what fits. Most of what is here worked in companies of between twenty and two hundred people, in the United Kingdom, in ordinary trades. If yours is different, and in some way it is, the questions will be of more use than the answers.

We should be glad to hear where we are wrong. The best letters we receive begin with the words “We tried it, and…”. Two of them have become articles in their turn.

## Once a month

One useful letter a month goes to those who ask for it, at the foot of any page. It holds one article, one question from a member, and nothing else. You may stop it whenever you like, and we shall not ask why.

Some articles are for members only. They are the ones in which somebody has told us more than they would wish a competitor to read, and we promised to keep the circle small. Everything else is open, and you are welcome to send it to whoever might need it.`,
  },
  {
    id: 352,
    slug: "succession-without-drama",
    title: "Succession without drama",
    excerpt: "Still being read by those who have done it.",
    date: "2026-11-19T09:00:00",
    category: "People & leadership",
    tags: ["Boards"],
    draft: true,
    body: `Every founder leaves. The question is whether the company hears it from you.

This article is being read by two people who have handed over a company of their own, and will appear when they have finished with it.`,
  },
];
