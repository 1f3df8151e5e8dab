import type { NewEngagement } from "../engagements.ts";
import type { Line } from "./steps.ts";

/** What two of the demo's members agreed, or may yet agree, and what they wrote about it. */
export type RunningTerms = Omit<NewEngagement, "advisor" | "customer" | "sentDaysAgo"> & {
  advisor: string;
  customer: string;
  sentDaysAgo: number;
  /** Weeks. */
  units: number;
  talk: readonly Line[];
};

/** Every status of an engagement has somebody in it. */
export const runningTerms = {
  decisionsFirst: {
    advisor: "Priti Sharma",
    customer: "Benjamin Okoro",
    status: "proposed",
    name: "Decisions first, then data",
    theme: "Data and AI",
    fee: 1050,
    units: 8,
    description:
      "Ten decisions that the network team takes every week, the data each of them needs, and the dashboards to switch off.",
    sentDaysAgo: 2,
    talk: [
      ["customer", 0, "We have forty dashboards and still argue about how many masts are down."],
      ["advisor", 0.2, "Which of the forty would anybody miss on a Monday?"],
      ["customer", 0.3, "Two. I just asked around."],
    ],
  },
  shorterRoadmap: {
    advisor: "Marcus Webb",
    customer: "Dylan Prosser",
    status: "edit_suggested",
    name: "A third off the roadmap",
    theme: "Technology and engineering",
    fee: 1250,
    units: 6,
    description:
      "Read the code, talk to the eleven people who write it, and say which third of the roadmap to drop, and in which order.",
    message: "Could we start with the firmware team only?",
    sentDaysAgo: 6,
    talk: [
      ["customer", 0, "Our roadmap has 31 items and a team of eleven. Investors like the 31."],
      ["advisor", 0.6, "Investors like what ships. Who wrote the list?"],
    ],
  },
  growthLoop: {
    advisor: "Leila Haddad",
    customer: "Omar Siddiqui",
    status: "rejected",
    name: "Growth loop for members",
    theme: "Brand and marketing",
    fee: 880,
    units: 10,
    description: "A members' club for regulars: what they get, what it costs you, and how each brings the next.",
    message: "Not this quarter, sorry. Let us talk in spring.",
    sentDaysAgo: 20,
    talk: [
      ["customer", 0, "Could our regulars bring more regulars? Everybody says club card and I feel tired."],
      ["advisor", 0.1, "No card. What do your best twenty guests ask for that is not on the menu?"],
    ],
  },
  partnershipDeed: {
    advisor: "Amelia Thornbury",
    customer: "Charlotte Ives",
    status: "accepted",
    name: "Partnership deed, rewritten",
    theme: "Culture and leadership",
    fee: 1300,
    units: 5,
    description:
      "The deed of 2009 in plain words: how partners join, how they leave, and who decides when it is a tie.",
    sentDaysAgo: 4,
    talk: [
      ["customer", 0, "Nobody has read our deed since 2009, and two partners are leaving."],
      ["advisor", 0.15, "Then somebody will read it now, and it had better not be a judge. Send it over."],
      ["customer", 0.1, "Sent. Be kind to clause fourteen, I wrote it."],
    ],
  },
  unitEconomics: {
    advisor: "Zainab Hussain",
    customer: "Adam Kowalski",
    status: "in_progress",
    name: "Unit economics on one page",
    theme: "Finance",
    fee: 1280,
    units: 10,
    description:
      "What a customer costs, earns and takes with them when they leave, on one page that the team believes.",
    sentDaysAgo: 40,
    talk: [
      ["customer", 0, "We know our revenue to the penny and our margin to the nearest mood."],
      ["advisor", 0.1, "Is the support team in the margin or beside it?"],
      ["customer", 0.1, "Beside. I see where this is going."],
    ],
  },
  dispatch: {
    advisor: "Hassan Ali",
    customer: "Callum Reid",
    status: "in_progress",
    name: "Dispatch that drivers like",
    theme: "Digital transformation",
    fee: 910,
    units: 12,
    description:
      "One dispatch screen for four yards, chosen with the drivers, tried in the smallest yard first, and thrown out if it costs them time.",
    sentDaysAgo: 30,
    talk: [
      ["customer", 0, "Callum Fraser says you put software into yards where it is not wanted. We have four of those."],
      ["advisor", 0.2, "He would. Which of the four has the driver the others listen to?"],
      ["customer", 0.1, "Avonmouth. Her name is Denise and she has opinions."],
      ["advisor", 0.1, "Then we start with Denise."],
    ],
  },
  whichBooks: {
    advisor: "Grace Nwosu",
    customer: "Hugo Bellamy",
    status: "in_progress",
    name: "Which books to drop",
    theme: "Commercial strategy",
    fee: 980,
    units: 9,
    description:
      "What each of forty titles earned, kept in the warehouse and cost in attention, and a spring list that the press can afford.",
    sentDaysAgo: 48,
    talk: [
      ["customer", 0, "We publish forty titles, and I could not tell you which ten feed the rest."],
      ["advisor", 0.2, "Your warehouse could. When did somebody last count it?"],
      ["customer", 0.3, "In the week of the flood. We counted what floated."],
    ],
  },
  firstManagers: {
    advisor: "Elena Petrova",
    customer: "Shreya Nair",
    status: "in_progress",
    name: "First managers",
    theme: "People and talent",
    fee: 900,
    units: 8,
    description:
      "Four people who were promoted for being good at something else: what managing is, practised every Thursday with their own teams.",
    sentDaysAgo: 34,
    talk: [
      ["customer", 0, "I promoted four engineers in one week and have lost four engineers."],
      ["advisor", 0.4, "You may have won four managers, if somebody tells them what the job is."],
    ],
  },
  firstNinetyDays: {
    advisor: "Siobhan Kelly",
    customer: "Adam Kowalski",
    status: "completed",
    name: "The first ninety days",
    theme: "Customer success",
    fee: 820,
    units: 7,
    description:
      "What a new customer sees in the first ninety days, who rings them and when, and what we do about the ones who go quiet.",
    sentDaysAgo: 60,
    talk: [
      ["customer", 0, "They sign, they thank us, and on day sixty they cancel. What happens in between?"],
      ["advisor", 0.1, "Silence, usually. When do you ring them?"],
      ["customer", 0.2, "On day fifty-nine."],
    ],
  },
} satisfies Record<string, RunningTerms>;
