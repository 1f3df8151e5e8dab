import { payInvoice } from "@plumbline/contract/invoices/contract.ts";
import { makeEngagement } from "../demo/engagements.ts";
import { makeInvoice } from "../demo/invoices.ts";
import { cardToken } from "../demo/membership.ts";
import { makeMember, type Person, setUp } from "../demo/people.ts";
import { saveCard } from "../features/membership/card.ts";
import type { TestServer } from "./plumbline.ts";

/** A paid invoice, its payer, and the running engagement that it is for. */
export type PaidInvoice = { id: number; customer: Person; engagementId: number };

/**
 * An invoice of the advisor's that a new customer pays. `lines` are as in `makeInvoice`, in pounds; the card's number says
 * what its bank does afterwards, by default nothing.
 */
export async function makePaidInvoice(
  server: TestServer,
  {
    advisor,
    lines,
    card,
    name = "Priya Raman",
  }: { advisor: Person; lines: [string, number, number][]; card?: string | undefined; name?: string },
): Promise<PaidInvoice> {
  const { context } = server;
  const customer = await setUp(context, await makeMember(context, "customer", { name }));
  await saveCard(context, customer.member, await cardToken(context, card));
  const engagementId = await makeEngagement(context, { advisor, customer, status: "in_progress" });
  const id = await makeInvoice(context, { advisor, engagementId, lines });
  await server.call(payInvoice, { params: { id } }, customer.token);
  return { id, customer, engagementId };
}
