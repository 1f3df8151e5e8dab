import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { currentPreference, matchedAdvisors } from "@plumbline/contract/matching/contract.ts";
import { present } from "@plumbline/contract/present.ts";
import { eq, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import type pg from "pg";
import { pino } from "pino";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Db } from "../../database/database.ts";
import { saveSearch } from "../../demo/matching.ts";
import { makeMember } from "../../demo/people.ts";
import { answerOnboarding, markPayable } from "../../demo/profiles.ts";
import { lastJobRuns, openJobRuns } from "../../outbox/job-runs.ts";
import * as schema from "../../schema.ts";
import { testServer } from "../../testing/plumbline.ts";
import { pageSize } from "./index-store.ts";
import { matchingJobs } from "./jobs.ts";
import { type MatchIndex, openMatchIndex } from "./match-index.ts";
import { matchIndexFiles, matchRows } from "./schema.ts";
import { listingsTopic } from "./topics.ts";

const log: string[] = [];
const server = testServer({ LOG_LEVEL: "info" }, { logTo: { write: (line) => log.push(line) } });
const hour = 3_600_000;

/** The data folder of the processes of one test. */
let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "plumbline-index-"));
});
afterEach(() => rm(folder, { recursive: true }));
const fileOf = () => join(folder, "match-index", "index");

/** Another process's index on the server's database, without jobs, and what it logs. */
function aProcess({
  db = server.context.db,
  at = 0,
  maxWait = 60_000,
}: {
  db?: Db;
  at?: number;
  maxWait?: number;
} = {}) {
  const lines: { msg: string; from?: string; reason?: string }[] = [];
  const clock = { at, now: () => new Date(server.clock.now().getTime() + clock.at) };
  const own = pino({ level: "info" }, { write: (line) => lines.push(JSON.parse(line)) });
  const index = openMatchIndex(
    { ...server.context, settings: { dataDirectory: folder }, db, clock, log: own },
    { maxWait },
  );
  /** Those with an area of expertise, the best first. */
  const finds = async (area: number) =>
    (await index.best({ expertiseAreaIds: [area], industryId: 0, companySizeId: 0, nextSizeIds: [] }, 8)).map(
      ({ id }) => id,
    );
  const from = () => lines.find(({ msg }) => msg === "the match index is ready")?.from;
  const reason = () => lines.find(({ msg }) => msg.startsWith("the file of the match index is not used"))?.reason;
  return { index, clock, finds, from, reason };
}

let area = 1_000_000;
/** An area of expertise of a test's own. */
const freshArea = () => area++;

type RowChange = Partial<Pick<typeof matchRows.$inferInsert, "quality" | "listed" | "changedAt">>;

/** An advisor's row as another process writes it; nobody is told of it. */
async function writeRow(expertiseArea: number, quality: number): Promise<number> {
  const { id } = await makeMember(server.context, "advisor");
  const changedAt = server.clock.now();
  await server.context.db
    .insert(matchRows)
    .values({ memberId: id, listed: true, quality, expertiseAreaIds: [expertiseArea], changedAt });
  return id;
}
const changeRow = (id: number, change: RowChange) =>
  server.context.db
    .update(matchRows)
    .set({ changedAt: server.clock.now(), ...change })
    .where(eq(matchRows.memberId, id));

/** The rows of many advisors, all of one moment, with more digits than a Date has. Returns the highest id. */
async function writeRows(expertiseArea: number, count: number, { listed }: { listed: boolean }): Promise<number> {
  const moment = server.clock.now().toISOString().replace("Z", "123Z");
  const { rows } = await server.context.db.execute<{ id: number }>(sql`
    with made as (
      insert into members (role, email, state)
      select 'advisor', 'one' || n || '.of' || ${expertiseArea}::int || '@example.test', 'active'
      from generate_series(1, ${count}::int) n returning id),
    written as (
      insert into match_rows (member_id, listed, quality, expertise_area_ids, changed_at)
      select id, ${listed}::boolean, 5, array[${expertiseArea}::int], ${moment}::timestamptz
      from made)
    select max(id) as id from made`);
  return present(rows[0]?.id);
}

/** A database whose answers are held back once `reached` has resolved, until `release` is called. */
function heldDatabase() {
  const { promise: reached, resolve: reach } = Promise.withResolvers<void>();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const query = async (...given: Parameters<typeof server.context.database.query>) => {
    const answer = await server.context.database.query(...given);
    reach();
    await released;
    return answer;
  };
  return { db: drizzle({ query } as unknown as pg.Pool, { schema }), reached, release };
}

test("S-06 a server that starts again reads its index from the file that it wrote after its first start", async () => {
  const area = freshArea();
  const advisor = await writeRow(area, 9);
  await server.context.matchIndex.catchUp();
  await server.context.matchIndex.keep();
  server.clock.advance(hour);
  await server.context.matchIndex.keep();
  log.length = 0;
  await server.restart();
  const wanted = { expertiseAreaIds: [area], industryId: 0, companySizeId: 0, nextSizeIds: [] };
  expect((await server.context.matchIndex.best(wanted, 8)).map(({ id }) => id)).toEqual([advisor]);
  expect(log.filter((line) => line.includes("the match index is ready"))).toEqual([
    expect.stringContaining('"from":"file"'),
  ]);
});

test("S-06 what has changed since the file was written is found: new, better, unlisted, and committed late", async () => {
  const area = freshArea();
  const [worse, unlisted, late] = [await writeRow(area, 5), await writeRow(area, 4), await writeRow(area, 3)];
  const first = aProcess();
  expect(await first.finds(area)).toEqual([worse, unlisted, late]);
  await first.index.keep();
  server.clock.advance(5 * 60_000);
  await changeRow(worse, { quality: 1 });
  await changeRow(unlisted, { listed: false });
  const added = await writeRow(area, 8);
  // Nine minutes before the file was written, in a transaction that has committed only now.
  await changeRow(late, { quality: 15, changedAt: new Date(server.clock.now().getTime() - 14 * 60_000) });
  const second = aProcess();
  expect(await second.finds(area)).toEqual([late, added, worse]);
  expect(second.from()).toBe("file");
});

test("S-06 what the running index has not merged yet is in the file as well", async () => {
  const area = freshArea();
  const [changed, gone] = [await writeRow(area, 5), await writeRow(area, 4)];
  const first = aProcess();
  expect(await first.finds(area)).toEqual([changed, gone]);
  await changeRow(changed, { quality: 2 });
  await changeRow(gone, { listed: false });
  await first.index.catchUp();
  server.clock.advance(hour);
  await first.index.catchUp();
  await first.index.keep();
  const second = aProcess();
  expect(await second.finds(area)).toEqual([changed]);
  expect(second.from()).toBe("file");
});

test("S-06 a process that finds a file of a state that its database has not had reads the table", async () => {
  const area = freshArea();
  const advisor = await writeRow(area, 5);
  const first = aProcess();
  await first.index.keep();
  // As after an older backup was restored: the row is another, its moment tells nothing, and the id of the file is not there.
  await changeRow(advisor, { listed: false, changedAt: new Date(server.clock.now().getTime() - 5 * hour) });
  await server.context.db.delete(matchIndexFiles);
  const second = aProcess();
  expect(await second.finds(area)).toEqual([]);
  expect([second.from(), second.reason()]).toEqual(["table", "the database does not know it"]);
});

test.each([
  [25 * hour, "it is older than a day"],
  [-hour, "it is from the future"],
])("S-06 a file that is %i milliseconds old is refused, and the table is read", async (at, reason) => {
  const area = freshArea();
  const advisor = await writeRow(area, 5);
  await aProcess().index.keep();
  await changeRow(advisor, { listed: false, changedAt: new Date(server.clock.now().getTime() - 5 * hour) });
  const second = aProcess({ at });
  expect(await second.finds(area)).toEqual([]);
  expect([second.from(), second.reason()]).toEqual(["table", reason]);
});

test("S-06 a search while the index is read waits for it, and finds what has changed meanwhile", async () => {
  const area = freshArea();
  const advisor = await writeRow(area, 5);
  // Otherwise the page that has them would be read after they have changed.
  expect(await server.context.db.$count(matchRows)).toBeLessThan(pageSize);
  const { db, reached, release } = heldDatabase();
  const process = aProcess({ db });
  const found = process.finds(area);
  await reached;
  const added = await writeRow(area, 9);
  await changeRow(advisor, { quality: 4 });
  server.context.bus.publish(listingsTopic, [advisor, added]);
  // Nobody who does not search waits for the index.
  await process.index.whenUpToDate();
  release();
  expect(await found).toEqual([added, advisor]);
});

test("S-06 after more changes than are worth reading one by one the table is read", async () => {
  const area = freshArea();
  const advisor = await writeRow(area, 5);
  await aProcess().index.keep();
  await writeRows(area, 1000, { listed: false });
  const second = aProcess();
  expect(await second.finds(area)).toEqual([advisor]);
  expect([second.from(), second.reason()]).toEqual(["table", "too much has changed since"]);
  server.clock.advance(hour);
});

test("S-06 more rows than a page has, of one moment, are all read: from the table and as changes", async () => {
  const area = freshArea();
  const first = aProcess();
  expect(await first.finds(area)).toEqual([]);
  const last = await writeRows(area, 2100, { listed: true });
  await changeRow(last, { quality: 6 });
  await first.index.catchUp();
  const ids = await first.finds(area);
  expect([ids.length, ids[0]]).toEqual([8, last]);
  const second = aProcess();
  expect(await second.finds(area)).toEqual(ids);
  expect(second.from()).toBe("table");
  server.clock.advance(hour);
});

test("S-06 R21 a search that would wait longer is 503 with Retry-After, and everything else is answered at once", async () => {
  const customer = await markPayable(
    server.context,
    await answerOnboarding(server.context, await makeMember(server.context, "customer")),
  );
  await saveSearch(server.context, customer, { expertise: ["Pricing"], industry: "Gaming", size: "11–50 people" });
  const { db, release } = heldDatabase();
  const own = server.context.matchIndex;
  const use = (matchIndex: MatchIndex) => Object.assign(server.context, { matchIndex });
  try {
    use(aProcess({ db, maxWait: 1 }).index);
    const refused = await server.call(matchedAdvisors, {}, customer.token);
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "5"]);
    expect((await server.call(currentPreference, {}, customer.token)).status).toBe(200);
    release();
    await server.context.matchIndex.whenReady();
    expect((await server.call(matchedAdvisors, {}, customer.token)).status).toBe(200);
  } finally {
    release();
    use(own);
  }
});

test("S-06 after its clock was set back a process finds all changes at its next catch-up", async () => {
  const area = freshArea();
  const advisor = await writeRow(area, 5);
  const process = aProcess({ at: 5 * hour });
  expect(await process.finds(area)).toEqual([advisor]);
  process.clock.at = 0;
  const added = await writeRow(area, 4);
  await process.index.catchUp();
  expect(await process.finds(area)).toEqual([advisor, added]);
});

test("S-06 an index that could not be read is read at the next search", async () => {
  const area = freshArea();
  const advisor = await writeRow(area, 5);
  let failures = 1;
  const query = async (...given: Parameters<typeof server.context.database.query>) => {
    if (failures-- > 0) throw new Error("the database is gone");
    return server.context.database.query(...given);
  };
  const process = aProcess({ db: drizzle({ query } as unknown as pg.Pool, { schema }) });
  await expect(process.finds(area)).rejects.toThrow();
  expect(await process.finds(area)).toEqual([advisor]);
});

test("S-06 the file is written again after half an hour and not before, and ids of files older than a day are forgotten", async () => {
  const { db } = server.context;
  await db.delete(matchIndexFiles);
  const { index } = aProcess();
  await Promise.all([index.keep(), index.keep()]);
  const first = await readFile(fileOf());
  server.clock.advance(hour / 2 - 60_000);
  await index.keep();
  await aProcess().index.keep();
  expect(await readFile(fileOf())).toEqual(first);
  server.clock.advance(2 * 60_000);
  await index.catchUp();
  await index.keep();
  expect(await readFile(fileOf())).not.toEqual(first);
  expect(await db.$count(matchIndexFiles)).toBe(2);
  server.clock.advance(24 * hour);
  await index.catchUp();
  await index.keep();
  expect(await db.$count(matchIndexFiles)).toBe(1);
});

test("S-06 writing the file removes what a killed process has left beside it", async () => {
  const { index } = aProcess();
  await index.keep();
  const abandoned = `${fileOf()}.abandoned`;
  await writeFile(abandoned, "half of it");
  const then = new Date(server.clock.now().getTime() - 2 * hour);
  await utimes(abandoned, then, then);
  server.clock.advance(hour);
  await index.keep();
  expect(await readdir(join(folder, "match-index"))).toEqual(["index"]);
});

test("S-06 match rows are refreshed once an hour, however often a process starts, and again after a failure", async () => {
  const job = present(matchingJobs.find(({ name }) => name === "refresh match rows"));
  const area = freshArea();
  const advisor = await writeRow(area, 5);
  const outdated = async () => {
    // An account that was never set up is listed by its row alone.
    await changeRow(advisor, { listed: true });
    await server.context.db.execute(sql`update members set profile_setup = true where id = ${advisor}`);
  };
  const isListed = async () =>
    (await server.context.db.query.matchRows.findFirst({ where: eq(matchRows.memberId, advisor) }))?.listed;
  const refreshes = async () => {
    await outdated();
    await job.run(server.context);
    return !(await isListed());
  };
  const record = openJobRuns(server.context.db);
  const { name } = job;
  // The slice of the hour has the advisor's id.
  const now = server.clock.now();
  const toHour = (advisor % 24) - now.getUTCHours();
  // Its beginning, so that it does not end during the following steps.
  server.clock.advance(((toHour + 24) % 24) * hour + 48 * hour - (now.getTime() % hour));
  expect((await lastJobRuns(server.context.db)).has(name)).toBe(true);
  expect(await refreshes()).toBe(true);
  await record({ name, startedAt: server.clock.now(), tookMs: 1 });
  expect(await refreshes()).toBe(false);
  await record({ name, startedAt: server.clock.now(), tookMs: 1, error: new Error("killed") });
  expect(await refreshes()).toBe(true);
  await record({ name, startedAt: new Date(server.clock.now().getTime() - hour), tookMs: 1 });
  expect(await refreshes()).toBe(true);

  // After the index is ready, which keeps searches waiting.
  let waited = false;
  const whenReady = async () => {
    await outdated();
    waited = true;
  };
  await job.run({ ...server.context, matchIndex: { ...server.context.matchIndex, whenReady } });
  expect([waited, await isListed()]).toEqual([true, false]);
});
