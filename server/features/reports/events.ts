import { reportActs, reportableKinds } from "@plumbline/contract/reports/rules.ts";
import { grounds } from "@plumbline/contract/sanctions/rules.ts";
import { z } from "zod";
import { eventKinds } from "../../outbox/event-kinds.ts";

/** The events of reports. The subject is the report and not its author, who is not told who reported. */
export const reportEvents = eventKinds("report", {
  "report.made": { kind: z.enum(reportableKinds), grounds: z.enum(grounds) },
  "report.assigned": { to: z.number().nullable(), before: z.number().nullable() },
  "report.decided": { outcome: z.enum(reportActs), answer: z.string(), reporterId: z.number(), authorId: z.number() },
});

export type ReportEventKind = keyof typeof reportEvents;
