import { type ReportAct, reportableLabels } from "@plumbline/contract/reports/rules.ts";
import type { AppContext } from "../../context.ts";
import type { EventsByKind } from "../../events.ts";
import { worded } from "../../mail/texts-store.ts";
import type { EventHandler } from "../../outbox/outbox.ts";
import { notificationsWith } from "../notifications/notification.ts";
import type { ReportEventKind } from "./events.ts";
import { findReport } from "./store.ts";

const notification = notificationsWith(async (context: AppContext, event: EventsByKind[ReportEventKind]) => {
  const report = await findReport(context.db, event.subjectId);
  return report && { report, what: reportableLabels[report.kind].toLowerCase() };
});

/** What was done, as a sentence without its full stop. */
const outcomes: Record<ReportAct, string> = {
  no_action: "We have taken no action",
  warn: "We have warned its author",
  remove: "We have removed it",
  restrict: "We have restricted its author's account",
  suspend: "We have suspended its author's account",
};

/** The author hears of the decision about them, and never of the report. */
export const reportsNotifications: EventHandler[] = [
  notification("report.made", {
    to: "team",
    email: ({ report, what }) => ({
      ...worded("report.made.team", { what, words: report.words }),
      action: "Open the report",
      path: `/back-office/reports/${report.id}`,
    }),
  }),
  notification("report.decided", {
    to: ({ event }) => event.data.reporterId,
    about: "account",
    path: "/reports",
    bell: ({ what }) => `We have decided about the ${what} that you reported.`,
    email: ({ what, event }) => ({
      ...worded("report.decided", {
        what,
        outcome: outcomes[event.data.outcome],
        answer: event.data.answer,
      }),
      action: "See my reports",
    }),
  }),
];
