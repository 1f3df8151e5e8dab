import * as disputes from "@plumbline/contract/disputes/contract.ts";
import type { Declaration } from "@plumbline/contract/endpoint.ts";
import { makeInvoice, makePaid } from "../demo/invoices.ts";
import { cardToken, connectPayouts } from "../demo/membership.ts";
import { makeStaff } from "../demo/people.ts";
import { findInvoiceDispute } from "../features/invoices/dispute-store.ts";
import { recordDispute } from "../features/invoices/disputes.ts";
import { findSuccessfulPayment } from "../features/invoices/payment-store.ts";
import { saveCard } from "../features/membership/card.ts";
import { engaged, type Prepare, request, type Server } from "./writing-request.ts";

/** The id of the dispute of a payment that has just been made. */
export async function makeDispute({ memberAs: _, ...server }: Server): Promise<number> {
  const { context } = server;
  const { advisor, customer, id: engagementId } = await engaged(server, "in_progress");
  await connectPayouts(context, advisor);
  await saveCard(context, customer.member, await cardToken(context, "4000000000002685"));
  const id = await makeInvoice(context, { advisor, engagementId });
  await makePaid(context, customer, id);
  const payment = await findSuccessfulPayment(context.db, id);
  const { data } = await context.cards.stripe.disputes.list({ payment_intent: payment?.intentId as string });
  if (payment && data[0]) await recordDispute(context, payment, data[0]);
  return (await findInvoiceDispute(context.db, id)) as number;
}

const body = { parts: ["terms" as const], words: "It was done.", files: [], version: 0, state: "open" as const };
const answering = async (server: Server) => {
  const params = { id: await makeDispute(server) };
  return {
    by: await makeStaff(server.context),
    sending: { params, body },
    another: { params, body: { ...body, words: "It was done well." } },
  };
};

/** Successful requests for the answers to disputes. */
export const disputeRequests: readonly [declaration: Declaration, prepare: Prepare][] = [
  request(disputes.saveDisputeAnswer, answering),
  request(disputes.sendDisputeAnswer, answering),
  request(disputes.acceptDispute, async (server) => {
    const params = { id: await makeDispute(server) };
    return {
      by: await makeStaff(server.context),
      sending: { params, body: { reason: "They are right.", state: body.state } },
      another: { params, body: { reason: "It was not done.", state: body.state } },
    };
  }),
  request(disputes.uploadDisputeFile, async (server) => ({
    by: await makeStaff(server.context),
    sending: { files: [new File(["%PDF-1.7\n"], "agreement.pdf")] },
  })),
];
