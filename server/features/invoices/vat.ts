import { dayInLondon } from "@plumbline/contract/dates.ts";
import { type Line, totalOf } from "@plumbline/contract/invoices/rules.ts";
import { type VatPercents, type VatRate, vatOn, vatRates, vatTexts } from "@plumbline/contract/invoices/vat.ts";
import type { VatRegistrationForm } from "@plumbline/contract/invoices/vat-contract.ts";
import { vatAgreement } from "@plumbline/contract/invoices/vat-registration.ts";
import { sumOf } from "@plumbline/contract/money.ts";
import type { z } from "zod";
import type { Member } from "../../auth/members.ts";
import type { AppContext } from "../../context.ts";
import type { Db } from "../../database/database.ts";
import { invalid } from "../../http/problems.ts";
import { append } from "../../outbox/outbox.ts";
import { lockMember } from "../accounts/store.ts";
import type { TermsBook } from "../prices/terms-book.ts";
import type { VatSupplier } from "./schema.ts";
import type { InvoiceSummary, ShownInvoice } from "./store.ts";
import {
  endVatRegistrationOf,
  findVatRegistration,
  insertVatRegistration,
  recomputeDrafts,
  type VatRegistrationRow,
} from "./vat-store.ts";

/** The rates of VAT of the day of a moment. */
export function vatPercentsAt(book: TermsBook, now: Date): VatPercents {
  const { vat_standard: standard, vat_reduced: reduced } = book.termsOn(dayInLondon(now));
  return { standard, reduced };
}

/**
 * Registers an advisor for VAT, or replaces the registration: a new row with what was agreed now. Drafts are recomputed;
 * invoices that were sent keep theirs.
 */
export async function registerForVat(context: AppContext, member: Member, form: z.output<typeof VatRegistrationForm>) {
  const now = context.clock.now();
  const book = await context.moneyTerms.book(context.db);
  await context.db.transaction(async (tx) => {
    await lockMember(tx, member.id);
    await endVatRegistrationOf(tx, member.id, now);
    const supplier = { number: form.vat_number, name: form.name, address: form.address };
    const agreed = { agreedAt: now, agreementVersion: vatAgreement.version };
    await insertVatRegistration(tx, { memberId: member.id, ...supplier, ...agreed });
    await append(tx, { kind: "vat.registered", actorId: member.id, subjectId: member.id }, now);
    await recomputeDrafts(tx, member.id, vatPercentsAt(book, now));
  });
}

/** Ends the registration; nothing happens where there is none. */
export async function deregisterFromVat(context: AppContext, member: Member): Promise<void> {
  const now = context.clock.now();
  await context.db.transaction(async (tx) => {
    await lockMember(tx, member.id);
    if (!(await endVatRegistrationOf(tx, member.id, now))) return;
    await append(tx, { kind: "vat.ended", actorId: member.id, subjectId: member.id }, now);
    await recomputeDrafts(tx, member.id, null);
  });
}

/** What an invoice comes to, in pence. */
export type InvoiceSums = { totalPence: number; vatPence: number };

/** The VAT facts of an invoice that is being written: the registration in force and today's rates; null without VAT. */
export type VatToday = { supplier: VatRegistrationRow; percents: VatPercents };

/** For an invoice that an advisor writes or sends now. A claim for late payment is outside the scope of VAT. */
export async function vatFor(
  tx: Db,
  { id }: Member,
  { book, now, isClaim }: { book: TermsBook; now: Date; isClaim: boolean },
): Promise<VatToday | null> {
  const supplier = isClaim ? null : await findVatRegistration(tx, id);
  return supplier && { supplier, percents: vatPercentsAt(book, now) };
}

/** Throws invalid when lines of an invoice without VAT name a treatment. */
export function requireNoTreatments(lines: readonly Line[], isClaim: boolean): void {
  const message = isClaim ? vatTexts.onClaim : vatTexts.notRegistered;
  const errors = lines.flatMap(({ vatTreatment }, index) =>
    vatTreatment ? [[`items_attributes.${index}.vat_treatment`, [message]]] : [],
  );
  if (errors.length > 0) throw invalid(Object.fromEntries(errors));
}

/** What lines come to with the VAT of the day, in pence. */
export function computeSums(lines: readonly Line[], vat: VatToday | null): InvoiceSums {
  const vatPence = vat ? vatOn(lines, vat.percents) : 0;
  return { totalPence: totalOf(lines) + vatPence, vatPence };
}

/**
 * An invoice's sums as they are shown: those of the day of sending, or of today for a draft. `vat` is null without VAT
 * (row I-22).
 */
export type ShownSums = InvoiceSums & {
  vat: { supplier: VatSupplier; rates: VatRate[]; percents: VatPercents } | null;
};

export function sumsOf(row: InvoiceSummary | ShownInvoice, todays: () => VatPercents): ShownSums {
  const draft = row.status === "draft";
  const supplier = draft && row.claimForId === null ? row.vatSupplier : (row.parties?.advisor.vat ?? null);
  if (!supplier) return { totalPence: draft ? totalOf(row.lines) : row.totalPence, vatPence: 0, vat: null };
  const percents = row.vatPercents ?? todays();
  const rates = vatRates(row.lines, percents);
  const vatPence = draft ? sumOf(rates.map((rate) => rate.vatPence)) : row.vatPence;
  const totalPence = draft ? totalOf(row.lines) + vatPence : row.totalPence;
  return { totalPence, vatPence, vat: { supplier, rates, percents } };
}
