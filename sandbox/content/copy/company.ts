import { asField, portrait, scene } from "../media.ts";
import type { Appearance } from "../portraits.ts";
import { richText } from "../rich-text.ts";
import type { PageCopy } from "../shapes.ts";

export const howWeHelp: PageCopy = {
  id: 160,
  slug: "how-we-help",
  title: "How we help",
  modified: "2026-10-26T10:00:00",
  acf: {
    hero_title: "A network you can see through.",
    hero_description:
      "Plumbline is a members’ network of advisors who have run, funded, fixed and sold businesses like yours. We help you choose one, work with one and know what it cost.",
    hero_image: asField(scene(941, "help-hero", "contours")),
    body_sections: [
      {
        title: "Find the person, and the reason.",
        content: richText(
          `Say which expertise you need, which industry you are in and how big you are. We score every approved advisor on four things: expertise, industry, the size of business they know, and their track record here.

You meet the eight who fit best, each with the points they scored and what the points are for.`,
        ),
        image: asField(scene(942, "help-find", "sextant")),
      },
      {
        title: "Talk before you commit.",
        content: richText(
          `Members write to any approved advisor directly. There is no broker in the middle and no charge for a conversation. If nobody in your list is right, tell us in a sentence and one of the team looks further.`,
        ),
        image: asField(scene(943, "help-talk", "moons")),
      },
      {
        title: "Put it in writing without the paperwork.",
        content: richText(
          `An engagement has a description, dates, a fee and a total. Accept it, reject it or suggest an edit. Files, messages and the history of what changed stay with it for as long as either of you needs them.`,
        ),
        image: asField(scene(944, "help-writing", "strata")),
      },
      {
        title: "Pay by card, once, correctly.",
        content: richText(
          `Invoices come with numbers, dates and both parties’ details, as a page and as a PDF. You pay with the card on file. The advisor’s part goes to their own account; our share is taken from the invoice and never added on top.`,
        ),
        image: asField(scene(945, "help-pay", "arches")),
      },
      {
        title: "For advisors: good work, less chasing.",
        content: richText(
          `Joining costs nothing. You set your fee, you choose whom to work with, and you see what you will receive before you send an invoice. Members have been read and approved too, so the first call is with somebody real.`,
        ),
        image: asField(scene(946, "help-advisors", "fans")),
      },
    ],
    bottom_title: "Not sure which kind of help you need?",
    bottom_description:
      "Describe the problem as you would to a friend. We will tell you honestly whether we are the right place for it.",
    bottom_button: "Ask us",
    bottom_link: "{site}/contact",
  },
};

const steps: [string, string][] = [
  ["Apply", "Ten minutes. Tell us about the business, or about your experience if you advise. A person reads it."],
  ["Be approved", "You hear from us within a week or two, either way, with the reason. Then you create a password."],
  ["Say what you need", "Choose a membership, then your expertise, industry and size. Change them whenever you like."],
  [
    "Meet your matches",
    "Eight advisors, each with a score and the reasons behind it. Read their reviews before you write.",
  ],
  ["Talk it through", "Write to an advisor directly. Ask what they would do first, and what they would leave alone."],
  [
    "Agree the engagement",
    "The advisor proposes the work, the dates and the fee. You accept, suggest an edit or say no.",
  ],
  ["Do the work", "Messages, files and progress stay on one page. Either of you may end it when it is done."],
  ["Pay and review", "The invoice arrives here and is paid by card. Then say how it went, for whoever comes next."],
];

export const howItWorks: PageCopy = {
  id: 195,
  slug: "how-it-works",
  title: "How it works",
  modified: "2026-10-26T10:30:00",
  acf: {
    hero_title: "Eight steps, one straight line.",
    hero_description:
      "From the first form to the last invoice, in the order it happens. Nothing is hidden between the steps.",
    hero_image: asField(scene(951, "how-hero", "stairs")),
    process_steps: steps.map(([step_title, step_description], at) => ({
      step_number: at + 1,
      step_title,
      step_description,
    })),
    bottom_title: "Ready for the first step?",
    bottom_description: "Business members pay by the month or by the year. Advisors pay nothing to join.",
    bottom_button: "Apply",
    bottom_link: "{site}/apply-business-member",
  },
};

const member = (id: number, look: Appearance, team_member_name: string, team_member_designation: string) => ({
  team_member_name,
  team_member_image: asField(portrait(id, team_member_name, look)),
  team_member_designation,
});

export const about: PageCopy = {
  id: 215,
  slug: "about",
  title: "About Plumbline",
  modified: "2026-10-12T11:00:00",
  acf: {
    hero_title: "We like things that are straight.",
    hero_description:
      "A plumb line is a weight on a string. Builders have trusted it for five thousand years because it cannot be argued with.",
    hero_image: asField(scene(961, "about-hero", "arcs")),
    story_title: "Why we started",
    story_content: richText(
      `Between us we have run, financed and advised growing companies for the better part of thirty years. In nearly all of them the same thing happened. A founder had a hard question, knew that somebody out there had already answered it, and spent three months and a good deal of money failing to meet them.

The introductions that did come were favours. Nobody could say why this advisor rather than that one. The terms were agreed over coffee, the invoice arrived as a surprise, and a year later nobody could tell whether it had helped.

Plumbline is our answer. The reasons for every match are on the card. The agreement is written down and both sides can see every change. The fee is known before the work begins, and what we keep of it is the same for everybody.

We are a small team in Bristol. We read every application and answer every message ourselves, and we would rather tell you that we are not the right place than take a month’s membership from you.`,
    ),
    story_image: asField(scene(962, "about-story", "hills")),
    team_title: "The people who read your application",
    team_description: "Six of us. You will probably hear from Ruth first.",
    team_members: [
      member(971, { skin: 0, hair: 3, cut: 1 }, "Eleanor Whitcombe", "Founder and chief executive"),
      member(972, { skin: 2, hair: 0, cut: 4 }, "Samir Chaudhry", "Co-founder, product"),
      member(973, { skin: 0, hair: 4, cut: 3 }, "Ruth Penhaligon", "Head of membership"),
      member(974, { skin: 0, hair: 3, cut: 2 }, "Gareth Lloyd", "Advisor community"),
      member(975, { skin: 4, hair: 0, cut: 3 }, "Amara Nwosu", "Finance and payments"),
      member(976, { skin: 0, hair: 2, cut: 1 }, "Isla Fraser", "Editor, insights and events"),
    ],
    bottom_title: "Come and hold us to it.",
    bottom_content: richText(
      `If you run a growing business in the UK, or have done and now advise those who do, we would like to hear from you.`,
    ),
    bottom_image: asField(scene(963, "about-bottom", "arches")),
    bottom_button: "Get in touch",
    bottom_link: "{site}/contact",
  },
};

export const contact: PageCopy = {
  id: 231,
  slug: "contact",
  title: "Contact us",
  modified: "2026-10-05T09:45:00",
  acf: {
    hero_title: "Write to us. A\u00a0person answers.",
    hero_description:
      "Questions about membership, an application or an invoice all come to the same small team. We answer within two working days.",
    contact_email: "hello@plumbline.example",
    contact_phone: "0117 496 0123",
    contact_hours: "Monday to Friday, 9 am to 5.30 pm",
    contact_address: "4 Ropewalk Yard, Bristol BS1 6TW",
    contact_content: richText(
      `If it concerns an engagement, please mention its name or the number of the invoice. Never send card details or passwords, to us or to anyone else: we do not need them and will not ask.`,
    ),
    map: { address: "Ropewalk Yard, Bristol", lat: 51.4496, lng: -2.5889, zoom: 15 },
  },
};
