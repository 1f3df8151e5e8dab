import { asField, logo, portrait, scene } from "../media.ts";
import type { Appearance } from "../portraits.ts";
import { richText } from "../rich-text.ts";
import type { PageCopy } from "../shapes.ts";

export const home: PageCopy = {
  id: 41,
  slug: "home",
  title: "Home",
  modified: "2026-11-02T09:15:00",
  acf: {
    hero_title: "Advice that <em>hangs true.</em>",
    hero_description:
      "Plumbline introduces scaling UK businesses to people who have done it before, tells you exactly why they fit, and keeps the work, the money and the paperwork straight.",
    hero_image: asField(scene(901, "home-hero", "arcs")),
    body_sections: [
      {
        title: "See why, before you say hello.",
        content: richText(
          `Tell us what you are trying to do. We put eight people in front of you and show the sum behind each one: what they know, where they have done it, how it went.

No black box, and no paid placement. If two advisors score the same, you will see that too.`,
        ),
        image: asField(scene(902, "home-matches", "hills")),
      },
      {
        title: "Agree it properly, then get on with it.",
        content: richText(
          `A proposal says what will be done, by when and for how much. You accept it, send it back with a question, or turn it down. Every version is kept, so nobody has to remember what was agreed in a corridor.

The whole engagement lives on one page that your board can read.`,
        ),
        image: asField(scene(903, "home-engagement", "stairs")),
      },
      {
        title: "Pay for work, not for introductions.",
        content: richText(
          `Membership is by the month or by the year, and you may cancel at any time. Advisors set their own fees and invoice you here, by the hour, day, week or month.

The advisor receives all of every invoice you pay through Plumbline but our share, which is named at the top of this page. There is nothing else to find in the small print.`,
        ),
        image: asField(scene(904, "home-money", "sextant")),
      },
      {
        title: "People who have been there, read by people.",
        content: richText(
          `Every advisor applies, names three others who know their work, and is read by a member of our team before they appear in anyone’s list. So is every business. It takes us a week or two, and you hear either way.`,
        ),
        image: asField(scene(905, "home-people", "arches")),
      },
    ],
  },
};

export const homeForMembers: PageCopy = {
  id: 42,
  slug: "home-for-members",
  title: "Home for members",
  modified: "2026-11-02T09:20:00",
  acf: {
    hero_title: "Good to have you back.",
    hero_description: "What needs you comes first. Below it, how to get the most from the people you work with here.",
    hero_image: asField(scene(911, "members-hero", "contours")),
    body_sections: [
      {
        title: "Start with one question.",
        content: richText(
          `The best first conversations are about a single decision: raise or wait, hire or promote, this market or that one. Write it down in two sentences before you say hello. It saves both sides half an hour.`,
        ),
        image: asField(scene(912, "members-question", "moons")),
      },
      {
        title: "Keep the agreement on the page.",
        content: richText(
          `When the work changes, change the proposal. A suggested edit takes a minute, the earlier version is kept, and the invoice at the end surprises nobody.`,
        ),
        image: asField(scene(913, "members-agreement", "strata")),
      },
      {
        title: "Say how it went.",
        content: richText(
          `A review with one concrete sentence, what changed and by how much, helps the next member choose and the next advisor improve. You can leave one as soon as an engagement is completed.`,
        ),
        image: asField(scene(914, "members-review", "fans")),
      },
    ],
    // Ours beside WordPress's own fields: the same page for the members on the other side.
    advisor_sections: [
      {
        title: "Answer while the question is warm.",
        content: richText(
          `A business that writes to you has usually written to two others. A few lines on the same day, with one question back, begin more engagements than a long answer next week.`,
        ),
        image: asField(scene(915, "advisors-answer", "moons")),
      },
      {
        title: "Propose what will be different.",
        content: richText(
          `Name what will be different at the end, the first date on which it shows, and the price for the whole. A proposal of half a page is read to the end, and one that is agreed is easy to invoice.`,
        ),
        image: asField(scene(916, "advisors-propose", "strata")),
      },
      {
        title: "Invoice as you go, ask when you end.",
        content: richText(
          `Smaller invoices are paid sooner than one at the end, and nobody loses sight of the total. When you end an engagement, ask for the review the same week: it is what the next customer reads first.`,
        ),
        image: asField(scene(917, "advisors-review", "fans")),
      },
    ],
  },
};

const voice = (
  id: number,
  look: Appearance,
  user_name: string,
  sub_title: string,
  comment: string,
  rating: number | string,
) => ({
  user_name,
  sub_title,
  comment,
  rating,
  profile_image: asField(portrait(id, user_name, look)),
});

export const homeShared: PageCopy = {
  id: 43,
  slug: "home-shared",
  title: "Home: logos, voices and feedback",
  modified: "2026-10-19T14:00:00",
  acf: {
    logos: [
      "Tallow & Finch",
      "Orrin Foods",
      "Kestrel Freight",
      "Marlow Instruments",
      "Hadley Bioworks",
      "Pinmoor",
      "Saltway Energy",
      "Brackenfield",
    ].map((name, at) => ({ name, logo: asField(logo(921 + at, name, at)) })),
    testimonials: [
      voice(
        931,
        { skin: 2, hair: 0, cut: 1 },
        "Priya Raman",
        "Founder, Tallow & Finch",
        "She had closed the same funding round twice. We stopped guessing.",
        5,
      ),
      voice(
        932,
        { skin: 0, hair: 1, cut: 2 },
        "Owen Price",
        "Advisor, operations",
        "I know what I will be paid before I send the proposal. That is rarer than it should be.",
        5,
      ),
      voice(
        933,
        { skin: 0, hair: 4, cut: 1 },
        "Maeve Doyle",
        "Managing director, Orrin Foods",
        "The whole engagement is one page. Our board reads it.",
        "5",
      ),
      voice(
        934,
        { skin: 1, hair: 1, cut: 4 },
        "Tom Akehurst",
        "Chief executive, Kestrel Freight",
        "The match score told us why she fitted, and also where she did not. We asked about that first.",
        4,
      ),
      // Entered as 6 by a hand that slipped; cards show five stars at most.
      voice(
        935,
        { skin: 1, hair: 0, cut: 3 },
        "Nadia Farouk",
        "Advisor, pricing and margins",
        "Members arrive with a decision to make, not a vague wish to grow. It makes for honest work.",
        6,
      ),
      voice(
        936,
        { skin: 0, hair: 2, cut: 0 },
        "Callum Reid",
        "Co-founder, Saltway Energy",
        "Three days of the right person did what a quarter of meetings had not.",
        5,
      ),
    ],
    feedback_title: "Tell us what we should straighten.",
    feedback_description:
      "Plumbline is built with the people who use it. If something got in your way, or you looked for something and it was not there, say so in your own words. A person reads every note.",
    feedback_button: "Send us a note",
    feedback_link: "{site}/contact",
  },
};
