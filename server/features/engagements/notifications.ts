import type { MailTextName } from "@plumbline/contract/mail-texts/catalogue.ts";
import type { AppContext } from "../../context.ts";
import type { EventsByKind } from "../../events.ts";
import { worded } from "../../mail/texts-store.ts";
import type { EventHandler } from "../../outbox/outbox.ts";
import { notificationsWith } from "../notifications/notification.ts";
import { nameOf } from "../profiles/store.ts";
import type { EngagementEventKind } from "./events.ts";
import { type EngagementRow, findEngagement } from "./store.ts";

type Facts = {
  engagement: EngagementRow;
  name: string;
  /** The name of the member who acted; empty when the scheduled job did. */
  actor: string;
  /** The actor's message to the other party as a paragraph; empty without a message. */
  quote: string[];
};

const notification = notificationsWith(
  async (context: AppContext, event: EventsByKind[EngagementEventKind]): Promise<Facts | null> => {
    const engagement = await findEngagement(context.db, event.subjectId);
    if (!engagement) return null;
    const message = "message" in event.data ? event.data.message : undefined;
    return {
      engagement,
      name: engagement.name,
      actor: event.actorId === null ? "" : await nameOf(context.db, event.actorId),
      quote: message ? [`They wrote: “${message}”`] : [],
    };
  },
);

const customer = ({ engagement }: Facts) => engagement.customerId;
const advisor = ({ engagement }: Facts) => engagement.advisorId;
/** The party that did not act; both when the scheduled job did. */
const otherParty = ({ engagement, event }: Facts & { event: { actorId: number | null } }) =>
  [engagement.customerId, engagement.advisorId].filter((id) => id !== event.actorId);
const path = ({ engagement }: Facts) => `/project/${engagement.id}`;

type Worded = Extract<MailTextName, `engagement.${string}`>;
const wordedWith = (mail: Worded, { actor, name, quote }: Facts) =>
  worded(mail, { actor, name, message: quote.join("\n\n") });

export const engagementsNotifications: EventHandler[] = [
  notification("engagement.proposed", {
    to: customer,
    about: "proposals",
    bell: ({ actor, name }) => `${actor} sent you a proposal: ${name}`,
    path,
    email: (facts) => ({
      ...wordedWith("engagement.proposed", facts),
      action: "Read the proposal",
    }),
  }),
  notification("engagement.proposed_again", {
    to: customer,
    about: "proposals",
    bell: ({ actor, name }) => `${actor} changed the proposal ${name} and sent it again`,
    path,
    email: (facts) => ({
      ...wordedWith("engagement.proposed_again", facts),
      action: "See what changed",
    }),
  }),
  notification("engagement.accepted", {
    to: advisor,
    about: "proposals",
    bell: ({ actor, name }) => `${actor} accepted ${name}`,
    path,
    email: (facts) => ({
      ...wordedWith("engagement.accepted", facts),
      action: "Open the engagement",
    }),
  }),
  notification("engagement.rejected", {
    to: advisor,
    about: "proposals",
    bell: ({ actor, name }) => `${actor} rejected ${name}`,
    path,
    email: (facts) => ({
      ...wordedWith("engagement.rejected", facts),
      action: "Open the engagement",
    }),
  }),
  notification("engagement.edit_suggested", {
    to: advisor,
    about: "proposals",
    bell: ({ actor, name }) => `${actor} suggests an edit to ${name}`,
    path,
    email: (facts) => ({
      ...wordedWith("engagement.edit_suggested", facts),
      action: "Edit the proposal",
    }),
  }),
  notification("engagement.started", {
    to: otherParty,
    about: "engagements",
    bell: ({ name }) => `Work has started: ${name}`,
    path,
  }),
  notification("engagement.completed", {
    to: otherParty,
    about: "engagements",
    bell: ({ actor, name }) => `${actor} ended ${name}`,
    path,
    email: (facts) => ({
      ...wordedWith("engagement.completed", facts),
      action: "Open the engagement",
    }),
  }),
  notification("engagement.review_asked", {
    to: customer,
    about: "reviews",
    bell: ({ actor, name }) => `${actor} asks you for a review of ${name}`,
    path,
    email: (facts) => ({
      ...wordedWith("engagement.review_asked", facts),
      action: "Leave a review",
    }),
  }),
  notification("engagement.reviewed", {
    to: advisor,
    about: "reviews",
    bell: ({ actor, name }) => `${actor} reviewed ${name}`,
    path,
    email: (facts) => ({
      ...wordedWith("engagement.reviewed", facts),
      action: "Read the review",
    }),
  }),
  notification("engagement.review_answered", {
    to: customer,
    about: "reviews",
    bell: ({ actor, name }) => `${actor} answered your review of ${name}`,
    path,
  }),
];
