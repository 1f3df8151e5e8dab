import { existsSync } from "node:fs";
import { join } from "node:path";
import { addDays, dayInLondon } from "@plumbline/contract/dates.ts";
import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { atNight } from "../../tools/nightly.ts";
import { type Database, openEmbedded, openPostgres } from "../database/database.ts";
import { startEmbedded } from "../database/embedded/embedded.ts";
import { makeEngagement } from "../demo/engagements.ts";
import { choices, makeMember, setUp } from "../demo/people.ts";
import { readSettings } from "../settings.ts";
import { startPlumbline } from "../start.ts";
import { type Process, processes } from "../testing/process.ts";
import { hasPostgres, startPostgres } from "../testing/servers.ts";
import { fullSize, sized, timeoutFor } from "../testing/size.ts";

// Fifty people write while the process or PostgreSQL is killed at random moments. Acknowledged writes are recorded in
// the test; afterwards the database and the files are compared with the record.

const { makeFolder, start, after } = processes();
const writers = 50;

type History = { messages: string[]; files: string[]; invoices: number; engagements: string[]; reviews: string[] };
const nothing = (): History => ({ messages: [], files: [], invoices: 0, engagements: [], reviews: [] });
/** `completed` are engagements without a review; `proposal` is a proposal's body without its name. */
type People = {
  customer: string;
  advisor: string;
  advisorId: number;
  engagementId: number;
  completed: number[];
  proposal: object;
};

async function makePeople(reviews: number, environment: Record<string, string>): Promise<People> {
  const settings = readSettings({ NODE_ENV: "test", PORT: "0", LOG_LEVEL: "error", DEMO: "false", ...environment });
  const plumbline = await startPlumbline({ settings });
  const { context } = plumbline;
  const customer = await setUp(context, await makeMember(context, "customer"));
  const advisor = await setUp(context, await makeMember(context, "advisor"));
  const engagementId = await makeEngagement(context, { advisor, customer, status: "in_progress" });
  const completed: number[] = [];
  while (completed.length < reviews)
    completed.push(await makeEngagement(context, { advisor, customer, status: "completed" }));
  const today = dayInLondon(context.clock.now());
  const proposal = {
    customer_id: customer.id,
    theme: (await choices(context.db))("expertise_areas"),
    description: "Monthly close in five days.",
    start_date: today,
    end_date: addDays(today, 30),
    payment_type: "daily",
    payment_cost: 500,
    payment_span: 10,
  };
  await plumbline.close();
  return {
    customer: customer.token,
    advisor: advisor.token,
    advisorId: advisor.id,
    engagementId,
    completed,
    proposal,
  };
}

/**
 * Writes until the connection breaks and records what was acknowledged. Refusals while the database is down are
 * retried.
 */
async function write(at: number, { url }: Process, people: People, history: History, ended: () => boolean) {
  const post = (path: string, token: string, body: object) =>
    fetch(url + path, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  for (let turn = 0; !ended(); turn += 1) {
    const word = `${at}-${turn}-${Math.random().toString(36).slice(2)}`;
    try {
      if (at % 5 === 0) {
        const form = new FormData();
        form.append("file", new File([word], `${word}.txt`, { type: "text/plain" }));
        const headers = { authorization: `Bearer ${people.customer}` };
        const { status } = await fetch(`${url}/api/messages/file_upload`, { method: "POST", headers, body: form });
        if (status === 201) history.files.push(`${word}.txt`);
        // A member may leave so much unattached, and no more.
        else if (status !== 503) return;
      } else if (at % 5 === 1) {
        const items = [1, 2].map((quantity) => ({ description: word, quantity, unit_price: 10 }));
        const invoice = { project_id: people.engagementId, draft: true, items_attributes: items };
        const { status } = await post("/api/invoices", people.advisor, invoice);
        if (status === 201) history.invoices += 1;
        else if (status !== 503) return;
      } else if (at % 5 === 2) {
        const { status } = await post("/api/projects", people.advisor, { ...people.proposal, name: word });
        if (status === 201) history.engagements.push(word);
        else if (status !== 503) return;
      } else if (at % 5 === 3 && people.completed.length > 0) {
        const id = people.completed.pop() as number;
        const review = { rating: 4, rating_chosen: true, body: word, project_id: id };
        const { status } = await post("/api/reviews", people.customer, review);
        if (status === 201) history.reviews.push(word);
        else if (status !== 503) return;
      } else {
        const message = { receiver_id: people.advisorId, message: { body: word } };
        const { status } = await post("/api/messages", people.customer, message);
        if (status === 201) history.messages.push(word);
        else if (status !== 503) return;
      }
    } catch {
      if (ended()) return;
    }
  }
}

const acknowledged = ({ messages, files, invoices, engagements, reviews }: History) =>
  messages.length + files.length + invoices + engagements.length + reviews.length;

/** At least one of each kind, because a writer that is always refused would prove nothing. */
const everyKind = (history: History) =>
  history.invoices > 0 &&
  [history.messages, history.files, history.engagements, history.reviews].every(({ length }) => length > 0);

/** Lets everybody write until more has been acknowledged, then calls `kill` meanwhile. */
async function round(running: Process, people: People, history: History, kill: () => Promise<unknown>) {
  let ended = false;
  const before = acknowledged(history);
  const enough = before + 20 + Math.floor(Math.random() * 60);
  const all = Array.from({ length: writers }, (_, at) => write(at, running, people, history, () => ended));
  while (acknowledged(history) < enough || !everyKind(history)) await new Promise((later) => setTimeout(later, 5));
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
  const { rows } = await db.execute<{ invoices: number }>(sql`select count(*)::int as invoices from invoices`);
  expect(rows[0]?.invoices).toBeGreaterThanOrEqual(history.invoices);
  expect(await texts(halfInvoices)).toEqual([]);
  const names = await texts(sql`select name as text from engagements`);
  expect(history.engagements.filter((word) => !names.includes(word))).toEqual([]);
  expect(await texts(halfEngagements)).toEqual([]);
  const reviews = await texts(sql`select body as text from reviews`);
  expect(history.reviews.filter((word) => !reviews.includes(word))).toEqual([]);
  expect(await texts(halfReviews)).toEqual([]);
}

/** Invoices whose total is not the sum of their two lines. */
const halfInvoices = sql`
  select invoices.id::text as text from invoices left join invoice_lines on invoice_lines.invoice_id = invoices.id
  group by invoices.id
  having count(invoice_lines.position) <> 2 or total_pence <> sum(amount_pence) or total_pence <> 3000`;
/**
 * Engagements without exactly one message about their start in the conversation, and such messages without an
 * engagement.
 */
const halfEngagements = sql`
  select coalesce(engagements.id, events.subject_id)::text as text from engagements full join
    (select * from events where subject = 'engagement' and kind = 'engagement.proposed') events
    on events.subject_id = engagements.id
  group by 1 having count(engagements.id) <> 1 or count(events.id) <> 1`;
/** The same for reviews. */
const halfReviews = sql`
  select coalesce(reviews.engagement_id, events.subject_id)::text as text from reviews full join
    (select * from events where subject = 'engagement' and kind = 'engagement.reviewed') events
    on events.subject_id = reviews.engagement_id
  group by 1 having count(reviews.id) <> 1 or count(events.id) <> 1`;

async function readyOn(starting: Process | Promise<Process>): Promise<Process> {
  const running = await starting;
  while ((await fetch(`${running.url}/readyz`)).status !== 200) await new Promise((later) => setTimeout(later, 20));
  return running;
}

/** The time from a start to the first ready response, in milliseconds. */
const readyAgain: number[] = [];
async function timed<T>(come: () => Promise<T>): Promise<T> {
  const since = performance.now();
  const what = await come();
  readyAgain.push(performance.now() - since);
  return what;
}
function expectReadySoon() {
  const sorted = readyAgain.splice(0).sort((one, other) => one - other);
  const p99 = sorted[Math.ceil(sorted.length * 0.99) - 1] as number;
  if (!fullSize) return;
  console.info(`ready again, ${sorted.length} times: p99 ${Math.round(p99)} ms`);
  expect(p99).toBeLessThanOrEqual(3000);
}

test.runIf(atNight && !process.env["TEST_DATABASE_URL"])(
  "R1 the process is killed while fifty people write, embedded: nothing acknowledged is lost and nothing is half done",
  async () => {
    const DATA_DIR = await makeFolder();
    const rounds = sized(50, 2);
    const people = await makePeople(rounds * 8, { DATA_DIR });
    const history = nothing();
    for (let at = 0; at < rounds; at += 1) {
      const running = await timed(() => readyOn(start(DATA_DIR)));
      await round(running, people, history, async () => {
        running.child.kill("SIGKILL");
        await running.ended;
      });
    }
    const database = await openEmbedded(startEmbedded(DATA_DIR));
    await check(database, DATA_DIR, history).finally(() => database.close());
    expectReadySoon();
  },
  timeoutFor(240_000),
);

describe.runIf(hasPostgres && process.env["TEST_DATABASE_URL"])("on a PostgreSQL of its own", () => {
  test.runIf(atNight)(
    "R1 the process, PostgreSQL and both are killed while fifty people write: nothing acknowledged is lost, and it recovers by itself",
    async () => {
      const server = await startPostgres();
      after(() => server.close());
      const DATA_DIR = await makeFolder();
      const environment = { DATA_DIR, DATABASE_URL: server.url };
      const rounds = sized(150, 3);
      const people = await makePeople(rounds * 8, environment);
      const history = nothing();
      let running = await start(DATA_DIR, environment);
      for (let at = 0; at < rounds; at += 1) {
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
        running = await timed(() => readyOn(process ? start(DATA_DIR, environment) : running));
      }
      const database = await openPostgres(server.url);
      await check(database, DATA_DIR, history).finally(() => database.close());
      expectReadySoon();
    },
    timeoutFor(180_000),
  );
});
