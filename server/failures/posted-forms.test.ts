import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeMember, type Person, setUp } from "../demo/people.ts";
import { unsubscribeFrom } from "../features/notifications/unsubscribe.ts";
import { mountPages } from "../pages/pages.ts";
import { type Plumbline, startPlumbline } from "../start.ts";
import { interruptibleDatabase } from "../testing/database-to-cut.ts";
import { testSettings } from "../testing/plumbline.ts";

// The forms that a browser posts without scripts, while the database is down.

let plumbline: Plumbline;
const written: string[] = [];
let member: Person;
let cut: () => void;
let restore: () => void;
const undo: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), "plumbline-forms-"));
  undo.push(() => rm(folder, { recursive: true, force: true }));
  const cuttable = await interruptibleDatabase();
  undo.push(cuttable.close);
  ({ cut, restore } = cuttable);
  plumbline = await startPlumbline({
    // With rate limits, which query the database first.
    settings: testSettings(folder, { RATE_LIMIT: "on", LOG_LEVEL: "info" }),
    logTo: { write: (line) => void written.push(line) },
    database: cuttable.database,
    ephemeral: true,
    web: (app, context) => mountPages(app, context),
  });
  undo.push(() => plumbline.close());
  member = await setUp(plumbline.context, await makeMember(plumbline.context, "customer"));
  // The tests count e-mails.
  await plumbline.settle();
});
afterAll(async () => {
  for (const each of undo.reverse()) await each();
});

const sentence = "We cannot do this at this moment. Please try again in a few seconds.";

async function post(path: string, fields: Record<string, string>) {
  const answer = await fetch(plumbline.url + path, {
    method: "POST",
    redirect: "manual",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams(fields),
  });
  return { status: answer.status, retryAfter: answer.headers.get("retry-after"), page: await answer.text() };
}
async function duringAnOutage(path: string, fields: Record<string, string>) {
  cut();
  const answer = await post(path, fields).finally(restore);
  expect(answer).toMatchObject({ status: 503, retryAfter: expect.stringMatching(/^\d+$/) });
  // The sentence says what to do; the JSON for scripts is not shown to people.
  expect(answer.page.replace(/<(script|template)[\s\S]*?<\/\1>/g, "")).toContain(sentence);
  return answer.page;
}
const count = async (table: "subscribers" | "mails") => {
  const { rows } = await plumbline.context.db.execute<{ count: number }>(
    sql`select count(*)::int as count from ${sql.identifier(table)}`,
  );
  return rows[0]?.count;
};

test("W-01 a form that another site has posted changes nothing, and is a refusal in the log and no error", async () => {
  const fields = { firstname: "Eve", lastname: "Else", email: "eve@elsewhere.example", message: "Hello" };
  const before = await count("mails");
  const since = written.length;
  for (const origin of ["https://evil.example", "null", `${plumbline.url}.evil.example`, "no address"]) {
    const posted = { method: "POST", headers: { origin }, body: new URLSearchParams(fields) };
    const { status } = await fetch(`${plumbline.url}/contact`, posted);
    expect([origin, status]).toEqual([origin, 400]);
  }
  expect(await count("mails")).toBe(before);
  const lines = written.slice(since).map((line) => JSON.parse(line) as { level: number; msg: string });
  expect(lines.filter(({ level }) => level > 30)).toEqual([]);
  expect(lines.filter(({ msg }) => msg === "a page refused a request")).toHaveLength(4);
});

test("R21 the contact form keeps its fields and is sent with the next attempt", async () => {
  const fields = {
    firstname: "Priya",
    lastname: "Raman",
    email: "priya@writes.example",
    message: "A long letter\nin two lines",
  };
  const before = await count("mails");
  const page = await duringAnOutage("/contact", fields);
  for (const field of ["firstname", "lastname", "email"] as const)
    expect(page).toMatch(new RegExp(`<input[^>]*name="${field}"[^>]*value="${fields[field]}"`));
  expect(page).toContain(`${fields.message}</textarea>`);
  expect(await count("mails")).toBe(before);
  expect((await post("/contact", fields)).status).toBe(303);
});

test("R21 the newsletter's form keeps name and address and is sent with the next attempt", async () => {
  const fields = { name: "Priya Raman", email: "priya@reads.example" };
  const page = await duringAnOutage("/newsletter", fields);
  for (const [field, value] of Object.entries(fields))
    expect(page).toMatch(new RegExp(`<input[^>]*name="${field}"[^>]*value="${value}"`));
  expect((await post("/newsletter", fields)).status).toBe(303);
});

test("R21 the button of an unsubscribe link says that nothing was changed yet, and works with the next attempt", async () => {
  const path = new URL(unsubscribeFrom(plumbline.context, member.id, "reviews").url).pathname;
  const page = await duringAnOutage(path, {});
  expect(page).toMatch(new RegExp(`href="${path}"[^>]*>Try again<`));
  expect((await post(path, {})).status).toBe(303);
});

test("W-01 the button of a link that was cut or made up leads back to its page, whatever characters the link has", async () => {
  for (const token of ["%00", "%E2%82%AC"]) {
    const answer = await fetch(`${plumbline.url}/unsubscribe/${token}`, {
      method: "POST",
      redirect: "manual",
      body: new URLSearchParams(),
    });
    const back = new URL(answer.headers.get("location") ?? "", plumbline.url);
    expect([token, answer.status, back.href.toLowerCase()]).toEqual([
      token,
      303,
      `${plumbline.url}/unsubscribe/${token}`.toLowerCase(),
    ]);
  }
});
