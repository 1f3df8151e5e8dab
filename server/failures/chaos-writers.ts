import { randomUUID } from "node:crypto";
import { addDays, dayInLondon } from "@plumbline/contract/dates.ts";
import { asRecord } from "@plumbline/contract/records.ts";
import { makeEngagement } from "../demo/engagements.ts";
import { cardToken, connectPayouts, payMembership } from "../demo/membership.ts";
import { choices, makeMember, type Person, setUp } from "../demo/people.ts";
import { completeAdvisor } from "../demo/profiles.ts";
import { saveCard } from "../features/membership/card.ts";
import type { Plumbline } from "../start.ts";

// The people of the chaos run: they write all the time, send again what got no answer, and record what was acknowledged.

/** A customer and an advisor who work together and talk in one conversation. */
export type Pair = { customer: Person; advisor: Person; engagementId: number; theme: number };

export async function makePair({ context }: Plumbline): Promise<Pair> {
  const advisor = await connectPayouts(context, await completeAdvisor(context, await makeMember(context, "advisor")));
  const customer = await setUp(context, await payMembership(context, await makeMember(context, "customer")));
  await saveCard(context, customer.member, await cardToken(context));
  const engagementId = await makeEngagement(context, { advisor, customer, status: "in_progress" });
  return { customer, advisor, engagementId, theme: (await choices(context.db))("expertise_areas") };
}

/** What was acknowledged, in the order of the acknowledgements of each writer. */
export type Record = {
  /** The texts of each writer's messages, by the writer's token. */
  messages: Map<string, string[]>;
  proposals: string[];
  invoicesPaid: number[];
  /** The messages that carry files. */
  fileMessages: string[];
  /** By the token of who uploaded it. */
  files: { token: string; id: number; name: string; content: string }[];
  /** Calls without an answer, or with a 5xx, that were sent again. */
  sentAgain: number;
  /** Calls that were refused: none should be. */
  refused: string[];
  /** When each kind was last acknowledged, in milliseconds of `performance.now()`. */
  last: { message: number; proposal: number; payment: number; file: number };
};

export const emptyRecord = (): Record => ({
  messages: new Map(),
  proposals: [],
  invoicesPaid: [],
  fileMessages: [],
  files: [],
  sentAgain: 0,
  refused: [],
  last: { message: 0, proposal: 0, payment: 0, file: 0 },
});

/** What every writer is given; `pause` resolves when it should write again. */
type Writing = { record: Record; ended: () => boolean; pause: () => Promise<void> };

/** The pauses between two writes, which `hurry` ends for all writers, so that no pause is measured after a fault. */
export function openPace() {
  const waiting = new Set<() => void>();
  return {
    pause: (milliseconds: number) =>
      new Promise<void>((resolve) => {
        const end = () => {
          clearTimeout(timer);
          waiting.delete(end);
          resolve();
        };
        const timer = setTimeout(end, milliseconds);
        waiting.add(end);
      }),
    hurry: () => {
      for (const end of [...waiting]) end();
    },
  };
}

/** Sends a call until it is answered by something else than a 5xx; null when it is refused or the run has ended. */
async function insist(
  record: Record,
  ended: () => boolean,
  url: string,
  { method, token, body, key }: { method: string; token: string; body?: object; key?: string },
): Promise<object | null> {
  const isJson = body && !(body instanceof FormData);
  while (!ended()) {
    const answer = await fetch(url, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(isJson && { "content-type": "application/json" }),
        ...(key && { "idempotency-key": key }),
      },
      ...(body && { body: body instanceof FormData ? body : JSON.stringify(body) }),
      signal: AbortSignal.timeout(10_000),
    }).catch(() => null);
    const text = await answer?.text().catch(() => null);
    if (answer?.ok && text) return JSON.parse(text);
    // 409 says that the same call is still being done.
    if (answer && text && answer.status < 500 && answer.status !== 409) {
      record.refused.push(`${method} ${new URL(url).pathname}: ${answer.status} ${text.slice(0, 200)}`);
      return null;
    }
    record.sentAgain += 1;
    await new Promise((later) => setTimeout(later, 50 + Math.random() * 100));
  }
  return null;
}

/** Writes messages from one member of the pair to the other. */
export async function writeMessages(
  url: string,
  { customer, advisor }: Pair,
  from: "customer" | "advisor",
  { record, ended, pause }: Writing,
) {
  const [sender, receiver] = from === "customer" ? [customer, advisor] : [advisor, customer];
  const acknowledged: string[] = [];
  record.messages.set(sender.token, acknowledged);
  for (let turn = 0; !ended(); turn += 1) {
    const text = `${from} ${sender.id} ${turn}`;
    const body = { receiver_id: receiver.id, message: { body: text, client_id: randomUUID() } };
    if (!(await insist(record, ended, `${url}/api/messages`, { method: "POST", token: sender.token, body }))) continue;
    acknowledged.push(text);
    record.last.message = performance.now();
    await pause();
  }
}

export async function propose(url: string, { customer, advisor, theme }: Pair, { record, ended, pause }: Writing) {
  const today = dayInLondon(new Date());
  for (let turn = 0; !ended(); turn += 1) {
    const name = `Proposal ${advisor.id} ${turn}`;
    const body = {
      customer_id: customer.id,
      name,
      theme,
      description: "Monthly close in five days.",
      start_date: today,
      end_date: addDays(today, 30),
      payment_type: "daily",
      payment_cost: 500,
      payment_span: 10,
    };
    const call = { method: "POST", token: advisor.token, body, key: randomUUID() };
    if (!(await insist(record, ended, `${url}/api/projects`, call))) continue;
    record.proposals.push(name);
    record.last.proposal = performance.now();
    await pause();
  }
}

/** The advisor raises invoices of ten pounds, and the customer pays each. */
export async function invoiceAndPay(
  url: string,
  { customer, advisor, engagementId }: Pair,
  { record, ended, pause }: Writing,
) {
  for (let turn = 0; !ended(); turn += 1) {
    const items = [{ description: `Work ${advisor.id} ${turn}`, quantity: 1, unit_price: 10 }];
    const body = { project_id: engagementId, draft: false, items_attributes: items };
    const raise = { method: "POST", token: advisor.token, body, key: randomUUID() };
    const raised = await insist(record, ended, `${url}/api/invoices`, raise);
    if (!raised) continue;
    const invoiceId = Number(asRecord(raised)["id"]);
    const pay = { method: "PATCH", token: customer.token, key: randomUUID() };
    const paid = await insist(record, ended, `${url}/api/invoices/${invoiceId}/accept`, pay);
    if (!paid) continue;
    record.invoicesPaid.push(invoiceId);
    record.last.payment = performance.now();
    await pause();
  }
}

/** The customer uploads small files and sends each to the advisor in a message, which is what keeps it. */
export async function sendFiles(url: string, { customer, advisor }: Pair, { record, ended, pause }: Writing) {
  const { token } = customer;
  for (let turn = 0; !ended(); turn += 1) {
    const name = `file ${customer.id} ${turn}.txt`;
    const content = `${name} ${randomUUID()}\n`.repeat(1 + (turn % 200));
    const body = new FormData();
    body.append("file", new File([content], name, { type: "text/plain" }));
    const upload = { method: "POST", token, body, key: randomUUID() };
    const kept = await insist(record, ended, `${url}/api/messages/file_upload`, upload);
    if (!kept) continue;
    const id = Number(asRecord(kept)["id"]);
    record.files.push({ token, id, name, content });
    const text = `With ${name}`;
    const message = { body: text, attachment_ids: [id], client_id: randomUUID() };
    const send = { method: "POST", token, body: { receiver_id: advisor.id, message } };
    if (!(await insist(record, ended, `${url}/api/messages`, send))) continue;
    record.fileMessages.push(text);
    record.last.file = performance.now();
    await pause();
  }
}

/** The names of those acknowledged files that their owners cannot download any more with the bytes that they sent. */
export async function lostFiles(url: string, files: Record["files"]): Promise<string[]> {
  const lost: string[] = [];
  const waiting = files.values();
  const compare = async () => {
    for (const { token, id, name, content } of waiting) {
      const headers = { authorization: `Bearer ${token}` };
      const answer = await fetch(`${url}/api/files/addresses?ids=${id}`, { headers });
      const found: unknown = answer.ok ? await answer.json() : [];
      const address = Array.isArray(found) && found.length === 1 ? asRecord(found[0])["file"] : null;
      const served = typeof address === "string" ? await fetch(new URL(address, url)) : null;
      if (!served?.ok || (await served.text()) !== content) lost.push(name);
    }
  };
  await Promise.all(Array.from({ length: 8 }, compare));
  return lost;
}
