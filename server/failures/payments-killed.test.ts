import { readInvoice } from "@plumbline/contract/invoices/contract.ts";
import { expect, test } from "vitest";
import { makeEngagement } from "../demo/engagements.ts";
import { makeInvoice } from "../demo/invoices.ts";
import { cardToken, connectPayouts } from "../demo/membership.ts";
import { makeMember, setUp } from "../demo/people.ts";
import { providerCustomerOf, putCard } from "../features/membership/card.ts";
import { startPlumbline } from "../start.ts";
import { testSettings } from "../testing/plumbline.ts";
import { processes } from "../testing/process.ts";
import { patientFor, sized } from "../testing/size.ts";

// A real process, killed while the card provider keeps it waiting: at each point between what is written down here and what
// is done there. The next start settles what was left, and charges nothing twice.

const { aFolder, start } = processes();

/** Where the process is when it dies: the provider has done the call, or not even read it, and never answers. */
const points = [
  ["before the payment is made", "silent_before", "/v1/payment_intents"],
  ["after the payment is made, before its id is kept", "silent_after", "/v1/payment_intents"],
  ["before the charge", "silent_before", "/v1/payment_intents/*"],
  ["after the charge, before it is recorded", "silent_after", "/v1/payment_intents/*"],
] as const;

/** A folder in which one customer has a card and an invoice for each point; all made through the product's own verbs. */
async function prepared(folder: string, each: number) {
  const plumbline = await startPlumbline({ settings: testSettings(folder), quiet: true });
  const { house } = plumbline;
  const advisor = await setUp(house, await makeMember(house, "advisor"));
  await connectPayouts(house, advisor);
  const customer = await setUp(house, await makeMember(house, "customer"));
  await putCard(house, await providerCustomerOf(house, customer.member), await cardToken(house));
  const engagementId = await makeEngagement(house, { advisor, customer, status: "in_progress" });
  const ids: number[] = [];
  for (let count = points.length * each; count > 0; count -= 1)
    ids.push(await makeInvoice(house, { advisor, engagementId, lines: [["Work", 1, 10]] }));
  await plumbline.close();
  return { token: customer.token, ids };
}

const sandboxOf = (url: string, token: string) =>
  fetch(`${url}/api/payment/config`, { headers: { authorization: `Bearer ${token}` } })
    .then((answer) => answer.json() as Promise<{ stripe_js_url: string }>)
    .then(({ stripe_js_url }) => new URL(stripe_js_url).origin);

test(
  "R2 killed at each point between the charge and its record, the next start settles every invoice and charges once",
  async () => {
    const folder = await aFolder();
    const each = sized(20, 1);
    const { token, ids } = await prepared(folder, each);
    const call = (url: string, path: string, method = "GET") =>
      fetch(`${url}${path}`, { method, headers: { authorization: `Bearer ${token}` } });
    let process = await start(folder);
    for (const [at, id] of ids.entries()) {
      const [, kind, path] = points[at % points.length] as (typeof points)[number];
      const sandbox = await sandboxOf(process.url, token);
      const planned = await fetch(`${sandbox}/sandbox/faults`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ kind, method: "POST", path }),
      });
      expect(planned.status).toBe(200);
      const pressed = call(process.url, `/api/invoices/${id}/accept`, "PATCH").catch(() => null);
      // The fault is used up when the provider has got so far.
      const waiting = async () =>
        ((await (await fetch(`${sandbox}/sandbox/faults`)).json()) as { faults: unknown[] }).faults.length;
      await expect.poll(waiting, { timeout: 20_000 }).toBe(0);
      process.child.kill("SIGKILL");
      expect(await pressed).toBeNull();
      await process.ended;
      process = await start(folder);
      const read = async () =>
        ((await (await call(process.url, readInvoice.path.replace("{id}", String(id)))).json()) as { status: string })
          .status;
      await expect.poll(read, { timeout: 60_000, interval: 100 }).toBe("Completed");
    }
    const books = (await (await fetch(`${await sandboxOf(process.url, token)}/sandbox/ledger`)).json()) as {
      charges: { amount: number; metadata: { invoice_id: string } }[];
    };
    expect(books.charges.map(({ metadata }) => Number(metadata.invoice_id)).sort((a, b) => a - b)).toEqual(ids);
    expect(books.charges.reduce((sum, { amount }) => sum + amount, 0)).toBe(ids.length * 1000);
  },
  patientFor(120_000),
);
