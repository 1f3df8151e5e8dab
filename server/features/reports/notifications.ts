import { type ReportAct, reportableLabels } from "@plumbline/contract/reports/rules.ts";
import type { AppContext } from "../../context.ts";
import type { EventsByKind } from "../../events.ts";
import { worded } from "../../mail/texts-store.ts";
import type { EventHandler } from "../../outbox/outbox.ts";
import { notificationsWith } from "../notifications/notification.ts";
import { findSanction } from "../sanctions/store.ts";
import type { ReportEventKind } from "./events.ts";
import { findReport } from "./store.ts";

const notification = notificationsWith((context: AppContext, event: EventsByKind[ReportEventKind]) =>
  loadReport(context, event.subjectId),
);

/** Of the report that led to a decision which an appeal has lifted. */
const afterAppeal = notificationsWith(async (context: AppContext, event: EventsByKind["appeal.decided"]) => {
  const { outcome, sanctionId } = event.data;
  const reportId = outcome === "lifted" ? (await findSanction(context.db, sanctionId))?.reportId : null;
  return reportId ? loadReport(context, reportId) : null;
});

async function loadReport({ db }: AppContext, id: number) {
  const report = await findReport(db, id);
  return report && { report, what: reportableLabels[report.kind].toLowerCase() };
}

/** What was done, as a sentence without its full stop. */
const outcomes: Record<ReportAct, string> = {
  no_action: "We have taken no action",
  warn: "We have warned its author",
  remove: "We have removed it",
  restrict: "We have restricted its author's account",
  suspend: "We have suspended its author's account",
};

/** What an appeal has undone, as a sentence without its full stop. */
const undone: Record<ReportAct, string> = {
  no_action: "Nothing changes",
  warn: "The warning is withdrawn",
  remove: "What we had removed is back",
  restrict: "The account is no longer restricted for it",
  suspend: "The account is no longer suspended for it",
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
  afterAppeal("appeal.decided", {
    to: ({ report }) => report.reporterId,
    about: "account",
    path: "/reports",
    bell: ({ what }) => `On appeal, we have changed our decision about the ${what} that you reported.`,
    email: ({ what, report }) => ({
      ...worded("report.lifted", { what, undone: undone[report.outcome ?? "no_action"] }),
      action: "See my reports",
    }),
  }),
];
