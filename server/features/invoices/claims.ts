import { dayInLondon } from "@plumbline/contract/dates.ts";
import {
  claimBlockedBy,
  claimedAlready,
  claimLines,
  claimTexts,
  claimTotal,
  claimTotalError,
  type LateClaim,
  lateClaim,
  workingOf,
} from "@plumbline/contract/invoices/late-payment.ts";
import type { LatePayment } from "@plumbline/contract/invoices/late-payment-shape.ts";
import { disputeThatReturnedMoney, invoiceNumber } from "@plumbline/contract/invoices/rules.ts";
import { decimalOf, sumOf } from "@plumbline/contract/money.ts";
import { present } from "@plumbline/contract/present.ts";
import type { Member } from "../../auth/members.ts";
import type { Db } from "../../database/database.ts";
import { conflict, invalid, notFound } from "../../http/problems.ts";
import { lockMember } from "../accounts/store.ts";
import type { TermsBook } from "../prices/terms-book.ts";
import { lockInvoiceOf, readInvoiceOf, type ShownInvoice } from "./store.ts";
import { refundedPenceOf } from "./view.ts";

// Claims for late payment (ADR-048): what the law allows on an invoice, and the invoice that claims it.

/** What may be claimed on an invoice as of a moment; null when it is not late and was not paid late. */
function claimOn(row: ShownInvoice, book: TermsBook, now: Date): LateClaim | null {
  const late = {
    status: row.status,
    dueOn: row.dueOn,
    paidOn: row.paidAt && dayInLondon(row.paidAt),
    debtPence: row.totalPence - givenBackOrAskedPence(row),
    isClaim: row.claimForId !== null,
  };
  return lateClaim(late, dayInLondon(now), (day) => book.lateRateOn(day));
}

/** What was given back of a payment, by us or by a bank, or is being given back, in pence: nothing is claimed on it. */
function givenBackOrAskedPence(row: ShownInvoice): number {
  const asked = sumOf(row.refunds.filter(({ state }) => state === "asked").map(({ amountPence }) => amountPence));
  const byBank = disputeThatReturnedMoney(row.dispute)?.amountPence ?? 0;
  return Math.min(row.totalPence, refundedPenceOf(row) + asked + byBank);
}

/**
 * The response's part about late payment; its lines are for the advisor, and the customer reads of it only while there is
 * something to pay.
 */
export function latePaymentView(
  row: ShownInvoice,
  book: TermsBook,
  now: Date,
  { role }: Pick<Member, "role">,
): LatePayment | null {
  const claim = role === "customer" && row.status !== "sent" ? null : claimOn(row, book, now);
  return (
    claim && {
      from: claim.from,
      until: claim.until,
      days: claim.days,
      percent: claim.percent,
      base_rate_percent: claim.basePercent,
      reference_day: claim.referenceDay,
      debt: decimalOf(claim.debtPence),
      per_day: decimalOf(claim.perDayPence),
      interest: decimalOf(claim.interestPence),
      compensation: decimalOf(claim.compensationPence),
      total: decimalOf(claimTotal(claim)),
      working: workingOf(claim),
      blocked: claimBlockedBy(row.dispute?.state ?? null),
      ...(role === "advisor" && { lines: claimLines(numberOf(row), claim) }),
    }
  );
}

const numberOf = ({ number }: ShownInvoice) => invoiceNumber(present(number, "the number of a sent invoice"));

/** A late invoice that may be claimed now. */
export type Claimed = { engagementId: number; number: string; claim: LateClaim };

/**
 * The late invoice that a claim is for, locked, so that two claims of it run one after the other. `claimId` is the claim
 * itself where it is a draft already. Throws notFound for another's invoice; conflict when it is not late, its payment is
 * disputed, it was claimed before, or the customer's account is closed.
 */
export async function claimedInvoice(
  tx: Db,
  member: Member,
  id: number,
  { book, now, claimId }: { book: TermsBook; now: Date; claimId?: number },
): Promise<Claimed> {
  const found = await lockInvoiceOf(tx, member, id);
  const row = found && (await readInvoiceOf(tx, member, id));
  if (!row) throw notFound("We could not find that invoice.");
  const claim = claimOn(row, book, now);
  if (!claim) throw conflict(claimTexts.notLate);
  const blocked = claimBlockedBy(row.dispute?.state ?? null);
  if (blocked) throw conflict(blocked);
  const number = numberOf(row);
  if (row.claimedBy && row.claimedBy.id !== claimId) throw conflict(claimedAlready(number, row.claimedBy));
  if ((await lockMember(tx, row.customerId))?.state === "closed") throw conflict(claimTexts.customerGone);
  return { engagementId: row.engagementId, number, claim };
}

/** Throws invalid when a claim that is to be sent is for more than the law allows by today. */
export function requireWithin({ number, claim }: Claimed, totalPence: number): void {
  const error = claimTotalError(number, claim, totalPence);
  if (error) throw invalid({ items_attributes: [error] });
}
