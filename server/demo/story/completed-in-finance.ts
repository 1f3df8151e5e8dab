import type { CompletedWork } from "./completed-work.ts";

/** Completed work on money: finance, fundraising and pricing. */
export const completedInFinance: readonly CompletedWork[] = [
  {
    ...{ advisor: "Harriet Osei", customer: "Tessa Brook", name: "Finance lead, a day a week", theme: "Finance" },
    description:
      "Every Wednesday for a year: close the month, explain it to eleven head teachers, and train the person who does it after me.",
    ...{ fee: 1150, endedDaysAgo: 52, bankClosed: [116.9, 105] },
    paid: [
      [248, 2, "Two Wednesdays, and the first close"],
      [216, 3, "Three Wednesdays"],
      [184, 2, "Two Wednesdays"],
      [153, 4, "Four Wednesdays, with the auditors"],
      [124, 3, "Three Wednesdays"],
      [94, 4, "Four Wednesdays"],
      [65, 5, "Five Wednesdays, with next year's budget"],
      [36, 2, "Two Wednesdays, mostly training"],
      [8, 4, "Four Wednesdays, and the handover"],
    ],
    before: [
      [
        "customer",
        0,
        "Hello Harriet. Eleven schools, one spreadsheet, and I am the only one who can open it. Is that a case for you?",
      ],
      ["advisor", 0.15, "It is most of my cases. Who reads the numbers, and what do they decide with them?"],
      [
        "customer",
        1,
        "Heads, once a term, usually too late. They would like to hire in March and not find out in July.",
      ],
      [
        "advisor",
        0.2,
        "Then we work backwards from March. A day a week, always the same day. You will have a proposal on Thursday.",
      ],
    ],
    after: [["customer", 0, "First close without you. Four days, and Ruth did it alone. Thank you for all of it."]],
    rating: 5,
    review: "A year of Wednesdays, and our numbers are now the part of the meeting that nobody dreads.",
  },
  {
    ...{ advisor: "Owen Price", customer: "Priya Raman", name: "Controller, a day a week", theme: "Finance" },
    description:
      "One day a week as financial controller until there is somebody of your own: ledgers, payroll checks, and a close that holds.",
    ...{ fee: 640, endedDaysAgo: 100 },
    paid: [
      [128, 2, "Two weeks"],
      [97, 3, "Three weeks, with the year end"],
      [66, 4, "Four weeks"],
      [37, 3, "Three weeks"],
      [8, 4, "Four weeks, and the handover to Dev"],
    ],
    before: [
      ["customer", 0, "Owen, do you take on a day a week? Our bookkeeper is excellent and alone."],
      ["advisor", 0.3, "I do, and alone is the word that worries me. Who checks her work when she is on holiday?"],
      ["customer", 0.2, "Nobody. She takes her holidays in the week after month-end."],
      ["advisor", 0.5, "Let us give her a proper August. I will write it up."],
    ],
    rating: 5,
    review: "Steady, exact, and never late. We could hire our own controller because he had shown us what one does.",
  },
  {
    ...{ advisor: "Gareth Lloyd", customer: "George Abara", name: "Lining up the lenders", theme: "Fundraising" },
    description:
      "Three lenders, one grant and a planning date: a single calendar, the documents each of them needs, and somebody who rings them on Fridays.",
    ...{ fee: 1090, endedDaysAgo: 66 },
    paid: [[2, 12, "Three lenders to heads of terms, 12 weeks"]],
    before: [
      ["customer", 0, "We have a site, a turbine order and three banks who each wait for the other two."],
      [
        "advisor",
        0.9,
        "That is the usual number. Send me the three letters and I will tell you which one is bluffing.",
      ],
      ["customer", 0.4, "Attached to the proposal folder. My money is on the second."],
    ],
    rating: 4,
    review: "Three calendars, one plan. It slipped a month, which is a month less than everyone predicted.",
  },
  {
    ...{ advisor: "Theo Lindqvist", customer: "Fergus Milne", name: "Publisher or not", theme: "Fundraising" },
    description:
      "Three weeks with two term sheets: what each really costs over four milestones, and what happens if the game ships late.",
    ...{ fee: 960, endedDaysAgo: 90 },
    paid: [[2, 3, "Two term sheets, compared to the last clause, 3 weeks"]],
    before: [
      ["customer", 0, "Two publishers, both charming. One wants the sequel rights and will not say so."],
      [
        "advisor",
        0.1,
        "Page nine, second paragraph, I would guess. Send me both and do not answer anybody until Friday.",
      ],
    ],
    rating: 5,
    review: "He talked us out of a bad deal and into a good one.",
  },
  {
    ...{
      advisor: "Oliver Kwarteng",
      customer: "Charlotte Ives",
      name: "Pricing partners would defend",
      theme: "Pricing",
    },
    description:
      "Fixed fees for the six things you sell most, tested on last year's matters, with a one-page case that a partner can make to a client.",
    ...{ fee: 1150, endedDaysAgo: 84 },
    paid: [[2, 6, "Six fixed fees and the case for each, 6 weeks"]],
    before: [
      ["customer", 0, "Our hourly rate has not changed in four years and nobody dares to say why."],
      ["advisor", 0.6, "Because the answer is that nobody asked. What did your last ten matters really cost you?"],
      ["customer", 0.3, "I could find out for six of them. That is probably your point."],
    ],
    rating: 4,
    review: "One hard conversation and it shows in the margin.",
  },
  {
    ...{ advisor: "Ruth Goldberg", customer: "Nadia Farouk", name: "Cash runway for the trial", theme: "Finance" },
    description:
      "One page that says how many months are left under three outcomes of the trial, and what each of them would have us stop.",
    ...{ fee: 1180, endedDaysAgo: 72 },
    paid: [[2, 6, "Runway under three outcomes, 6 weeks"]],
    before: [
      ["customer", 0, "Our board asks how long the money lasts, and the honest answer depends on 34 patients."],
      ["advisor", 0.2, "Then the page has three columns. How soon would you know which one you are in?"],
      ["customer", 0.2, "By February, if recruitment holds."],
    ],
    after: [["customer", 0, "First meeting where nobody asked about cash. They asked about the science. Thank you."]],
    rating: 5,
    review: "The board now asks about science again, because the cash is on one page.",
  },
  {
    ...{ advisor: "Maeve Adeyemi", customer: "Priya Raman", name: "The story behind the round", theme: "Fundraising" },
    description:
      "Four weeks on the deck and the data room: a story that the numbers agree with, and rehearsals with people who are paid to doubt it.",
    ...{ fee: 1100, endedDaysAgo: 42 },
    paid: [[2, 4, "Deck, data room and three rehearsals"]],
    before: [
      ["customer", 0, "Maeve, we have a deck that everybody likes and nobody funds."],
      ["advisor", 0.15, "Then it is about the wrong thing. What do they ask on slide four?"],
      ["customer", 0.1, "Why now. Every time."],
      ["advisor", 0.2, "Good: slide four becomes slide one. I have four weeks from the ninth."],
    ],
    rating: 5,
    review: "She had closed the same funding round twice. We stopped guessing.",
  },
  {
    ...{ advisor: "Owen Price", customer: "Ines Carvalho", name: "Price list, rebuilt", theme: "Pricing" },
    description:
      "Four hundred lines of price list down to sixty, with a reason for each and a letter to the customers who notice.",
    ...{ fee: 950, endedDaysAgo: 36 },
    paid: [[2, 5, "Sixty prices and the letter, 5 weeks"]],
    before: [
      ["customer", 0, "We have 412 prices. I can explain about thirty."],
      ["advisor", 0.25, "Which thirty make the money?"],
      ["customer", 0.8, "I looked. Not the thirty I can explain."],
    ],
    rating: 4,
    review: "Two of his seven ideas paid for the whole engagement in the first month.",
  },
  {
    ...{ advisor: "Owen Price", customer: "Priya Raman", name: "Month-end in five days", theme: "Finance" },
    description:
      "From fifteen working days to five: which reconciliations matter, which have been habit since 2019, and a list on the wall.",
    ...{ fee: 900, endedDaysAgo: 30 },
    paid: [[2, 6, "Close in five days, 6 weeks"]],
    before: [
      [
        "customer",
        0,
        "Owen, the controller days worked. Could you look at the close itself? Fifteen days is too long for a series B.",
      ],
      ["advisor", 0.2, "Three of those fifteen are one spreadsheet. Give me six weeks and Dev's patience."],
    ],
    rating: 5,
    review: "Owen found the three reconciliations that ate our fortnight and taught us to do without them.",
  },
  {
    ...{ advisor: "Harriet Osei", customer: "Sunita Desai", name: "First hires in finance", theme: "Finance" },
    description:
      "Who to hire first and what to leave to software: two job descriptions, the interviews with you, and a first month for each of them.",
    ...{ fee: 1000, endedDaysAgo: 24 },
    paid: [[2, 4, "Two hires, from description to first day"]],
    before: [
      ["customer", 0, "I do the books at the kitchen table after closing. I think it is time."],
      ["advisor", 0.3, "It was time a year ago, and you are not late. Is it invoices or decisions that keep you up?"],
      ["customer", 0.2, "Invoices. The decisions I enjoy."],
      ["advisor", 0.1, "Then we hire for invoices and leave you the rest."],
    ],
    rating: 4,
    review: "Clear, kind and quick. I would have liked a little more time on systems.",
  },
  {
    ...{ advisor: "Harriet Osei", customer: "Jack Pemberton", name: "Getting ready to raise", theme: "Fundraising" },
    description:
      "Six weeks to decide whether to raise at all, and if so what must be true first: margin by model, a stock count, and a plan B that is not debt.",
    ...{ fee: 1300, endedDaysAgo: 18 },
    paid: [[2, 6, "Ready to raise, 6 weeks"]],
    before: [
      ["customer", 0, "We would like to raise two million before Christmas. Everybody says we should."],
      ["advisor", 0.12, "Everybody does not pay it back. What would you do with it in January?"],
      ["customer", 0.3, "Tooling for the second frame. And breathe."],
      ["advisor", 0.2, "Then let us find out what breathing costs first. Proposal by Monday."],
    ],
    after: [
      ["customer", 0, "We waited, as you said. Signed yesterday, and on terms I would not have dared to ask for."],
      ["advisor", 0.1, "You earned those in the stock room. Congratulations, Jack."],
    ],
    rating: 5,
    review: "She told us to wait a quarter and was right. We closed on better terms than we had asked for.",
  },
  {
    ...{ advisor: "Harriet Osei", customer: "Maeve Doyle", name: "Weekly cash and a board pack", theme: "Finance" },
    description:
      "A Monday meeting of twenty minutes on thirteen weeks of cash, and a board pack of six pages that is read before the meeting.",
    ...{ fee: 1200, endedDaysAgo: 12 },
    paid: [[2, 8, "Weekly cash and the first two board packs"]],
    before: [
      [
        "customer",
        0,
        "We make money every month and run out of it every quarter. I would like to stop being surprised.",
      ],
      ["advisor", 0.1, "Retailers paying at ninety days, farmers at thirty?"],
      ["customer", 0.1, "Have you been reading our post?"],
      [
        "advisor",
        0.1,
        "Only the industry's. Thirteen weeks on one page, every Monday. I will send you what that takes.",
      ],
    ],
    rating: 5,
    review: "We went from guessing to knowing on a Monday morning. The team still runs her meeting.",
    answer: "Thank you, Maeve. Your team did the hard part.",
  },
];
