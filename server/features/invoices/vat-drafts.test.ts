import { vatAgreement } from "@plumbline/contract/invoices/vat-registration.ts";
import { expect, test } from "vitest";
import { makeEngagement } from "../../demo/engagements.ts";
import { makeInvoice } from "../../demo/invoices.ts";
import { makeMember, setUp } from "../../demo/people.ts";
import { brokenInvariants } from "../../testing/invariants.ts";
import { testServer } from "../../testing/plumbline.ts";
import { waitingCalls } from "../../testing/waiting-calls.ts";
import { findInvoice, lockInvoice, writeDraft } from "./store.ts";
import { registerForVat } from "./vat.ts";

const server = testServer();

test.runIf(process.env["TEST_DATABASE_URL"])(
  "I-20 a draft that is saved while its advisor registers for VAT comes to its new lines and their VAT",
  async () => {
    const { context } = server;
    const advisor = await setUp(context, await makeMember(context, "advisor"));
    const customer = await setUp(context, await makeMember(context, "customer"));
    const engagementId = await makeEngagement(context, { advisor, customer, status: "in_progress" });
    const id = await makeInvoice(context, { advisor, engagementId, draft: true });
    const { registering } = await context.db.transaction(async (tx) => {
      await lockInvoice(tx, id);
      const registering = registerForVat(context, advisor.member, {
        ...{ vat_number: "GB123456782", name: "Osei Advisory Ltd", address: "1 Plumb Street\nLondon" },
        ...{ agreed: true, agreement_version: vatAgreement.version },
      });
      await expect.poll(() => waitingCalls(context.db)).toBe(1);
      const line = { description: "Work", quantityHundredths: 100, unitPricePence: 5000, amountPence: 5000 };
      await writeDraft(tx, id, { totalPence: 5000 }, [{ ...line, vatTreatment: null }]);
      return { registering };
    });
    await registering;
    expect(await findInvoice(context.db, id)).toMatchObject({ totalPence: 6000, vatPence: 1000 });
    expect(await brokenInvariants(context.db)).toEqual([]);
  },
);
