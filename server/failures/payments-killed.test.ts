import { readInvoice } from "@plumbline/contract/invoices/contract.ts";
import { expect, test } from "vitest";
import { makeEngagement } from "../demo/engagements.ts";
import { makeInvoice } from "../demo/invoices.ts";
import { cardToken, connectPayouts } from "../demo/membership.ts";
import { makeMember, setUp } from "../demo/people.ts";
import { saveCard } from "../features/membership/card.ts";
import { startPlumbline } from "../start.ts";
import { testSettings } from "../testing/plumbline.ts";
import { processes } from "../testing/process.ts";
import { sized, timeoutFor } from "../testing/size.ts";

// A real process, killed while it waits for the card provider: at each point between our records and the provider's
// effects. The next start settles what was left, and charges nothing twice.

const { makeFolder, start } = processes();

/**
 * Where the process is when it dies: the provider has executed the call, or has not even read it, and never responds.
 */
const points = [
  ["before the payment is made", "silent_before", "/v1/payment_intents"],
  ["after the payment is made, before its id is kept", "silent_after", "/v1/payment_intents"],
  ["before the charge", "silent_before", "/v1/payment_intents/*"],
  ["after the charge, before it is recorded", "silent_after", "/v1/payment_intents/*"],
] as const;

/** A folder in which one customer has a card and an invoice for each point, made through the product's own actions. */
async function prepared(folder: string, rounds: number) {
  const plumbline = await startPlumbline({ settings: testSettings(folder), skipNotifications: true });
  const { context } = plumbline;
  const advisor = await setUp(context, await makeMember(context, "advisor"));
  await connectPayouts(context, advisor);
  const customer = await setUp(context, await makeMember(context, "customer"));
  await saveCard(context, customer.member, await cardToken(context));
  const engagementId = await makeEngagement(context, { advisor, customer, status: "in_progress" });
  const ids: number[] = [];
  for (let count = points.length * rounds; count > 0; count -= 1)
    ids.push(await makeInvoice(context, { advisor, engagementId, lines: [["Work", 1, 10]] }));
  await plumbline.close();
  return { token: customer.token, ids };
}

const sandboxOf = (url: string, token: string) =>
  fetch(`${url}/api/payment/config`, { headers: { authorization: `Bearer ${token}` } })
    .then((answer) => answer.json() as Promise<{ stripe_js_url: string }>)
    .then(({ stripe_js_url }) => new URL(stripe_js_url).origin);

test(
  "R2 killed at every point between the charge and its record, the next start settles every invoice and charges once",
  async () => {
    const folder = await makeFolder();
    const rounds = sized(20, 1);
    const { token, ids } = await prepared(folder, rounds);
    const call = (url: string, path: string, method = "GET") =>
      fetch(`${url}${path}`, { method, headers: { authorization: `Bearer ${token}` } });
    let process = await start(folder);
    for (let round = 0; round < rounds; round += 1) {
      const sandbox = await sandboxOf(process.url, token);
      const invoices = ids.slice(round * points.length, (round + 1) * points.length);
      const pressed: Promise<unknown>[] = [];
      // Each payment is held at a point of its own when the process is killed.
      for (const [at, [, kind, path]] of points.entries()) {
        const planned = await fetch(`${sandbox}/sandbox/faults`, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ kind, method: "POST", path }),
        });
        expect(planned.status).toBe(200);
        pressed.push(call(process.url, `/api/invoices/${invoices[at]}/accept`, "PATCH").catch(() => null));
        // The fault has happened when the provider has got this far.
        const waiting = async () =>
          ((await (await fetch(`${sandbox}/sandbox/faults`)).json()) as { faults: unknown[] }).faults.length;
        await expect.poll(waiting).toBe(0);
      }
      process.child.kill("SIGKILL");
      expect(await Promise.all(pressed)).toEqual(points.map(() => null));
      await process.ended;
      process = await start(folder);
      const read = async (id: number) =>
        ((await (await call(process.url, readInvoice.path.replace("{id}", String(id)))).json()) as { status: string })
          .status;
      const completed = invoices.map(() => "Completed");
      await expect.poll(() => Promise.all(invoices.map(read)), { timeout: 60_000, interval: 100 }).toEqual(completed);
    }
    const books = (await (await fetch(`${await sandboxOf(process.url, token)}/sandbox/ledger`)).json()) as {
      charges: { amount: number; metadata: { invoice_id: string } }[];
    };
    expect(books.charges.map(({ metadata }) => Number(metadata.invoice_id)).sort((a, b) => a - b)).toEqual(ids);
    expect(books.charges.reduce((sum, { amount }) => sum + amount, 0)).toBe(ids.length * 1000);
  },
  timeoutFor(120_000),
);
