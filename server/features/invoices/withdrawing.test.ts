import * as contract from "@plumbline/contract/invoices/contract.ts";
import { expect, test, vi } from "vitest";
import { connectPayouts } from "../../demo/membership.ts";
import { makeMember, setUp } from "../../demo/people.ts";
import { makePaidInvoice } from "../../testing/paid-invoice.ts";
import { testServer } from "../../testing/plumbline.ts";
import { findOpenPayment, type PaymentState } from "./payment-store.ts";

const server = testServer();

test("I-11 an invoice whose payment waits for authentication is withdrawn, also when two readings of that payment are under way", async () => {
  const { context } = server;
  const advisor = await setUp(context, await makeMember(context, "advisor"));
  await connectPayouts(context, advisor);
  // A card whose bank asks for authentication each time.
  const { id } = await makePaidInvoice(server, { advisor, lines: [["Work", 1, 500]], card: "4000002760003184" });
  const open = await findOpenPayment(context.db, id);
  expect(open?.status).toBe("requires_action");
  const paymentId = open?.id ?? 0;
  const { payments } = context.inProgress;
  const state: PaymentState = { status: "requires_action", message: null, clientSecret: null };
  const [first, second] = [Promise.withResolvers<PaymentState>(), Promise.withResolvers<PaymentState>()];
  payments.set(paymentId, first.promise);
  const reading = first.promise.then(() => void payments.set(paymentId, second.promise));
  const ended = second.promise.then(() => void payments.delete(paymentId));
  const asked = vi.spyOn(payments, "get").mockImplementationOnce(() => {
    asked.mockRestore();
    first.resolve(state);
    return first.promise;
  });
  const withdrawing = server.call(contract.withdrawInvoice, { params: { id } }, advisor.token);
  await reading;
  second.resolve(state);
  await ended;
  const { status, body } = await withdrawing;
  expect([status, body.status]).toEqual([200, "void"]);
});
