import { dayMs } from "../dates.ts";
// What staff may decide about a member's account: one table, which the server enforces, the buttons are drawn from and the
// tests walk. The decision itself is a sanction; the member reads it and may appeal against it (ADR-033).

/** What an account may do: everything, nothing new, or nothing new and not be found. What runs goes on in all three. */
export const standings = ["open", "restricted", "suspended"] as const;
export type Standing = (typeof standings)[number];

export const sanctionActs = ["warn", "restrict", "suspend", "reopen"] as const;
export type SanctionAct = (typeof sanctionActs)[number];

type Row = { from: Standing; act: SanctionAct; to: Standing };

// biome-ignore format: a table is read by its columns
const table: readonly Row[] = [
  { from: "open",       act: "warn",     to: "open" },
  { from: "open",       act: "restrict", to: "restricted" },
  { from: "open",       act: "suspend",  to: "suspended" },
  { from: "restricted", act: "warn",     to: "restricted" },
  { from: "restricted", act: "suspend",  to: "suspended" },
  { from: "restricted", act: "reopen",   to: "open" },
  { from: "suspended",  act: "reopen",   to: "open" },
];

/** What staff may do with an account of this standing, in the order of `sanctionActs`. */
export function allowedActs(standing: Standing): SanctionAct[] {
  return sanctionActs.filter((act) => table.some((row) => row.from === standing && row.act === act));
}

/** The standing after an act, or null when it is not allowed now. */
export function standingAfter(standing: Standing, act: SanctionAct): Standing | null {
  return table.find((row) => row.from === standing && row.act === act)?.to ?? null;
}

/** Why an act is refused now, as a sentence for the member of staff who tried it. */
export function actRefusal(standing: Standing, act: SanctionAct): string {
  if (standing === "open") return `This account is open already, so there is nothing to ${act}.`;
  return `This account is ${standingLabels[standing].toLowerCase()} already.`;
}

/** The kinds of decisions: the first two leave the account's standing as it is. */
export const sanctionKinds = ["warning", "removal", "restriction", "suspension"] as const;
export type SanctionKind = (typeof sanctionKinds)[number];

/** The sanction that an act imposes; reopening ends sanctions instead. */
export const kindOfAct = { warn: "warning", restrict: "restriction", suspend: "suspension" } as const satisfies Record<
  Exclude<SanctionAct, "reopen">,
  SanctionKind
>;

/** The standing that the sanctions in force give an account: the strictest counts. */
export function standingOf(inForce: readonly SanctionKind[]): Standing {
  if (inForce.includes("suspension")) return "suspended";
  return inForce.includes("restriction") ? "restricted" : "open";
}

/** Why a decision is made and a thing reported: one list, so that reports and decisions can be counted together. */
export const grounds = [
  "harassment",
  "spam",
  "misleading",
  "off_platform",
  "impersonation",
  "unpaid",
  "unlawful",
  "other",
] as const;
export type Ground = (typeof grounds)[number];

export const groundLabels: Record<Ground, string> = {
  harassment: "Harassment or abuse",
  spam: "Unwanted selling",
  misleading: "False or misleading statements",
  off_platform: "Asking to be paid elsewhere",
  impersonation: "Pretending to be somebody else",
  unpaid: "Invoices left unpaid",
  unlawful: "Unlawful content",
  other: "Something else",
};

/** How a sanction came to its end. */
export const sanctionEnds = ["lifted", "reopened", "expired"] as const;
export type SanctionEnd = (typeof sanctionEnds)[number];

export const sanctionEndLabels: Record<SanctionEnd, string> = {
  lifted: "Lifted on appeal",
  reopened: "Ended by us",
  expired: "Ended on its date",
};

/** What another member of staff decides about an appeal. Only a sanction that lasts can be shortened. */
export const appealOutcomes = ["lifted", "kept", "shortened"] as const;
export type AppealOutcome = (typeof appealOutcomes)[number];

export const appealOutcomeLabels: Record<AppealOutcome, string> = {
  lifted: "Decision lifted",
  kept: "Decision kept",
  shortened: "Decision shortened",
};

type SanctionFacts = { kind: SanctionKind; ended: boolean; imposedBy: number | null };

/** The outcomes that a member of staff may choose for an appeal: none for the one who imposed the sanction. */
export function outcomesFor(sanction: SanctionFacts, staffId: number): AppealOutcome[] {
  if (sanction.imposedBy === staffId) return [];
  const lasts = sanction.kind === "restriction" || sanction.kind === "suspension";
  return lasts && !sanction.ended ? ["lifted", "shortened", "kept"] : ["lifted", "kept"];
}

/** How long after a decision its member may appeal, in days. */
const appealWindowDays = 180;

/** Whether a decision may be appealed now: once, within six months, also after it has ended. */
export function mayAppeal(
  { imposedAt, end, appealed }: { imposedAt: Date; end: SanctionEnd | null; appealed: boolean },
  now: Date,
): boolean {
  return !appealed && end !== "lifted" && now.getTime() < imposedAt.getTime() + appealWindowDays * dayMs;
}

/** The page on which a member reads the decisions about them and appeals. */
export const appealPath = "/appeal";

export const standingLabels: Record<Standing, string> = {
  open: "Open",
  restricted: "Restricted",
  suspended: "Suspended",
};

export const sanctionKindLabels: Record<SanctionKind, string> = {
  warning: "Warning",
  removal: "Removal",
  restriction: "Restriction",
  suspension: "Suspension",
};

/** What a standing means, to the member. */
export const standingTexts: Record<Exclude<Standing, "open">, string> = {
  restricted:
    "You cannot start new engagements, proposals, requests or conversations for now. Everything that runs goes on: you work, write, invoice and are paid as before.",
  suspended:
    "You are not shown to others and cannot start anything new for now. What runs goes on: you may read everything, finish your engagements, invoice and be paid for them, and write to those you work with.",
};

/** The refusal of anything new; it says where the decision and the appeal are. */
export function nothingNew(standing: Exclude<Standing, "open">): string {
  return `Your account is ${standing}, so you cannot start anything new; what runs goes on. The reason and your right to appeal are on ${appealPath}.`;
}

export const sanctionTexts = {
  reason: "Please give the reason: the member will read it.",
  nextSteps: "Please say what happens next: the member will read it.",
  until: "Please choose a day after today.",
  shorterUntil: "Please choose an earlier end than the present one.",
  evidence: "This is not something of this member.",
  foreignFile: "Please attach files that you have uploaded yourself.",
  appeal: "Please say why you think the decision is wrong.",
  answer: "Please give the reason: the member will read it.",
  appealedAlready: "You have appealed against this decision already.",
  appealTooLate: "The time to appeal against this decision is over, or it was lifted.",
  ownDecision: "You made this decision, so another member of staff decides the appeal.",
  otherStanding: "Somebody else has changed this account at the same moment. Please look at it again.",
  counterpartAway: "This member's account cannot start anything new at the moment.",
} as const;
