import { dayInLondon } from "@plumbline/contract/dates.ts";
import { claimTexts } from "@plumbline/contract/invoices/late-payment.ts";
import {
  allowedInvoiceActions,
  dueDay,
  type InvoiceAction,
  type InvoiceStatus,
  isBlankLine,
  type Line,
  lineErrors,
  readLine,
  refusalReason,
  type TypedLine,
  texts,
  totalError,
} from "@plumbline/contract/invoices/rules.ts";
import { decimalOf, formatPence, split } from "@plumbline/contract/money.ts";
import { termError, usualTermOf } from "@plumbline/contract/prices/rules.ts";
import type { Member } from "../../auth/members.ts";
import type { AppContext } from "../../context.ts";
import type { Db } from "../../database/database.ts";
import { existing } from "../../database/rows.ts";
import { checkAlong } from "../../database/transaction.ts";
import { conflict, invalid, notFound } from "../../http/problems.ts";
import { append } from "../../outbox/outbox.ts";
import { moveWithin } from "../engagements/move.ts";
import { type EngagementRow, findEngagementOf } from "../engagements/store.ts";
import type { TermsBook } from "../prices/terms-book.ts";
import { type Claimed, claimedInvoice, requireWithin } from "./claims.ts";
import {
  deleteDraft,
  type InvoiceRow,
  insertInvoice,
  linesOf,
  lockInvoiceOf,
  moveInvoice,
  nextNumber,
  storeParties,
  writeDraft,
} from "./store.ts";
import { computeSums, type InvoiceSums, requireNoTreatments, type VatToday, vatFor } from "./vat.ts";
import { fixTreatments } from "./vat-store.ts";

export type DraftInput = {
  project_id: number;
  items_attributes: TypedLine[];
  payment_term_days?: number | null | undefined;
  /** Starts an accepted engagement first. */
  start?: boolean;
  /** The pounds that the sender has seen; without it any total is meant. */
  total?: number | undefined;
};
type NewInvoice = DraftInput & { draft: boolean; claim_for?: number | null | undefined };

/**
 * Creates an invoice for one of the advisor's own engagements, and sends it unless it is a draft. With `claim_for` it claims
 * the late payment of an earlier one (ADR-048).
 */
export async function createInvoice(
  context: AppContext,
  member: Member,
  { draft, claim_for: claimForId = null, ...input }: NewInvoice,
): Promise<number> {
  const now = context.clock.now();
  const book = await context.moneyTerms.book(context.db);
  return context.db.transaction(async (tx) => {
    const claimed = claimForId ? await claimedInvoice(tx, member, claimForId, { book, now }) : null;
    const engagement = claimed
      ? await engagementOf(tx, member, claimed, input)
      : await engagementFor(tx, member, input, now);
    const paymentTermDays = termWithin(book, engagement, input, now);
    const lines = readLines(input.items_attributes);
    const parties = { engagementId: engagement.id, advisorId: member.id, customerId: engagement.customerId };
    const vat = await vatFor(tx, member, { book, now, isClaim: claimed !== null });
    const sums = draftSums(lines, vat, claimed !== null);
    const values = { ...parties, status: "draft", ...sums, paymentTermDays, claimForId, createdAt: now } as const;
    const id = await insertInvoice(tx, values, lines);
    if (draft) return id;
    requireTotal(sums, input);
    await send(tx, member, { id, ...sums, paymentTermDays, claimed, vat }, termsFor(book, engagement, now), now);
    return id;
  });
}

/** The version of a draft that was read; without it the newest is meant. */
type Seen = { version?: number | undefined };

/**
 * Replaces a draft's project and lines, and sends it if `send` is set. Throws conflict when it has already been sent, and
 * when it was saved after the given version.
 */
export async function updateDraft(
  context: AppContext,
  member: Member,
  id: number,
  { send: sending, version, ...input }: DraftInput & Seen & { send?: boolean },
): Promise<void> {
  const now = context.clock.now();
  const book = await context.moneyTerms.book(context.db);
  await context.db.transaction(async (tx) => {
    const invoice = await lockForAction(tx, member, id, "update");
    requireSeen(invoice, version);
    const isClaim = invoice.claimForId !== null;
    const engagement = isClaim
      ? await engagementOf(tx, member, invoice, input)
      : await engagementFor(tx, member, input, now);
    const paymentTermDays = termWithin(book, engagement, input, now);
    const lines = readLines(input.items_attributes);
    const parties = { engagementId: engagement.id, customerId: engagement.customerId };
    const vat = await vatFor(tx, member, { book, now, isClaim });
    const sums = draftSums(lines, vat, isClaim);
    const values = { ...parties, ...sums, paymentTermDays, version: invoice.version + 1 };
    if (!(await writeDraft(tx, invoice.id, values, lines))) throw refusedAction("update", "sent");
    if (!sending) return;
    requireTotal(sums, input);
    const claimed = await claimedBy(tx, member, invoice, book, now);
    await send(tx, member, { id, ...values, claimed, vat }, termsFor(book, engagement, now), now);
  });
}

/** Throws a draft away. Throws conflict when it was sent, and when it was saved after the given version. */
export async function discardDraft(context: AppContext, member: Member, id: number, { version }: Seen): Promise<void> {
  await context.db.transaction(async (tx) => {
    requireSeen(await lockForAction(tx, member, id, "delete"), version, draftTexts.savedBefore);
    if (!(await deleteDraft(tx, id))) throw refusedAction("delete", "sent");
  });
}

/**
 * Sends a draft. Throws invalid when its lines are incomplete, conflict when its project is not in progress or it was saved
 * after the given version.
 */
export async function sendDraft(
  context: AppContext,
  member: Member,
  id: number,
  { version }: Seen = {},
): Promise<void> {
  const now = context.clock.now();
  const book = await context.moneyTerms.book(context.db);
  await context.db.transaction(async (tx) => {
    const invoice = await lockForAction(tx, member, id, "send");
    // Only now, because a save that the lock has waited for replaces them.
    const lines = await linesOf(tx, id);
    requireSeen(invoice, version);
    const claimed = await claimedBy(tx, member, invoice, book, now);
    const [engagement, vat] = await Promise.all([
      claimed ? engagementOf(tx, member, claimed) : engagementInProgress(tx, member, invoice.engagementId),
      vatFor(tx, member, { book, now, isClaim: claimed !== null }),
    ]);
    if (lines.length === 0) throw invalid({ items_attributes: [texts.noLines] });
    const errors = lines.flatMap((line, index) =>
      Object.entries(lineErrors(typed(line))).map(([column, message]) => [
        `items_attributes.${index}.${column}`,
        [message],
      ]),
    );
    if (errors.length > 0) throw invalid(Object.fromEntries(errors));
    const paymentTermDays = termWithin(book, engagement, { payment_term_days: invoice.paymentTermDays }, now);
    const sending = { id, ...computeSums(lines, vat), paymentTermDays, claimed, vat };
    await send(tx, member, sending, termsFor(book, engagement, now), now);
  });
}

/** Throws conflict when a draft was saved after the version that was read: its lines were not seen. */
function requireSeen(
  { version: newest }: InvoiceRow,
  version: number | undefined,
  message: string = draftTexts.savedSince,
): void {
  if (version !== undefined && version !== newest) throw conflict(message, draftActions);
}
/** Throws invalid when an invoice comes to another total than its sender has seen, such as with VAT registered since. */
function requireTotal({ totalPence }: InvoiceSums, { total }: Pick<DraftInput, "total">): void {
  if (total !== undefined && total !== decimalOf(totalPence))
    throw invalid({ base: [draftTexts.otherTotal(totalPence)] });
}
/** In no page's script, because they are sent by the server alone. */
export const draftTexts = {
  savedSince:
    "This draft has been saved since you opened it here, so nothing was changed or sent. Look at what was saved; what you typed stays until you decide.",
  savedBefore: "This draft has been saved since you saw this list, so it was not thrown away. Look at it first.",
  otherTotal: (pence: number) =>
    `This invoice comes to ${formatPence(pence)} by now, because your registration for VAT or a rate has changed. Nothing was sent. Reload the page to see it; what you typed stays.`,
};
const draftActions = allowedInvoiceActions("draft", "advisor");

/** The late invoice that a draft claims, which must still be possible; null for an invoice of work. */
async function claimedBy(tx: Db, member: Member, { id, claimForId }: InvoiceRow, book: TermsBook, now: Date) {
  return claimForId === null ? null : claimedInvoice(tx, member, claimForId, { book, now, claimId: id });
}

/** Sends a draft: sets its number, day of issue, due day, fee and both parties' names, none of which change later (decision 14). */
async function send(
  tx: Db,
  member: Member,
  { id, totalPence, vatPence, paymentTermDays, claimed, vat }: Sending,
  { commission: usualCommission, usual }: ReturnType<typeof termsFor>,
  now: Date,
): Promise<void> {
  const error = totalError(totalPence);
  if (error) throw invalid({ items_attributes: [error] });
  if (claimed) requireWithin(claimed, totalPence);
  // A claim compensates the advisor and is no work, so that nothing is kept of it (row I-19).
  const commission = claimed ? 0 : usualCommission;
  const issuedOn = dayInLondon(now);
  const number = await nextNumber(tx, member.id);
  const sent = moveInvoice(tx, id, ["draft"], {
    status: "sent",
    number,
    feePercent: commission,
    totalPence,
    vatPence,
    vatPercents: vat?.percents ?? null,
    // VAT is no income of the advisor's, so that nothing is kept of it.
    feePence: split(totalPence - vatPence, commission).fee,
    issuedOn,
    dueOn: dueDay(issuedOn, paymentTermDays ?? usual),
  });
  await checkAlong(
    tx,
    sent.then((moved) => {
      if (!moved) throw refusedAction("send", "sent");
    }),
  );
  if (vat) await fixTreatments(tx, id);
  await storeParties(tx, id, vat && supplierOf(vat));
  await append(tx, { kind: "invoice.sent", actorId: member.id, subjectId: id }, now);
}

type Sending = Pick<InvoiceRow, "id" | "totalPence" | "vatPence" | "paymentTermDays"> & {
  /** The late invoice, for a claim. */
  claimed: Claimed | null;
  vat: VatToday | null;
};

/** The terms of an invoice sent now (decision 60): the commission of the advisor and the payment terms of the customer. */
export function termsFor(
  book: TermsBook,
  { advisorId, customerId }: Pick<EngagementRow, "advisorId" | "customerId">,
  now: Date,
) {
  const today = dayInLondon(now);
  const payer = book.termsOn(today, customerId);
  return {
    commission: book.termsOn(today, advisorId).commission,
    shortest: payer.shortest_term,
    longest: payer.longest_term,
    usual: usualTermOf(payer),
  };
}

/** The payment term that was chosen. Throws invalid when the customer's terms do not allow it. */
function termWithin(
  book: TermsBook,
  engagement: EngagementRow,
  input: Pick<DraftInput, "payment_term_days">,
  now: Date,
) {
  const days = input.payment_term_days ?? null;
  const error = days === null ? null : termError(days, book.termsOn(dayInLondon(now), engagement.customerId));
  if (error) throw invalid({ payment_term_days: [error] });
  return days;
}

/** The engagement of a new invoice, which is started here if it was only accepted (decision 21). */
async function engagementFor(tx: Db, member: Member, { project_id: id, start }: DraftInput, now: Date) {
  const accepted = start && (await findEngagementOf(tx, member, id))?.status === "accepted";
  if (accepted) await moveWithin(tx, now, member, id, "start", {});
  return engagementInProgress(tx, member, id);
}

/** The engagement of a claim, which may be completed by now. Throws invalid when the project named is another. */
async function engagementOf(
  tx: Db,
  member: Member,
  { engagementId }: Pick<InvoiceRow, "engagementId">,
  input?: Pick<DraftInput, "project_id">,
) {
  if (input && input.project_id !== engagementId) throw invalid({ project_id: [claimTexts.foreignProject] });
  return existing(await findEngagementOf(tx, member, engagementId));
}

/** Throws conflict unless the engagement is in progress (decision 21). */
async function engagementInProgress(tx: Db, member: Member, id: number) {
  const engagement = await findEngagementOf(tx, member, id);
  if (!engagement) throw notFound("We could not find that project.");
  if (engagement.status !== "in_progress") throw conflict(texts.notInProgress);
  return engagement;
}

/** Locks an invoice for an action; a concurrent request waits here and then sees the first one's result. */
export async function lockForAction(tx: Db, member: Member, id: number, action: InvoiceAction): Promise<InvoiceRow> {
  const invoice = await lockInvoiceOf(tx, member, id);
  if (!invoice) throw notFound();
  if (!allowedInvoiceActions(invoice.status, member.role).includes(action))
    throw refusedAction(action, invoice.status, member.role);
  return invoice;
}

/** A 409 with the reason and the actions that are allowed instead (decision 7). */
export function refusedAction(action: InvoiceAction, status: InvoiceStatus, role: Member["role"] = "advisor") {
  return conflict(refusalReason(action, status), allowedInvoiceActions(status, role));
}

/** Reads the typed lines; blank rows are left out. */
function readLines(lines: readonly TypedLine[]): Line[] {
  return lines.filter((line) => !isBlankLine(line)).map(readLine);
}

/**
 * What a draft comes to; the limits apply when it is sent, but it has to fit into the column. Throws invalid for a
 * treatment on an invoice without VAT.
 */
function draftSums(lines: readonly Line[], vat: VatToday | null, isClaim: boolean): InvoiceSums {
  if (!vat) requireNoTreatments(lines, isClaim);
  const sums = computeSums(lines, vat);
  if (!Number.isSafeInteger(sums.totalPence))
    throw invalid({ items_attributes: ["This is more than an invoice can carry."] });
  return sums;
}

const supplierOf = ({ supplier: { number, name, address } }: VatToday) => ({ number, name, address });

const typed = (line: Line): TypedLine => ({
  description: line.description,
  // An empty cell is stored as 0 in a draft, and is treated as empty again for the error message.
  quantity: line.quantityHundredths === 0 ? "" : decimalOf(line.quantityHundredths),
  unit_price: line.unitPricePence === 0 ? "" : decimalOf(line.unitPricePence),
});
