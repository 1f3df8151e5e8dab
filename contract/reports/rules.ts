import { type Ground, sanctionTexts } from "../sanctions/rules.ts";

// What members report to us, and what staff may do about it.

export const reportableKinds = ["message", "profile", "review", "invoice"] as const;
export type ReportableKind = (typeof reportableKinds)[number];

export const reportableLabels: Record<ReportableKind, string> = {
  message: "Message",
  profile: "Profile",
  review: "Review",
  invoice: "Invoice",
};

/** The ends of a report, from the mildest. */
export const reportActs = ["no_action", "warn", "remove", "restrict", "suspend"] as const;
export type ReportAct = (typeof reportActs)[number];

export const reportActLabels: Record<ReportAct, string> = {
  no_action: "Take no action",
  warn: "Warn the author",
  remove: "Remove it",
  restrict: "Restrict the author",
  suspend: "Suspend the author",
};

/** What was done, as the reporter and the transparency page read it. */
export const reportEndLabels: Record<ReportAct, string> = {
  no_action: "No action taken",
  warn: "Author warned",
  remove: "Removed",
  restrict: "Author restricted",
  suspend: "Author suspended",
};

/** What is missing of a decision, by field: its author reads the reason and what happens next of everything but no action. */
export function missingReasons({ act, reason, next_steps }: { act: ReportAct; reason: string; next_steps: string }) {
  if (act === "no_action") return {};
  return {
    ...(reason ? {} : { reason: [reportTexts.reason] }),
    ...(next_steps ? {} : { next_steps: [sanctionTexts.nextSteps] }),
  };
}

/** An invoice is a record of money, so it is never removed: it is withdrawn or refunded instead. */
const removable: ReadonlySet<ReportableKind> = new Set(["message", "profile", "review"]);

/**
 * Which ends staff may choose; restricting and suspending need access to sanctions as well. Of an author whose account is
 * erased nothing is left but what they wrote.
 */
export function reportActsFor(
  kind: ReportableKind,
  { maySanction, authorErased }: { maySanction: boolean; authorErased: boolean },
): ReportAct[] {
  return reportActs.filter((act) => {
    if (act === "no_action") return true;
    if (act === "remove") return removable.has(kind);
    return !authorErased && (act === "warn" || maySanction);
  });
}

/** What stands where something was removed: everybody who could read it reads why it is gone. */
export function removedText(kind: ReportableKind, reason: string): string {
  return `This ${kind === "profile" ? "text" : kind} was removed by us. The reason: ${reason}`;
}

/** The grounds that make sense for a kind, in the order of the dialog. */
export const groundsFor: Record<ReportableKind, readonly Ground[]> = {
  message: ["harassment", "spam", "off_platform", "misleading", "unlawful", "other"],
  profile: ["misleading", "impersonation", "spam", "unlawful", "other"],
  review: ["harassment", "misleading", "impersonation", "unlawful", "other"],
  invoice: ["misleading", "off_platform", "other"],
};

/** How many reports a member may make in a day. */
export const reportsPerDay = 10;

export const reportTexts = {
  words: "Please tell us in a few words what is wrong.",
  waiting: "You have reported this already. We will tell you what comes of it.",
  tooMany: `You have made ${reportsPerDay} reports in the last day. Please write to us on the contact page instead.`,
  answer: "Please write what the reporter should know.",
  reason: "Please give the reason: the author will read it.",
  decided: "This report was decided already.",
  assigned: "Somebody else has taken this report.",
  next: "A person reads your report, usually within two days. The other side is not told who reported. You hear from us what came of it.",
  gone: "There is nothing left to remove: it was removed or changed already.",
} as const;
