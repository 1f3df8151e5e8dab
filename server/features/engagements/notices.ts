import type { Kind } from "@plumbline/contract/notifications/rules.ts";
import type { Role } from "@plumbline/contract/product.ts";
import type { House } from "../../house.ts";
import { type Event, type Notice, notice } from "../../platform/events.ts";
import { nameOf } from "../accounts/store.ts";
import { notify } from "../notifications/actions.ts";
import { answered, happened } from "./happened.ts";
import { findEngagement } from "./store.ts";

type Words = { actor: string; name: string };
type Letter = { subject: (words: Words) => string; sentence: (words: Words) => string; button: string };

/** Which event tells whom, and how: a bell each, and an e-mail where somebody has to decide or wants to know. */
type Telling = {
  kind: string;
  about: Kind;
  /** "others": whichever party did not do it; both when the clock did. */
  tells: Role | "others";
  bell: (words: Words) => string;
  letter?: Letter;
};

const tellings: Telling[] = [
  {
    kind: happened.create,
    about: "proposals",
    tells: "customer",
    bell: ({ actor, name }) => `${actor} sent you a proposal: ${name}`,
    letter: {
      subject: ({ actor }) => `${actor} sent you a proposal`,
      sentence: ({ actor, name }) =>
        `${actor} proposes an engagement to you: ${name}. Read it, then accept it, reject it or suggest an edit.`,
      button: "Read the proposal",
    },
  },
  {
    kind: happened.update,
    about: "proposals",
    tells: "customer",
    bell: ({ actor, name }) => `${actor} changed the proposal ${name} and sent it again`,
    letter: {
      subject: ({ actor }) => `${actor} changed the proposal`,
      sentence: ({ actor, name }) =>
        `${actor} changed ${name} as you asked and sent it again. The page shows what is different.`,
      button: "See what changed",
    },
  },
  {
    kind: happened.accept,
    about: "proposals",
    tells: "advisor",
    bell: ({ actor, name }) => `${actor} accepted ${name}`,
    letter: {
      subject: ({ actor }) => `${actor} accepted your proposal`,
      sentence: ({ actor, name }) =>
        `${actor} accepted ${name}. You can talk about the first steps and, once work has started, send invoices.`,
      button: "Open the engagement",
    },
  },
  {
    kind: happened.reject,
    about: "proposals",
    tells: "advisor",
    bell: ({ actor, name }) => `${actor} rejected ${name}`,
    letter: {
      subject: ({ actor }) => `${actor} rejected your proposal`,
      sentence: ({ actor, name }) =>
        `${actor} rejected ${name}. You can discuss it in the chat and send a new proposal.`,
      button: "Open the engagement",
    },
  },
  {
    kind: happened.suggest_edit,
    about: "proposals",
    tells: "advisor",
    bell: ({ actor, name }) => `${actor} suggests an edit to ${name}`,
    letter: {
      subject: ({ actor }) => `${actor} suggests an edit to your proposal`,
      sentence: ({ actor, name }) =>
        `${actor} would like a change to ${name}. Please edit the proposal and send it again.`,
      button: "Edit the proposal",
    },
  },
  {
    kind: happened.start,
    about: "engagements",
    tells: "others",
    bell: ({ name }) => `Work has started: ${name}`,
  },
  {
    kind: happened.complete,
    about: "engagements",
    tells: "others",
    bell: ({ actor, name }) => `${actor} ended ${name}`,
    letter: {
      subject: ({ name }) => `Completed: ${name}`,
      sentence: ({ actor, name }) => `${actor} ended ${name}. It is completed now.`,
      button: "Open the engagement",
    },
  },
  {
    kind: happened.ask_for_review,
    about: "reviews",
    tells: "customer",
    bell: ({ actor, name }) => `${actor} asks you for a review of ${name}`,
    letter: {
      subject: ({ actor }) => `${actor} asks you for a review`,
      sentence: ({ actor, name }) =>
        `${name} is completed. ${actor} would be glad of a detailed review: how did they help your business?`,
      button: "Leave a review",
    },
  },
  {
    kind: happened.review,
    about: "reviews",
    tells: "advisor",
    bell: ({ actor, name }) => `${actor} reviewed ${name}`,
    letter: {
      subject: ({ actor }) => `${actor} left you a review`,
      sentence: ({ actor, name }) => `${actor} reviewed your work on ${name}. You can answer it once.`,
      button: "Read the review",
    },
  },
  {
    kind: answered,
    about: "reviews",
    tells: "customer",
    bell: ({ actor, name }) => `${actor} answered your review of ${name}`,
  },
];

export const engagementsNotices: Notice[] = tellings.map((telling) =>
  notice(telling.kind, (house, event) => tell(house, event, telling)),
);

async function tell(house: House, event: Event, { about, tells, bell, letter }: Telling): Promise<void> {
  const engagement = await findEngagement(house.db, event.subjectId);
  if (!engagement) return;
  const parties = { customer: engagement.customerId, advisor: engagement.advisorId };
  const told = tells === "others" ? Object.values(parties).filter((id) => id !== event.actorId) : [parties[tells]];
  const words = { actor: event.actorId === null ? "" : await nameOf(house.db, event.actorId), name: engagement.name };
  const message = event.data["message"];
  for (const id of told)
    await notify(house, event, id, {
      about,
      message: bell(words),
      path: `/project/${engagement.id}`,
      ...(letter && {
        letter: {
          subject: letter.subject(words),
          paragraphs: [letter.sentence(words), ...(message ? [`They wrote: “${message}”`] : [])],
          button: letter.button,
        },
      }),
    });
}
