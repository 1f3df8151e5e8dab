import { staffRoleLabels } from "../back-office/staff-roles.ts";
import { shortened } from "../beginning.ts";
import { formatLong, formatMoment } from "../dates.ts";
import { disputeReason } from "../invoices/rules.ts";
import { formatPence } from "../money.ts";
import { settingKinds } from "../prices/rules.ts";
import { asRecord, isRecord } from "../records.ts";
import { listLabels } from "../reference/rules.ts";

// How the audit says what happened: the wording of each kind of event, and how its facts are shown.

/** The groups of kinds by which the audit is filtered: the first part of a kind's name. */
export const auditGroups = {
  account: "Accounts",
  application: "Applications",
  member: "Notes",
  profile: "Profiles",
  membership: "Memberships",
  payouts: "Payouts",
  engagement: "Engagements",
  invoice: "Invoices",
  vat: "VAT",
  message: "Messages",
  mail: "E-mails",
  terms: "Commission and terms",
  offer: "Plans and coupons",
  reference: "Lists",
  list: "Lists taken away",
  announcement: "Announcements",
  mail_text: "E-mails’ wording",
  site_text: "Banners and legal pages",
} as const;

const sentences: Record<string, string> = {
  "account.applied": "Applied",
  "account.applied_again": "Applied again",
  "account.verification_asked": "Asked for a link to verify the address",
  "account.verified": "Verified the e-mail address",
  "account.approved": "Approved the application",
  "account.rejected": "Rejected the application",
  "account.opened": "Created the first password",
  "account.closed": "Closed the account",
  "account.reopened": "Opened the account again",
  "account.erased": "Erased the data of the account",
  "account.reset_requested": "Asked for a link to reset the password",
  "account.password_reset": "Reset the password",
  "account.password_changed": "Changed the password",
  "account.signed_in": "Signed in",
  "account.signed_out_everywhere": "Signed out everywhere",
  "account.other_sessions_ended": "Signed out all other sessions",
  "account.sessions_ended": "Signed the member out",
  "account.email_change_asked": "Asked to change the e-mail address",
  "account.staff_made": "Made a member of staff from the command line",
  "account.staff_link_printed": "Printed a link to set a password from the command line",
  "account.staff_invited": "Invited to the team",
  "account.staff_link_sent": "Sent a new link to create a password",
  "account.staff_role_changed": "Changed the role",
  "account.staff_removed": "Removed from the team",
  "account.staff_sessions_ended": "Ended the sessions",
  "account.two_step_on": "Turned two-step sign-in on",
  "account.two_step_off": "Turned two-step sign-in off",
  "account.two_step_codes_made": "Made new recovery codes",
  "account.two_step_code_spent": "Signed in with a recovery code",
  "account.two_step_reset": "Reset two-step sign-in",
  "account.two_step_reset_for_member": "Reset the member's two-step sign-in",
  "account.looked_at": "Looked at the account as its member sees it",
  "account.look_ended": "Stopped looking at the account",
  "profile.email_changed": "Changed the e-mail address",
  "mail_text.changed": "Changed the wording of an e-mail",
  "site_text.changed": "Changed a text of the public pages",
  "site_text.restored": "Took an earlier text of the public pages again",
  "announcement.written": "Wrote an announcement",
  "announcement.stopped": "Stopped an announcement",
  "reference.added": "Added an entry to a list",
  "reference.renamed": "Renamed an entry of a list",
  "reference.retired": "Retired an entry of a list",
  "reference.offered": "Offered an entry of a list again",
  "reference.merged": "Merged an entry of a list into another",
  "reference.ordered": "Put a list into another order",
  "mail.retried": "Sent an e-mail again",
  "list.exported": "Took a list away as a file",
  "member.noted": "Wrote a note",
  "member.note_edited": "Changed a note",
  "offer.plan_made": "Made a plan",
  "offer.price_changed": "Changed the price of a plan",
  "offer.plan_ended": "Ended a plan",
  "offer.coupon_made": "Made a coupon",
  "offer.coupon_ended": "Ended a coupon",
  "terms.set": "Set a value of money from a day on",
  "terms.withdrawn": "Withdrew a value of money before its day",
  "terms.own_set": "Set a value of the member's own from a day on",
  "terms.own_withdrawn": "Withdrew a value of the member's own before its day",
  "vat.registered": "Registered for VAT, or changed the registration",
  "vat.ended": "Ended the registration for VAT",
  "invoice.dispute_answered": "Answered the dispute of an invoice",
  "invoice.dispute_accepted": "Accepted the dispute of an invoice",
  "membership.dispute_answered": "Answered the dispute of a membership",
  "membership.dispute_accepted": "Accepted the dispute of a membership",
  "application.assigned": "Took an application on, or put it back",
  "application.asked": "Asked for more about the application",
  "application.answered": "Answered about the application",
  "application.checked": "Checked the application",
  "application.reference_asked": "Asked for a reference",
  "application.reference_given": "Gave a reference",
  "application.undone": "Undid the decision",
  "application.promise_changed": "Changed the days within which applications are decided",
};

/**
 * The kinds of acts of staff that the member concerned reads. All others are for staff only: notes, checks, who works
 * on what, and every kind that is not listed here.
 */
export const kindsForMembers: readonly string[] = [
  "account.approved",
  "account.rejected",
  "account.staff_invited",
  "account.staff_link_sent",
  "account.staff_role_changed",
  "account.staff_removed",
  "account.staff_sessions_ended",
  "account.two_step_reset",
  "account.two_step_reset_for_member",
  "account.sessions_ended",
  "account.closed",
  "account.reopened",
  "account.looked_at",
  "account.look_ended",
  "application.asked",
  "application.undone",
  "sanction.imposed",
  "sanction.ended",
  "appeal.decided",
  "invoice.refunded",
  "invoice.partly_refunded",
];

/**
 * The sentence of a kind of event: "Approved the application"; for one without a sentence, its name in words: "Invoice
 * sent".
 */
export function auditSentence(kind: string): string {
  const words = kind.replace(/[._]/g, " ");
  return sentences[kind] ?? words.charAt(0).toUpperCase() + words.slice(1);
}

/** What was changed, before and after; null where nothing was. */
export type AuditChange = { field: string; before: string | null; after: string | null };
export type AuditFacts = { reason: string | null; changes: AuditChange[]; facts: { field: string; value: string }[] };

const pairs = [
  ["before", "after"],
  ["from", "to"],
] as const;

/** Reads an event's payload: the reason, what was changed (`before` and `after`, or `from` and `to`), and its other facts. */
export function auditFactsOf(data: unknown): AuditFacts {
  const { reason, ...rest } = asRecord(data);
  const changes: AuditChange[] = [];
  for (const [first, second] of pairs) {
    if (!(first in rest && second in rest)) continue;
    const { [first]: before, [second]: after } = rest;
    delete rest[first];
    delete rest[second];
    if (isRecord(before) || isRecord(after)) {
      const [was, is] = [isRecord(before) ? before : {}, isRecord(after) ? after : {}];
      for (const field of new Set([...Object.keys(was), ...Object.keys(is)]))
        if (shown(field, was[field]) !== shown(field, is[field]))
          changes.push({ field: named(field), before: shown(field, was[field]), after: shown(field, is[field]) });
    } else changes.push({ field: "", before: shown("", before), after: shown("", after) });
  }
  const facts = Object.entries(rest).flatMap(([field, value]) => {
    const text = shown(field, value);
    return text === null ? [] : [{ field: named(field), value: text }];
  });
  if (typeof reason !== "string") return { reason: null, changes, facts };
  // Of a dispute it is the bank's, by the provider's code; its acceptance has the reason of staff, and nothing to answer.
  return { reason: "respondBy" in rest ? disputeReason(reason) : reason, changes, facts };
}

/** "staffRole" and "staff_role" as "Staff role", "amountPence" as "Amount", "industryIds" as "Industry". */
function named(field: string): string {
  const words = field
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .replaceAll("_", " ")
    .toLowerCase()
    .replace(/ (pence|ids?)$/, "");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const longest = 300;

const settingLabels = Object.fromEntries(Object.entries(settingKinds).map(([name, { label }]) => [name, label]));
/** The words of stored values: of settings and lists in their own fields, of roles in all others. */
const wordsOf: Record<string, Record<string, string>> = { setting: settingLabels, list: listLabels };

function inWords(field: string, value: unknown): string | null {
  if (typeof value === "number" && /pence$/i.test(field)) return formatPence(value);
  if (Array.isArray(value) && value.every((each) => typeof each !== "object"))
    return value.map((each) => (field === "fields" ? named(String(each)).toLowerCase() : String(each))).join(", ");
  if (typeof value !== "string") return null;
  // A text that somebody typed may look like a date and be none.
  if (/^\d{4}-\d{2}-\d{2}(T[\d:.]+Z)?$/.test(value) && !Number.isNaN(Date.parse(value)))
    return value.includes("T") ? formatMoment(value) : formatLong(value);
  const words: Record<string, string> = (Object.hasOwn(wordsOf, field) && wordsOf[field]) || staffRoleLabels;
  return (Object.hasOwn(words, value) && words[value]) || null;
}

/** What is no person, as it is called where an entry says what it was done to; others are called by their type and id. */
const subjectLabels: Record<string, string> = {
  event: "An event",
  installation: "This installation",
  mail_text: "The wording of an e-mail",
  reference_entry: "A list",
  setting: "Settings",
  site_text: "The public pages",
};

/** What an entry of the audit was done to, when it is no person: "Settings", "Invoice 12". */
export function subjectLabel(type: string, id: number): string {
  return subjectLabels[type] ?? `${named(type)} ${id}`;
}

function shown(field: string, value: unknown): string | null {
  if (value === null || value === undefined || value === "") return null;
  if (value === true) return "yes";
  if (value === false) return "no";
  const text = inWords(field, value) ?? (typeof value === "object" ? JSON.stringify(value) : String(value));
  return shortened(text, longest);
}
