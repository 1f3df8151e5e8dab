import { mkdir, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { expect, test } from "vitest";
import { processes } from "../testing/process.ts";

// Real processes on a real folder: what a kill at any moment, a second start and a full stop leave behind.

const { aFolder, start, after } = processes();

const apply = (url: string, email: string, classification: number) =>
  fetch(`${url}/api/advisors`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      advisor: { email },
      advisor_profile: {
        name: "Owen Price",
        linkedin_profile_url: "https://linkedin.example/owen",
        based_in_uk: "true",
        classification_type_id: classification,
        advisory_experience: "Two exits.",
        origin: "",
      },
    }),
  }).catch(() => null);

async function classificationOf(url: string): Promise<number> {
  const tables = (await (await fetch(`${url}/api/data/get_advisor_datatables`)).json()) as {
    classification_types: { id: number }[];
  };
  return tables.classification_types[0]?.id as number;
}

/** Asks the mailbox until the address has mail; the test's time-out is the limit. */
async function mailFor(url: string, email: string): Promise<{ subject: string }[]> {
  for (;;) {
    const { entries } = (await (await fetch(`${url}/mailbox/messages?to=${encodeURIComponent(email)}`)).json()) as {
      entries: { subject: string }[];
    };
    if (entries.length > 0) return entries;
    await new Promise((later) => setTimeout(later, 50));
  }
}

test("A-09 killed in the middle of its work, it loses nothing that it acknowledged, and the e-mails still leave, once each", async () => {
  const folder = await aFolder();
  const first = await start(folder);
  const classification = await classificationOf(first.url);
  const acknowledged: string[] = [];
  const storm = Array.from({ length: 40 }, async (_, number) => {
    const email = `applicant.${number}@example.test`;
    const answer = await apply(first.url, email, classification);
    if (answer?.status === 201) acknowledged.push(email);
    if (acknowledged.length === 12) first.child.kill("SIGKILL");
  });
  await Promise.all(storm);
  await first.ended;
  expect(acknowledged.length).toBeGreaterThanOrEqual(12);

  const second = await start(folder);
  for (const email of acknowledged) {
    const mails = await mailFor(second.url, email);
    expect(mails.map(({ subject }) => subject)).toContain("Please verify your e-mail");
  }
}, 60_000);

test("A-09 a second process on the same folder is refused with a sentence that says what to do, and the first goes on", async () => {
  const folder = await aFolder();
  const first = await start(folder);
  const second = await start(folder);
  expect(await second.ended).toBe(1);
  expect(second.errors()).toMatch(
    /Another Plumbline is using .*Stop it first, or give this one its own folder with DATA_DIR/,
  );
  expect((await fetch(`${first.url}/readyz`)).status).toBe(200);
}, 60_000);

/** Opens a line and says `words`, as somebody who then goes quiet. */
function goQuiet(url: string, words: string): Promise<void> {
  const line = connect(Number(new URL(url).port), "127.0.0.1");
  line.on("error", () => {});
  after(async () => void line.destroy());
  return new Promise((said) => line.once("connect", () => line.write(words, () => said())));
}

test("A-09 asked to stop, it ends by itself with exit code 0 and frees its folder, whoever has gone quiet on it", async () => {
  const folder = await aFolder();
  const first = await start(folder);
  await goQuiet(first.url, "");
  await goQuiet(first.url, "POST /api/advisors HTTP/1.1\r\nHost: plumbline\r\nContent-Length: 9\r\n\r\n{");
  first.child.kill("SIGTERM");
  expect(await first.ended).toBe(0);
  const second = await start(folder);
  expect((await fetch(`${second.url}/readyz`)).status).toBe(200);
}, 60_000);

test("A-09 a database that was killed while it was made is made again", async () => {
  const folder = await aFolder();
  await mkdir(join(folder, "database"));
  await writeFile(join(folder, "database", "PG_VERSION"), "half of a database");
  await writeFile(join(folder, "database.unfinished"), "");
  const { url } = await start(folder);
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
});
