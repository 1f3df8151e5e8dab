import { vatAgreement } from "@plumbline/contract/invoices/vat-registration.ts";
import { expect, test } from "vitest";
import { makeEngagement } from "../../demo/engagements.ts";
import { makeInvoice } from "../../demo/invoices.ts";
import { makeMember, type Person, setUp } from "../../demo/people.ts";
import { brokenInvariants } from "../../testing/invariants.ts";
import { testServer } from "../../testing/plumbline.ts";
import { waitingCalls } from "../../testing/waiting-calls.ts";
import { sendDraft } from "./actions.ts";
import { findInvoice, lockInvoice, writeDraft } from "./store.ts";
import { registerForVat } from "./vat.ts";

const server = testServer();

/** The sum of a draft, in pence, after `begin`, which waits for the draft to be saved with one line of £50. */
async function savedDuring(begin: (advisor: Person, id: number) => Promise<void>) {
  const { context } = server;
  const advisor = await setUp(context, await makeMember(context, "advisor"));
  const customer = await setUp(context, await makeMember(context, "customer"));
  const engagementId = await makeEngagement(context, { advisor, customer, status: "in_progress" });
  const id = await makeInvoice(context, { advisor, engagementId, draft: true });
  const { begun } = await context.db.transaction(async (tx) => {
    await lockInvoice(tx, id);
    const begun = begin(advisor, id);
    await expect.poll(() => waitingCalls(context.db)).toBe(1);
    const line = { description: "Work", quantityHundredths: 100, unitPricePence: 5000, amountPence: 5000 };
    await writeDraft(tx, id, { totalPence: 5000 }, [{ ...line, vatTreatment: null }]);
    return { begun };
  });
  await begun;
  expect(await brokenInvariants(context.db)).toEqual([]);
  return findInvoice(context.db, id);
}

test.runIf(process.env["TEST_DATABASE_URL"])(
  "I-20 a draft that is saved while its advisor registers for VAT comes to its new lines and their VAT",
  async () => {
    const registration = {
      ...{ vat_number: "GB123456782", name: "Osei Advisory Ltd", address: "1 Plumb Street\nLondon" },
      agreed: true as const,
      agreement_version: vatAgreement.version,
    };
    const saved = await savedDuring(({ member }) => registerForVat(server.context, member, registration));
    expect(saved).toMatchObject({ status: "draft", totalPence: 6000, vatPence: 1000 });
  },
);

test.runIf(process.env["TEST_DATABASE_URL"])(
  "I-05 a draft that is saved while it is sent is sent with the sum of its new lines",
  async () => {
    const saved = await savedDuring(({ member }, id) => sendDraft(server.context, member, id));
    expect(saved).toMatchObject({ status: "sent", totalPence: 5000 });
  },
);
