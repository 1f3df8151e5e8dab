import { totalOf } from "@plumbline/contract/invoices/rules.ts";
import { usualTreatment, type VatPercents, vatOn } from "@plumbline/contract/invoices/vat.ts";
import { and, eq, isNull, sql } from "drizzle-orm";
import { preparedById } from "../../database/batched-reads.ts";
import { arrayParameter, type Db } from "../../database/database.ts";
import { preparedInsert, preparedUpdate } from "../../database/prepared-writes.ts";
import { sendAlong } from "../../database/transaction.ts";
import { invoiceLines, invoices, vatRegistrations } from "./schema.ts";
import { linesOf, moveInvoice } from "./store.ts";

export type VatRegistrationRow = typeof vatRegistrations.$inferSelect;

/** An advisor's registration for VAT; null when they are not registered. */
export const findVatRegistration: (db: Db, memberId: number) => Promise<VatRegistrationRow | null> = preparedById(
  (db) =>
    db
      .select()
      .from(vatRegistrations)
      .where(
        and(sql`${vatRegistrations.memberId} = any(${arrayParameter("ids", "int")})`, isNull(vatRegistrations.endedAt)),
      )
      .prepare("vat_registrations_of_members"),
  ({ memberId }) => memberId,
);

const inserting = preparedInsert(vatRegistrations, "insert_vat_registration", (insert) => insert);

export async function insertVatRegistration(tx: Db, row: typeof vatRegistrations.$inferInsert): Promise<void> {
  await inserting(tx, row);
}

const ending = preparedUpdate(vatRegistrations, "end_vat_registration", (update) =>
  update
    .where(and(eq(vatRegistrations.memberId, sql.placeholder("member")), isNull(vatRegistrations.endedAt)))
    .returning({ id: vatRegistrations.id }),
);

/** Returns whether there was one. */
export async function endVatRegistrationOf(tx: Db, memberId: number, endedAt: Date): Promise<boolean> {
  return (await ending(tx, { member: memberId }, { endedAt })).length > 0;
}

/**
 * Recomputes an advisor's drafts, with VAT at these rates or without it. They are locked before their lines are read, which
 * may just be replaced.
 */
export async function recomputeDrafts(tx: Db, advisorId: number, percents: VatPercents | null): Promise<void> {
  const drafts = await tx
    .select({ id: invoices.id })
    .from(invoices)
    .where(
      and(eq(invoices.advisorId, advisorId), eq(invoices.status, "draft").inlineParams(), isNull(invoices.claimForId)),
    )
    .orderBy(invoices.id)
    .for("update");
  const recompute = async ({ id }: { id: number }) => {
    const lines = await linesOf(tx, id);
    const vatPence = percents ? vatOn(lines, percents) : 0;
    await moveInvoice(tx, id, ["draft"], { vatPence, totalPence: totalOf(lines) + vatPence });
  };
  await Promise.all(drafts.map(recompute));
}

/** Fixes the treatments of the lines of an invoice with VAT as it is sent: the usual one where none was chosen. */
export async function fixTreatments(tx: Db, invoiceId: number): Promise<void> {
  const without = and(eq(invoiceLines.invoiceId, invoiceId), isNull(invoiceLines.vatTreatment));
  await sendAlong(tx, tx.update(invoiceLines).set({ vatTreatment: usualTreatment }).where(without));
}
