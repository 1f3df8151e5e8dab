import type { Insight } from "../shapes.ts";

export const strategy: Insight[] = [
  {
    id: 301,
    slug: "what-to-stop-doing-at-fifty-people",
    title: "What to stop doing at fifty people",
    excerpt:
      "The habits that built the company are usually the ones now holding it up. A short list to hang a line against.",
    date: "2026-11-17T08:30:00",
    category: "Strategy & growth",
    tags: ["Strategy", "Delegation"],
    body: `Most advice about growth is a list of things to start. By fifty people you have started enough. The useful question is which of the things that got you here are now costing more than they bring in.

Nobody finds these by asking what is going badly. They hide among the things you are proud of.

## Stop being the route by which news travels

At fifteen people everyone hears everything because they sit near you. At fifty, the same habit means that nothing is known until you have said it, and half the company spends its day waiting for you to finish a call. Write down the three numbers that matter, put them where anyone can see them every Monday, and let people read before they ask.

## Stop accepting every customer who can pay

Take last year’s customers and sort them by the hours they took, not by what they paid. There is nearly always a group, often a fifth of the list, that consumes half of the support and has never once renewed without a discount. You do not have to dismiss them. You do have to stop looking for more of them.

## Stop promoting only upwards

The best engineer becomes a manager because it is the only way to pay her more. You lose an engineer and gain somebody who misses engineering. Make a second ladder, with the same pay at each rung, before you need it. It costs one afternoon and a slightly awkward conversation about salaries.

## Stop deciding in the room

Founders are quick. It is a strength until the people around you learn that the way to get a decision is to catch you near the kettle. Ask for one page first: what we know, what we would do, what it costs if we are wrong. Within a month most of the questions arrive already answered.

## How to choose

You cannot stop all of it at once, and you should not try. Do this instead:

1. Each of your senior people writes down two things the company should stop, without discussion.
2. Put the lists on one wall. Anything that three of them wrote goes first.
3. Name who will be uncomfortable when it stops. It is often you.
4. Stop it for six weeks. Agree beforehand what you would have to see to start again.

Six weeks is long enough to miss something that matters. If nobody has missed it by then, you have your answer, and about half a day a week of somebody’s time.

> The most expensive thing in a growing company is a good habit that has outlived its reason.`,
  },
  {
    id: 302,
    slug: "second-product-or-second-market",
    title: "Second product or second market?",
    excerpt: "Both look like growth on a slide. They ask for different companies. How to tell which one you are.",
    date: "2026-10-29T09:00:00",
    category: "Strategy & growth",
    tags: ["Strategy", "Export"],
    variant: "image is an id",
    body: `There comes a board meeting, usually in the fourth or fifth year, at which the first product is selling steadily and somebody asks what comes next. Two slides follow. One shows a second product for the customers you have. The other shows the product you have, in Germany.

They look alike because both end in a rising line. They are not alike at all.

## What each one really asks

A **second product** asks you to learn a new problem. You know the buyer, you know how they pay and whom they trust. What you do not know is whether you can make something they need as much as the first thing. The risk sits in product and engineering, and it shows late.

A **second market** asks you to learn a new buyer. The thing works. What you do not know is how it is bought there, who has to say yes, and what they already use. The risk sits in sales, and it shows early, in the form of meetings that go well and lead nowhere.

So the first question is not which prize is bigger. It is which kind of learning your company is good at.

## Three tests

**Look at your last ten lost deals.** If they were lost because something was missing, customers are asking you for product. If they were lost because you were unknown or too far away, they are telling you about markets.

**Look at who is bored.** A second product needs your best builders for a year. A second market needs your best seller for a year, and she must want to go. If neither person exists, you do not have a choice yet. You have a hire to make.

**Look at the price.** If your customers have never refused a price rise, there is unspent value in the market you are already in. Raise the price before you do anything else. It is the cheapest growth there is.

## Doing it in halves

The common mistake is to choose both, at half strength. A half-built product and a half-opened office use the same cash as one whole thing and return nothing for longer.

If you truly cannot choose, buy information. For a second product, sell it before you build it: five letters of intent from existing customers with a price in them. For a second market, sell from home for two quarters, with one person, local references and a fixed travel budget. Both cost less than a tenth of doing it, and one of them will usually fail politely and make the decision for you.

Write down on the day you start what would make you stop. You will not feel like doing it later.`,
  },
  {
    id: 303,
    slug: "a-board-that-earns-its-lunch",
    title: "A board that earns its lunch",
    excerpt:
      "Most growing companies get a board by accident. Here is how to get one on purpose, and what to do with it.",
    date: "2026-09-22T08:45:00",
    category: "Strategy & growth",
    tags: ["Boards", "Working with advisors"],
    body: `You took investment, and a clause in the agreement gave you a board. Or an accountant suggested one. Either way four people now meet every six weeks, and you spend three days before each meeting making slides that explain the past.

A board is the only group of people who are paid, one way or another, to think about your company and not work in it. Used well it is the best value you will ever buy. Most are not used at all.

## Send the past in advance

Nothing that has already happened should be presented. Send it five days before: the numbers, the forecast beside the actual figure, and one page of words that says what surprised you. If a director has not read it, do not rescue them by reading it out.

That leaves two hours for things that have not happened yet, which is what directors are for.

## Bring two questions

Each meeting, bring two questions you have not made up your mind about. Not “we plan to open in Leeds, any thoughts?” but “Leeds or a second team in Bristol: here are both, here is what would change our mind”. If you already know the answer it is not a question, it is theatre, and good directors can tell.

## Fill the empty chair

Write down the three hardest things you will do in the next two years. Now write beside each the name of the director who has done it. There is usually an empty line. That is the chair to fill, and it is seldom filled by another investor.

An independent director for a company of your size gives a day or two a month. Expect to pay a daily fee or a small share of equity, rarely both in full. Choose somebody who has been *slightly* further than you are going. A person who ran ten thousand people has forgotten what a payroll week feels like at sixty.

## Between meetings

The best boards work in the gaps. Ask each director for one thing between meetings: an introduction, a second interview with a candidate, an hour on a contract. People who were asked for something specific arrive at the next meeting on your side.

## When it does not work

Tell the chair plainly, in person, before you tell anyone else. Say what you need that you are not getting. In most cases nobody had ever told them. In the rest, the kindest thing is a date by which somebody moves on, agreed by both, and a proper lunch.`,
  },
  {
    id: 304,
    slug: "three-page-plan",
    title: "The three-page plan",
    excerpt: "A strategy nobody can repeat is not one. Three pages, three questions, one afternoon a quarter.",
    date: "2026-07-14T08:30:00",
    category: "Strategy & growth",
    tags: ["Strategy", "Forecasting"],
    variant: "flags as text",
    body: `Ask five people in your company what it will look like in two years. If you get five answers, you do not have a strategy, however thick the document is.

We have read a good many of those documents. The ones that worked had one thing in common: somebody could say them aloud from memory. Three pages is about the limit.

## Page one: where we are

Only facts, and only those that would surprise a sensible outsider. What customers really buy. Where the profit really comes from, which is rarely where the revenue does. What you are better at than anyone they could choose instead, in their words and not in yours.

If this page is flattering, write it again.

## Page two: where we are going

One paragraph that describes an ordinary Tuesday two years from now. Who buys, how often, how many of us there are, what has become easy. Then one number that would prove it.

Then the most useful sentence in the document: **“We will not…”** Complete it at least four times, with things that somebody in the company would quite like to do. If nobody is disappointed by page two, it chooses nothing.

## Page three: what comes first

No more than three pieces of work, each with a name beside it and a date. Not themes. Work. “Improve retention” is a wish. “Every new customer has a call in week three, run by Dina, from 1 September” is work.

Under each, write how you will know within ninety days that it is failing. Success takes care of itself. Failure usually goes unnoticed until the budget is spent.

## The afternoon

Once a quarter, read it aloud with the people whose names are on page three. Four questions are enough:

- What on page one is no longer true?
- Would we still write page two today?
- What did we finish?
- What are we doing that is not on page three?

The last is the one that matters. Everything that is not on the page and is taking time is either a mistake or a better strategy than the one you wrote. Both are worth an afternoon.

Keep the old versions. Reading what you were sure of two years ago is the cheapest education a founder can get.`,
  },
  {
    id: 305,
    slug: "selling-abroad-without-an-office",
    title: "Selling abroad without opening an office",
    excerpt: "Your first overseas customers will find you before you find them. What to have ready when they do.",
    date: "2026-05-12T09:10:00",
    category: "Strategy & growth",
    tags: ["Export", "Pricing"],
    body: `The first order from abroad is an accident. Someone in Rotterdam read something, or an old customer changed jobs. It is a pleasant accident, and the usual response is to treat it as a favour: a special price, a contract in the customer’s words, a promise to visit.

Then there are six of them, each different, and finance wants to know why the margin fell.

## Decide once, before the second order

**Price.** Set one list in the buyer’s currency and keep it for a year. Quoting in pounds makes the exchange rate the customer’s problem, which sounds clever until it becomes a reason to say no. Add what it costs to serve them: payment, travel, a slower support day. It is usually between eight and fifteen per cent.

**Contract.** Yours, in English, under English law, for anything below a sum you name today. Above it, pay a local lawyer for two hours. Two hours is enough to learn which clause is unusual.

**Tax.** Ask your accountant three things: where the supply takes place, whether the customer accounts for the VAT, and whether anything you do there makes you resident for tax. The third becomes important the day somebody works from that country for more than a few months.

**Support.** Say on the order form during which hours you answer, in their time. Nobody minds a short day. Everybody minds an unexplained silence.

## Find the one country

After ten orders there is a pattern, and it is seldom the country you would have guessed. Count not the revenue but the ease: which of them bought without a visit, paid on time and asked for the product you already have? That country is telling you something. Go there, for a week, with no presentation, and ask six customers how they decided.

## Borrow before you build

You need a local reference, a local voice and a local address, in that order, and none of them needs an office. The reference is your first customer, asked properly. The voice can be an advisor who has sold there for ten years and will open four doors for a daily fee. The address can wait until the tenth customer asks for one.

## When to open the door

Open an office when a person you already trust is turning business away for lack of hours. Until then it is rent, a brass plate, and a management meeting at an inconvenient time.`,
  },
  {
    id: 306,
    slug: "growing-pains-and-growing-up",
    title: "Growing pains & growing *up*",
    excerpt: "Every company breaks at roughly the same sizes. Knowing where the cracks come makes them cheaper.",
    date: "2026-01-27T10:00:00",
    category: "Strategy & growth",
    tags: ["Strategy", "Hiring"],
    variant: "pasted script",
    body: `Companies do not grow smoothly. They grow, hold, strain and break, and the breaks come at sizes so regular that you could set a watch by them. None of this means that you have done anything wrong. It means that you have arrived.

## Around twelve people: memory

Until now everything that mattered was in somebody’s head, and all the heads were in one room. Then a customer is promised two different things on the same day. The cure is dull and takes a week: one list of customers, one list of promises, one place where decisions are written down. Choose the plainest tool that everyone will open.

## Around thirty: trust

You no longer interview everybody. Somebody joins whom you would not have hired, and they are fine, which is unsettling in its own way. Meanwhile two of the first ten people feel that the company they joined has gone.

What helps is to say out loud what will not change, and mean it, and to give the first ten something better than a long memory: a trade, a team or a share.

## Around sixty: managers

Half of your managers have never been managed well, so they have nothing to copy. They do the work themselves at night. You see it in the calendar before you see it in the numbers: meetings that begin at seven.

Teach four things and no more. How to set a goal. How to hold a weekly conversation. How to say that something is not good enough. How to let someone go decently. Two days in a room and a monthly hour with somebody who has done it will do more than any programme.

## Around a hundred and twenty: purpose

There are now people who know nobody who knows you. They will make a thousand small decisions this week from what they imagine you would want. If you have not told them, they will imagine somebody simpler than you are.

Write one page. Not values on a wall; examples. *Here is an order we turned down, and why. Here is a refund we gave that we did not owe.* People learn a company the way they learn a language, from sentences and not from grammar.

## Before the next one

Look at the size you will be in twelve months and ask someone who has been there what broke. You will still have the break. You will have it on a Tuesday, with a plan, instead of on the Friday before a holiday.`,
  },
];
