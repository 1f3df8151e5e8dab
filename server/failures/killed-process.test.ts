import { mkdir, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { expect, test } from "vitest";
import { atNight } from "../../tools/nightly.ts";
import { hasMembers } from "../auth/members.ts";
import { openEmbedded } from "../database/database.ts";
import { startEmbedded } from "../database/embedded/embedded.ts";
import { applicantsAt } from "../testing/applicants.ts";
import { processes } from "../testing/process.ts";

// Real processes in a real folder: the state after a kill at any moment, a second start and an orderly stop.

const { makeFolder, start, after } = processes();

/** Polls the mailbox until the address has mail; the test's timeout is the limit. */
async function mailFor(url: string, email: string): Promise<{ subject: string }[]> {
  for (;;) {
    const { entries } = (await (await fetch(`${url}/mailbox/messages?to=${encodeURIComponent(email)}`)).json()) as {
      entries: { subject: string }[];
    };
    if (entries.length > 0) return entries;
    await new Promise((later) => setTimeout(later, 50));
  }
}

test("R1 A-09 killed in the middle of its work, it loses nothing acknowledged, and e-mails are still sent, each once", async () => {
  const folder = await makeFolder();
  const first = await start(folder);
  const { apply } = await applicantsAt(first.url);
  const acknowledged: string[] = [];
  const storm = Array.from({ length: 40 }, async (_, number) => {
    const email = `applicant.${number}@example.test`;
    const answer = await apply(email).catch(() => null);
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
});

/** Opens the embedded database of a folder as a start does, and queries it. */
async function openAndClose(folder: string): Promise<void> {
  const database = await openEmbedded(startEmbedded(folder));
  expect(await hasMembers(database.db)).toBe(false);
  await database.close();
}

/** Opens a connection, sends `words`, and then stays idle. */
function openIdleConnection(url: string, words: string): Promise<void> {
  const line = connect(Number(new URL(url).port), "127.0.0.1");
  line.on("error", () => {});
  after(async () => void line.destroy());
  return new Promise((said) => line.once("connect", () => line.write(words, () => said())));
}

test.runIf(atNight)(
  "R1 a second process on the same folder is refused with a sentence that says what to do; asked to stop, the first exits with code 0 and releases the folder, even with idle connections",
  async () => {
    const folder = await makeFolder();
    const first = await start(folder);
    const second = await start(folder);
    expect(await second.ended).toBe(1);
    expect(second.errors()).toMatch(
      /Another Plumbline is using .*Stop it first, or give this one its own folder with DATA_DIR/,
    );
    expect((await fetch(`${first.url}/readyz`)).status).toBe(200);
    await openIdleConnection(first.url, "");
    await openIdleConnection(first.url, "POST /api/advisors HTTP/1.1\r\nHost: plumbline\r\nContent-Length: 9\r\n\r\n{");
    first.child.kill("SIGTERM");
    expect(await first.ended).toBe(0);
    await openAndClose(folder);
  },
);

test("R1 a database that was killed during its creation is created again", async () => {
  const folder = await makeFolder();
  await mkdir(join(folder, "database"));
  await writeFile(join(folder, "database", "PG_VERSION"), "half of a database");
  await writeFile(join(folder, "database.unfinished"), "");
  await openAndClose(folder);
});
