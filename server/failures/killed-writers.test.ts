import { existsSync } from "node:fs";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { makeEngagement } from "../demo/engagements.ts";
import { makeMember, setUp } from "../demo/people.ts";
import { type Database, openEmbedded, openPostgres } from "../platform/database.ts";
import { startEmbedded } from "../platform/embedded.ts";
import { readSettings } from "../platform/settings.ts";
import { startPlumbline } from "../start.ts";
import { type Process, processes } from "../testing/process.ts";
import { hasPostgres, startPostgres } from "../testing/servers.ts";
import { patientFor, sized } from "../testing/size.ts";

// Fifty people write while the process, or PostgreSQL, is killed at a random moment, again and again. What was acknowledged
// is noted here, outside; afterwards the database and the files are compared with it.

const { aFolder, start, after } = processes();
const writers = 50;

type History = { messages: string[]; files: string[]; invoices: number };
type People = { customer: string; advisor: string; advisorId: number; engagementId: number };

async function makePeople(environment: Record<string, string>): Promise<People> {
  const settings = readSettings({ NODE_ENV: "test", PORT: "0", LOG_LEVEL: "error", DEMO: "false", ...environment });
  const plumbline = await startPlumbline({ settings });
  const { house } = plumbline;
  const customer = await setUp(house, await makeMember(house, "customer"));
  const advisor = await setUp(house, await makeMember(house, "advisor"));
  const engagementId = await makeEngagement(house, { advisor, customer, status: "in_progress" });
  await plumbline.close();
  return { customer: customer.token, advisor: advisor.token, advisorId: advisor.id, engagementId };
}

/** Writes until the line breaks; notes what was acknowledged. Refusals of a database that is gone are waited out. */
async function write(at: number, { url }: Process, people: People, history: History, ended: () => boolean) {
  const json = (token: string) => ({ authorization: `Bearer ${token}`, "content-type": "application/json" });
  for (let turn = 0; !ended(); turn += 1) {
    const word = `${at}-${turn}-${Math.random().toString(36).slice(2)}`;
    try {
      if (at % 3 === 0) {
        const form = new FormData();
        form.append("file", new File([word], `${word}.txt`, { type: "text/plain" }));
        const headers = { authorization: `Bearer ${people.customer}` };
        const { status } = await fetch(`${url}/api/messages/file_upload`, { method: "POST", headers, body: form });
        if (status === 201) history.files.push(`${word}.txt`);
        // A member may leave so much unattached, and no more.
        else if (status !== 503) return;
      } else if (at % 3 === 1) {
        const item = { description: word, quantity: 2, unit_price: 10, amount: 20 };
        const body = JSON.stringify({
          invoice: { project_id: people.engagementId, draft: true, items_attributes: [item] },
        });
        const { status } = await fetch(`${url}/api/invoices`, { method: "POST", headers: json(people.advisor), body });
        if (status === 201) history.invoices += 1;
        else if (status !== 503) return;
      } else {
        const body = JSON.stringify({ receiver_id: people.advisorId, message: { body: word } });
        const { status } = await fetch(`${url}/api/messages`, { method: "POST", headers: json(people.customer), body });
        if (status === 201) history.messages.push(word);
        else if (status !== 503) return;
      }
    } catch {
      if (ended()) return;
    }
  }
}

const acknowledged = ({ messages, files, invoices }: History) => messages.length + files.length + invoices;

/** Lets everybody write until some more has been acknowledged, then does `kill` in the middle of it. */
async function round(running: Process, people: People, history: History, kill: () => Promise<unknown>) {
  let ended = false;
  const before = acknowledged(history);
  const enough = before + 20 + Math.floor(Math.random() * 60);
  const all = Array.from({ length: writers }, (_, at) => write(at, running, people, history, () => ended));
  while (acknowledged(history) < enough) await new Promise((later) => setTimeout(later, 5));
  await kill();
  ended = true;
  await Promise.all(all);
}

async function check({ db }: Database, folder: string, history: History) {
  const texts = async (query: ReturnType<typeof sql>) =>
    (await db.execute<{ text: string }>(query)).rows.map(({ text }) => text);
  const messages = await texts(sql`select body as text from messages`);
  expect(history.messages.filter((word) => !messages.includes(word))).toEqual([]);
  const words = messages.filter((body) => /^\d+-\d+-/.test(body));
  expect(new Set(words).size).toBe(words.length);
  const files = await texts(sql`select name as text from files`);
  expect(history.files.filter((name) => !files.includes(name))).toEqual([]);
  const keys = await texts(sql`select key as text from files`);
  expect(keys.filter((key) => !existsSync(join(folder, "files", key)))).toEqual([]);
  const { rows } = await db.execute<{ invoices: number; empty: number }>(sql`
    select count(*)::int as invoices, count(*) filter (where not exists
      (select from invoice_lines where invoice_lines.invoice_id = invoices.id))::int as empty from invoices`);
  expect(rows[0]?.invoices).toBeGreaterThanOrEqual(history.invoices);
  expect(rows[0]?.empty).toBe(0);
}

test(
  "R1 the process is killed under fifty writers, embedded: nothing acknowledged is lost and nothing is half done",
  async () => {
    const DATA_DIR = await aFolder();
    const people = await makePeople({ DATA_DIR });
    const history: History = { messages: [], files: [], invoices: 0 };
    for (let at = 0; at < sized(50, 2); at += 1) {
      const running = await start(DATA_DIR);
      await round(running, people, history, async () => {
        running.child.kill("SIGKILL");
        await running.ended;
      });
    }
    const database = await openEmbedded(startEmbedded(DATA_DIR));
    await check(database, DATA_DIR, history).finally(() => database.close());
  },
  patientFor(120_000),
);

describe.runIf(hasPostgres && process.env["TEST_DATABASE_URL"])("on a PostgreSQL of its own", () => {
  test(
    "R1 the process, PostgreSQL and both are killed under fifty writers: nothing acknowledged is lost, and it serves again by itself",
    async () => {
      const server = await startPostgres();
      after(() => server.close());
      const DATA_DIR = await aFolder();
      const environment = { DATA_DIR, DATABASE_URL: server.url };
      const people = await makePeople(environment);
      const history: History = { messages: [], files: [], invoices: 0 };
      let running = await start(DATA_DIR, environment);
      for (let at = 0; at < sized(150, 3); at += 1) {
        const process = at % 3 !== 1;
        const database = at % 3 !== 0;
        await round(running, people, history, async () => {
          if (database) await server.stop("SIGKILL");
          if (process) {
            running.child.kill("SIGKILL");
            await running.ended;
          }
        });
        if (database) await server.start();
        if (process) running = await start(DATA_DIR, environment);
        else
          while ((await fetch(`${running.url}/readyz`)).status !== 200)
            await new Promise((later) => setTimeout(later, 20));
      }
      const database = await openPostgres(server.url);
      await check(database, DATA_DIR, history).finally(() => database.close());
    },
    patientFor(180_000),
  );
});
