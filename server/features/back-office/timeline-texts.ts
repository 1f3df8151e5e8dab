import { auditSentence } from "@plumbline/contract/audit/rules.ts";
import { checkKindLabels, checkResultLabels } from "@plumbline/contract/back-office/queue-rules.ts";
import { formatLong } from "@plumbline/contract/dates.ts";
import { disputeReason, invoiceNumber } from "@plumbline/contract/invoices/rules.ts";
import { formatPence } from "@plumbline/contract/money.ts";
import { asRecord } from "@plumbline/contract/records.ts";
import { type Event, type EventKind, type EventsByKind, isEventKind } from "../../events.ts";
import { readEvent } from "../../outbox/outbox.ts";
import type { TimelineRow } from "./timeline-store.ts";

type Words = { title: string; text?: string };
type Texts = { [Kind in EventKind]?: (event: EventsByKind[Kind], names: Names) => Words };
type Names = { engagement: string; invoice: string };

const quoted = (words: string | null | undefined) => (words ? `“${words}”` : "");
const parts = (...each: (string | null | undefined | false)[]) => each.filter(Boolean).join(" · ");
const dispute = ({ data }: { data: { amountPence: number; reason: string } }) =>
  parts(formatPence(data.amountPence), disputeReason(data.reason));
const moved =
  (verb: string) =>
  (event: { data: { message?: string | undefined } }, { engagement }: Names) => ({
    title: verb,
    text: parts(engagement, quoted(event.data.message)),
  });
const invoiced =
  (title: string) =>
  (_event: unknown, { invoice }: Names) => ({ title: `${invoice} ${title}` });

/** What an event says on a timeline. A kind without words of its own is said as in the audit. */
const texts: Texts = {
  "account.verified": () => ({ title: "E-mail verified" }),
  "account.approved": ({ data }) => ({ title: "Approved", text: quoted(data.reason) }),
  "account.rejected": ({ data }) => ({ title: "Rejected", text: quoted(data.reason) }),
  "account.opened": () => ({ title: "Created their password and signed in" }),
  "account.password_reset": () => ({ title: "Password reset with a link" }),
  "account.password_changed": () => ({ title: "Password changed" }),
  "account.sessions_ended": ({ data }) => ({
    title: data.all ? "Signed out everywhere" : "Signed out of one session",
    text: parts(data.browser, quoted(data.reason)),
  }),
  "account.two_step_reset_for_member": ({ data }) => ({ title: "Two-step sign-in reset", text: quoted(data.reason) }),
  "account.email_change_asked": ({ data }) => ({ title: "Asked to change the e-mail address", text: `to ${data.to}` }),
  "member.noted": () => ({ title: "Note written" }),
  "member.note_edited": () => ({ title: "Note changed" }),
  "application.assigned": ({ data }) => ({ title: data.to === null ? "Application put back" : "Application taken on" }),
  "application.asked": ({ data }) => ({ title: "Asked the applicant for more", text: quoted(data.question) }),
  "application.answered": ({ data }) => ({ title: "Applicant answered", text: quoted(data.answer) }),
  "application.checked": ({ data }) => ({
    title: `${checkKindLabels[data.check]}: ${checkResultLabels[data.result].toLowerCase()}`,
    text: quoted(data.note),
  }),
  "application.reference_asked": ({ data }) => ({ title: "Reference asked for", text: `${data.name}, ${data.email}` }),
  "application.reference_given": ({ data }) => ({ title: `Reference by ${data.name}` }),
  "application.undone": ({ data }) => ({
    title: data.decision === "approved" ? "Approval undone" : "Rejection undone",
    text: quoted(data.reason),
  }),
  "profile.email_changed": ({ data }) => ({ title: "E-mail address changed", text: `${data.from} → ${data.to}` }),
  "profile.saved": ({ data }) => ({ title: "Profile saved", text: fieldsIn(data.fields) }),
  "profile.completed": () => ({ title: "Profile complete" }),
  "profile.photo_changed": () => ({ title: "Photo changed" }),
  "membership.started": ({ data }) => ({ title: "Membership started", text: data.plan ?? "" }),
  "membership.changed": ({ data }) => ({ title: "Plan changed", text: data.plan ?? "" }),
  "membership.cancelled": ({ data }) => ({
    title: "Membership cancelled",
    text: data.until ? `runs until ${formatLong(data.until)}` : "",
  }),
  "membership.renewal_failed": () => ({ title: "A renewal could not be charged" }),
  "membership.renews_soon": ({ data }) => ({
    title: "Renewal announced",
    text: `${formatPence(data.amountPence)} on ${formatLong(data.on)}`,
  }),
  "membership.charged": ({ data }) => ({
    title: "Membership charged",
    text: `${formatPence(data.amountPence)}, ${data.what}`,
  }),
  "membership.refunded": ({ data }) => ({
    title: data.whole ? "Membership payment refunded" : "Membership payment partly refunded",
    text: `${formatPence(data.amountPence)} of ${formatPence(data.ofPence)}`,
  }),
  "membership.disputed": (event) => ({ title: "Membership payment disputed", text: dispute(event) }),
  "membership.dispute_answered": ({ data }) => ({
    title: "Dispute of a membership payment answered",
    text: formatPence(data.amountPence),
  }),
  "membership.dispute_accepted": ({ data }) => ({
    title: "Dispute of a membership payment accepted",
    text: quoted(data.reason),
  }),
  "membership.dispute_due": (event) => ({ title: "Answer to a dispute due", text: dispute(event) }),
  "membership.dispute_won": (event) => ({ title: "Dispute of a membership payment won", text: dispute(event) }),
  "membership.dispute_lost": (event) => ({ title: "Dispute of a membership payment lost", text: dispute(event) }),
  "earnings.payout_failed": ({ data }) => ({ title: "A payout came back", text: formatPence(data.amountPence) }),
  "vat.registered": () => ({ title: "Registered for VAT" }),
  "vat.ended": () => ({ title: "Registration for VAT ended" }),
  "payouts.ready": () => ({ title: "Payout account ready" }),
  "payouts.incomplete": () => ({ title: "Payout account connected, details missing" }),
  "payouts.paused": () => ({ title: "Payouts paused by the provider" }),
  "payouts.disconnected": () => ({ title: "Payout account disconnected" }),
  "search.preference_saved": () => ({ title: "Changed what they look for" }),
  "engagement.proposed": moved("Engagement proposed"),
  "engagement.proposed_again": moved("Proposal sent again"),
  "engagement.accepted": moved("Engagement accepted"),
  "engagement.rejected": moved("Proposal rejected"),
  "engagement.edit_suggested": moved("Changes suggested"),
  "engagement.started": moved("Engagement started"),
  "engagement.completed": moved("Engagement completed"),
  "engagement.review_asked": moved("Review asked for"),
  "engagement.reviewed": moved("Review written"),
  "engagement.review_answered": (_event, { engagement }) => ({ title: "Review answered", text: engagement }),
  "conversation.started": () => ({ title: "Conversation started" }),
  "conversation.unread": () => ({ title: "Reminded of unread messages" }),
  "invoice.sent": invoiced("sent"),
  "invoice.paid": invoiced("paid"),
  "invoice.void": invoiced("withdrawn"),
  "invoice.payment_failed": ({ data }, { invoice }) => ({ title: `${invoice} could not be paid`, text: data.reason }),
  "invoice.reminded": invoiced("reminded"),
  "invoice.refunded": ({ data }, { invoice }) => ({ title: `${invoice} refunded`, text: quoted(data.reason) }),
  "invoice.disputed": (event, { invoice }) => ({ title: `${invoice} disputed`, text: dispute(event) }),
  "invoice.dispute_answered": invoiced("dispute answered"),
  "invoice.dispute_accepted": ({ data }, { invoice }) => ({
    title: `Dispute of ${invoice} accepted`,
    text: quoted(data.reason),
  }),
  "invoice.dispute_due": (event, { invoice }) => ({
    title: `Answer to the dispute of ${invoice} due`,
    text: dispute(event),
  }),
  "invoice.dispute_won": (event, { invoice }) => ({ title: `Dispute of ${invoice} won`, text: dispute(event) }),
  "invoice.dispute_lost": (event, { invoice }) => ({ title: `Dispute of ${invoice} lost`, text: dispute(event) }),
};

const textOf = (kind: EventKind) =>
  // Each takes events of its own kind, and is given no others.
  texts[kind] as ((event: Event, names: Names) => Words) | undefined;

/** The title and the text of an event on a timeline. */
export function wordsOf(row: TimelineRow): Required<Words> {
  const names = {
    engagement: row.engagement ?? "",
    invoice: row.invoice?.number ? invoiceNumber(row.invoice.number) : "Invoice",
  };
  const { kind } = row;
  const words = isEventKind(kind)
    ? textOf(kind)?.(readEvent({ ...row, createdAt: new Date(row.createdAt) }), names)
    : undefined;
  return { title: words?.title ?? auditSentence(row.kind), text: words?.text ?? reasonIn(row.data) };
}

/** "expertiseAreaIds" as "expertise areas". */
const fieldsIn = (names: readonly string[]) =>
  names
    .map((name) =>
      name
        .replace(/Ids$/, "s")
        .replace(/(Id|Pence)$/, "")
        .replace(/ys$/, "ies")
        .replace(/[A-Z0-9]+/g, (part) => ` ${part.toLowerCase()}`)
        .replaceAll("_", " "),
    )
    .join(", ");

const reasonIn = (data: unknown): string => {
  const { reason } = asRecord(data);
  return typeof reason === "string" ? quoted(reason) : "";
};
