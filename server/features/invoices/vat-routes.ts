import * as contract from "@plumbline/contract/invoices/vat-contract.ts";
import type { Member } from "../../auth/members.ts";
import type { AppContext } from "../../context.ts";
import { handle } from "../../http/endpoints.ts";
import { deregisterFromVat, registerForVat, vatPercentsAt } from "./vat.ts";
import { findVatRegistration } from "./vat-store.ts";

export const vatRoutes = (context: AppContext) => [
  handle(contract.readVatRegistration, ({ member }) => registrationOf(context, member)),
  handle(contract.setVatRegistration, async ({ member, body }) => {
    await registerForVat(context, member, body);
    return registrationOf(context, member);
  }),
  handle(contract.endVatRegistration, async ({ member }) => {
    await deregisterFromVat(context, member);
    return registrationOf(context, member);
  }),
];

async function registrationOf(context: AppContext, { id }: Member) {
  const [book, row] = await Promise.all([context.moneyTerms.book(context.db), findVatRegistration(context.db, id)]);
  return {
    registration: row && {
      vat_number: row.number,
      name: row.name,
      address: row.address,
      agreed_at: row.agreedAt.toISOString(),
      agreement_version: row.agreementVersion,
    },
    percents: vatPercentsAt(book, context.clock.now()),
  };
}
