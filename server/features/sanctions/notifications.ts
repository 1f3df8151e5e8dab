import { formatLong } from "@plumbline/contract/dates.ts";
import {
  type AppealOutcome,
  appealPath,
  type SanctionKind,
  standingTexts,
} from "@plumbline/contract/sanctions/rules.ts";
import type { AppContext } from "../../context.ts";
import type { EventsByKind } from "../../events.ts";
import { worded } from "../../mail/texts-store.ts";
import type { EventHandler } from "../../outbox/outbox.ts";
import { findMember } from "../accounts/store.ts";
import { notificationsWith } from "../notifications/notification.ts";
import { nameOf } from "../profiles/store.ts";
import type { SanctionEventKind } from "./events.ts";
import { findAppeal, findSanction } from "./store.ts";

const notification = notificationsWith(async (context: AppContext, event: EventsByKind[SanctionEventKind]) => {
  const sanction = await findSanction(context.db, event.data.sanctionId);
  const appeal = "appealId" in event.data ? await findAppeal(context.db, event.data.appealId) : null;
  const imposer = sanction && (await findMember(context.db, sanction.imposedBy));
  const due = appeal ? formatLong(appeal.dueAt.toISOString()) : "";
  return sanction && { memberId: event.subjectId, sanction, appeal, due, imposersAddress: imposer?.email ?? "" };
});

const sentences: Record<SanctionKind, string> = {
  warning: "We have warned you.",
  removal: "We have removed something that you wrote.",
  restriction: "We have restricted your account.",
  suspension: "We have suspended your account.",
};

const meanings: Partial<Record<SanctionKind, string>> = {
  restriction: standingTexts.restricted,
  suspension: standingTexts.suspended,
};

/** A sentence without its full stop, for a subject and for wordings that end in one. */
const withoutStop = (sentence: string) => sentence.replace(/\.$/, "");

const ended: Record<AppealOutcome, string> = {
  lifted: "Your appeal was upheld: the decision is lifted.",
  kept: "Your appeal was decided: the decision stands.",
  shortened: "Your appeal was decided: the decision ends sooner.",
};

/** Decisions about an account, which nobody can turn off. */
export const sanctionsNotifications: EventHandler[] = [
  notification("sanction.imposed", {
    to: ({ memberId }) => memberId,
    about: "account",
    path: appealPath,
    bell: ({ sanction }) => `${sentences[sanction.kind]} Read why, and how to appeal.`,
    email: ({ context, sanction }) => ({
      ...worded("sanction.imposed", {
        decision: withoutStop(sentences[sanction.kind]),
        reason: sanction.reason,
        meaning: meanings[sanction.kind] ?? "",
        end: sanction.until ? `It ends by itself on ${formatLong(sanction.until)}.` : "",
        next_steps: sanction.nextSteps,
        days: String(context.settings.appealDays),
      }),
      action: "Read the decision or appeal",
    }),
  }),
  notification("sanction.ended", {
    to: ({ memberId }) => memberId,
    about: "account",
    path: appealPath,
    bell: ({ event }) =>
      event.data.after === "open" ? "Your account is open again." : `A ${event.data.kind} of your account has ended.`,
    email: ({ event }) => ({
      ...worded("sanction.ended", {
        headline: event.data.after === "open" ? "Your account is open again" : `A ${event.data.kind} has ended`,
        kind: event.data.kind,
        reason: event.data.reason,
        standing: event.data.after === "open" ? "You can use everything again." : standingTexts[event.data.after],
      }),
      action: "See the decisions about my account",
    }),
  }),
  notification("appeal.made", {
    to: ({ memberId }) => memberId,
    about: "account",
    path: appealPath,
    onBell: false,
    bell: "We have your appeal.",
    email: ({ due }) => ({
      ...worded("appeal.made", { due }),
      action: "See my appeal",
    }),
  }),
  notification("appeal.made", {
    to: "team",
    email: async ({ context, memberId, sanction, appeal, due }) => ({
      ...worded("appeal.made.team", {
        name: await nameOf(context.db, memberId),
        by: await nameOf(context.db, sanction.imposedBy),
        kind: sanction.kind,
        due,
      }),
      action: "Open the appeal",
      path: `/back-office/appeals/${appeal?.id ?? ""}`,
    }),
  }),
  notification("appeal.decided", {
    to: ({ memberId }) => memberId,
    about: "account",
    path: appealPath,
    bell: ({ event }) => ended[event.data.outcome],
    email: ({ event }) => ({
      ...worded("appeal.decided", {
        outcome: withoutStop(ended[event.data.outcome]),
        reason: event.data.answer,
        end: event.data.until ? `It now ends on ${formatLong(event.data.until)}.` : "",
        // Another decision that was made meanwhile stays in force.
        standing: event.data.after === "open" ? "Your account is open." : standingTexts[event.data.after],
      }),
      action: "Read the answer",
    }),
  }),
  notification("appeal.decided", {
    to: { address: ({ imposersAddress }) => imposersAddress },
    emailKind: "appeal.decided.staff",
    greeting: "Dear colleague,",
    email: async ({ context, memberId, event }) => ({
      ...worded("appeal.decided.staff", {
        name: await nameOf(context.db, memberId),
        outcome: event.data.outcome,
        reason: event.data.answer,
      }),
      action: "Open the appeal",
      path: `/back-office/appeals/${event.data.appealId}`,
    }),
  }),
];
