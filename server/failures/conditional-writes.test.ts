import { expect, test } from "vitest";
import { makeEngagement } from "../demo/engagements.ts";
import { makeInvoice } from "../demo/invoices.ts";
import { makeMember, setUp } from "../demo/people.ts";
import { findEngagement, writeMove } from "../features/engagements/store.ts";
import { insertPayment, movePayment } from "../features/invoices/payment-store.ts";
import { deleteDraft, findInvoice } from "../features/invoices/store.ts";
import { testServer } from "../testing/plumbline.ts";

// Conditional updates must refuse when the row has changed since it was read. Callers usually hold a lock as well, so
// only a direct call of the statement can test this.

const server = testServer();
const rollback = new Error("rolled back");

async function parties() {
  const advisor = await setUp(server.context, await makeMember(server.context, "advisor"));
  const customer = await setUp(server.context, await makeMember(server.context, "customer"));
  return { advisor, customer };
}

test("R26 E-13 an update of a proposal whose status is the same in a newer version is refused", async () => {
  const { db } = server.context;
  const id = await makeEngagement(server.context, { ...(await parties()), status: "edit_suggested" });
  const read = await findEngagement(db, id);
  if (!read) throw new Error("the engagement is gone");
  expect(await writeMove(db, read, { version: read.version + 1 })).toBe(true);
  expect(await writeMove(db, read, { name: "Stale" })).toBe(false);
  expect((await findEngagement(db, id))?.name).toBe(read.name);
});

test("R26 I-05 an invoice sent meanwhile is not deleted as a draft", async () => {
  const { db } = server.context;
  const { advisor, customer } = await parties();
  const engagementId = await makeEngagement(server.context, { advisor, customer, status: "in_progress" });
  const id = await makeInvoice(server.context, { advisor, engagementId });
  const deleting = db.transaction(async (tx) => {
    expect(await deleteDraft(tx, id)).toBe(false);
    throw rollback;
  });
  await expect(deleting).rejects.toBe(rollback);
  expect((await findInvoice(db, id))?.status).toBe("sent");
});

test("R26 I-12 a payment that is settled is not settled again", async () => {
  const { db, clock } = server.context;
  const { advisor, customer } = await parties();
  const engagementId = await makeEngagement(server.context, { advisor, customer, status: "in_progress" });
  const invoiceId = await makeInvoice(server.context, { advisor, engagementId });
  const payment = await insertPayment(db, {
    invoiceId,
    status: "succeeded",
    amountPence: 100,
    feePence: 10,
    destination: "acct_test",
    providerCustomerId: "cus_test",
    createdAt: clock.now(),
  });
  expect(await movePayment(db, payment.id, ["started"], { status: "failed" })).toBe(false);
  expect(await movePayment(db, payment.id, ["succeeded"], { status: "refunded" })).toBe(true);
});
