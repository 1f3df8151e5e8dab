import { richText } from "../rich-text.ts";
import type { PageCopy } from "../shapes.ts";

const group = (faq_tab_name: string, questions: [string, string][]) => ({
  faq_tab_name,
  questions: questions.map(([question_title, answer]) => ({ question_title, faq_answer: richText(answer) })),
});

export const faq: PageCopy = {
  id: 243,
  slug: "faq",
  title: "Frequently asked questions",
  modified: "2026-11-09T16:00:00",
  acf: {
    hero_title: "Questions, answered plainly.",
    hero_description: "If yours is not here, write to us. The good ones end up on this page.",
    faq_groups: [
      group("Joining", [
        [
          "Who is Plumbline for?",
          "Businesses in the UK that are growing and have a decision to make, and advisors who have made that kind of decision before. Most member companies have between five and two hundred and fifty people, but size is not a rule.",
        ],
        [
          "How long does an application take?",
          "About ten minutes to write, and a week or two to be decided. A member of our team reads it and you hear either way, with the reason.",
        ],
        [
          "Why do you ask advisors for three names?",
          "Because the best guide to an advisor is who else takes them seriously. Our team sees the names; members and other advisors do not.",
        ],
        [
          "I was turned down. May I apply again?",
          "Yes. Read the reason we gave, and write to us if it is unclear. Businesses change quickly, and so does our answer.",
        ],
      ]),
      group("Membership and money", [
        [
          "What does membership cost?",
          "£250 a month or £2,500 a year for a business. Both renew by themselves until you cancel. Advisors pay nothing to join.",
        ],
        [
          "What happens when I cancel?",
          "You keep everything until the period you have paid for ends, and the membership page shows that date. After it you can still read your messages, finish running engagements and pay invoices. Searching and new conversations need a plan.",
        ],
        [
          "What does Plumbline keep of an invoice?",
          "10%. It is deducted from each invoice paid here, so the advisor receives 90% and the customer pays exactly what the invoice says. For project-basis engagements we publish 15% as the most we may keep; invoices sent through Plumbline are charged 10%, and never both.",
        ],
        [
          "Is my card safe?",
          "Your card number goes from your browser straight to our payment provider, Stripe. Our servers never see it. We keep the last four digits and the expiry date, so that you can tell which card it is.",
        ],
        [
          "How do coupons work?",
          "A valid code gives two months free on the monthly plan, or £500 off the first bill on the annual plan. Enter it when you choose your membership and the total changes before you pay.",
        ],
      ]),
      group("Matching", [
        [
          "How are matches made?",
          "By a sum you can read. Expertise, industry, size of business and track record each have a number of points; the card shows how many an advisor scored and why. The same question always gives the same list.",
        ],
        ["Can an advisor pay to be higher up?", "No. There is no paid placement of any kind."],
        [
          "None of my matches is right. What now?",
          "Use the box under the list and describe who you are looking for. It reaches our team, and one of us will be in contact shortly.",
        ],
      ]),
      group("Working together", [
        [
          "Who writes the proposal?",
          "The advisor, after you have talked. It names the work, the dates, the fee and how it is counted: by the hour, day, week or month. You accept it, reject it or suggest an edit.",
        ],
        [
          "Can we change an engagement later?",
          "While it is a proposal, yes: suggest an edit and the advisor sends a new version. The earlier ones are kept. Once work has started, agree the change in messages or end the engagement and propose the next.",
        ],
        [
          "Who can read our messages and files?",
          "The two of you. Links to files are made for the person who asks and stop working after a short while.",
        ],
        [
          "When can I leave a review?",
          "When the engagement is completed. One review for each engagement, and the advisor may answer it once. It is marked as verified when an invoice for that work was paid here.",
        ],
      ]),
      group("For advisors", [
        [
          "How am I paid?",
          "You connect an account with our payment provider once. When a customer pays an invoice, your 90% is sent there.",
        ],
        [
          "What if an invoice is paid late?",
          "The customer is reminded a week and two weeks after the day on which it was due. The page of the invoice shows what the law lets you claim, interest and a fixed compensation, and how they are calculated. Claiming them is up to you: it is a separate invoice, and we deduct nothing from it.",
        ],
        [
          "May I work with a member outside Plumbline?",
          "What you agree is between the two of you. What is invoiced here is recorded here, counts towards your reviews and is charged 10%; we think the record is worth it.",
        ],
        [
          "How do I arrange a non-executive appointment?",
          "Talk to us first. Board appointments need different terms, and we are still drawing up how they should work here.",
        ],
      ]),
    ],
  },
};
