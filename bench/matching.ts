import { mkdtemp, rm } from "node:fs/promises";
import { Agent } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  compareRanked,
  expertisePoints,
  maxShown,
  neighbours,
  pointsOf,
  type Ranked,
  type SearchCriteria,
  scoreOf,
  weights,
} from "@plumbline/contract/matching/rules.ts";
import { present } from "@plumbline/contract/present.ts";
import pg from "pg";
import { startSession } from "../server/auth/members.ts";
import { openPostgres } from "../server/database/database.ts";
import { seedReference } from "../server/features/reference/store.ts";
import { ask, fourAtATime, quantile, untilIdle } from "./parts/asking.ts";
import { ownDatabase } from "./parts/database.ts";
import { advisors, type Lists, listsOf, loadAdvisors, type Search, searches } from "./parts/many-advisors.ts";
import { median, serverEnvironment, startProgram } from "./parts/process.ts";

// GET /api/searches/get_advisors among ten thousand and among a million advisors (or as many as the argument says),
// with 400 preferences in turn, four at a time; against a query that sorts what a GIN index finds; and against a plain
// scan. Then what a start costs that reads the table, and one that reads the file of the index.

const large = Number(process.argv[2] ?? 1_000_000);
const small = Math.min(10_000, large);
const customers = 400;
const rounds = 5;

const few = await measure(small);
const many = await measure(large, true);
const flat = many.p99 / few.p99;
console.log(`p99 among ${large}          ${many.p99.toFixed(1)} ms, at best ${many.best.toFixed(1)} ms   wanted 20 ms`);
console.log(
  `against ${small}            ${flat.toFixed(1)} times, at best ${(many.best / few.best).toFixed(1)}   wanted 3 at most`,
);
console.log(`against GIN + sort       ${(many.sorted / many.p99).toFixed(0)} times faster at p99   wanted 15`);
console.log(`the same eight as a scan ${few.same + many.same} of ${2 * customers}   wanted ${2 * customers}`);

/** Loads advisors, starts a server and sends requests; p99 is the median of the rounds, in milliseconds. */
async function measure(count: number, baseline = false) {
  const database = await ownDatabase();
  const folder = await mkdtemp(join(tmpdir(), "plumbline-bench-"));
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });
  try {
    let began = performance.now();
    const seconds = () => ((performance.now() - began) / 1000).toFixed(0);
    const { lists, tokens } = await prepare(database.url, count);
    const wanted = searches(customers, lists);
    console.log(`${count} advisors loaded in ${seconds()} s`);

    began = performance.now();
    const environment = serverEnvironment(folder, { DATABASE_URL: database.url });
    const start = () => startProgram("server/build/main.js", environment, ["--import", "./bench/parts/usage.ts"]);
    let server = await start();
    const save = (n: number) =>
      ask(agent, `${server.url}/api/searches/update_preference`, { method: "PUT", token: tokens[n], body: wanted[n] });
    const search = async (n: number) => {
      const answer = await ask(agent, `${server.url}/api/searches/get_advisors`, { token: tokens[n % customers] });
      if (answer.status !== 200) throw new Error(`${answer.status} ${answer.body}`);
      return answer;
    };
    const firstSearch = async (from: string) => {
      await search(0);
      const processor = ((await server.processor()) / 1e6).toFixed(1);
      const took = ((performance.now() - began) / 1000).toFixed(1);
      console.log(`first answer ${took} s after the start, ${processor} s of a core, from ${from}`);
    };
    await save(0);
    await firstSearch("the table");
    await fourAtATime(customers, save);
    const answers: Ranked[][] = [];
    await fourAtATime(customers, async (n) => {
      answers[n] = JSON.parse((await search(n)).body).map(idAndScore);
    });
    const memory = await untilIdle(server.url);
    console.log(`idle after ${seconds()} s, with ${memory.toFixed(0)} MB`);

    const slowest: number[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      const took: number[] = [];
      await fourAtATime(5 * customers, async (n) => took.push((await search(n)).took));
      slowest.push(quantile(took, 0.99));
      console.log(
        `round ${round}  p50 ${quantile(took, 0.5).toFixed(1)} ms  p99 ${quantile(took, 0.99).toFixed(1)} ms`,
      );
    }
    await server.stop();
    began = performance.now();
    server = await start();
    await firstSearch("the file");
    console.log(`idle after ${seconds()} s, with ${(await untilIdle(server.url)).toFixed(0)} MB`);
    await server.stop();
    const scanned = plainScan(count, lists, wanted);
    const same = answers.filter((found, n) => JSON.stringify(found) === JSON.stringify(scanned[n])).length;
    const sorted = baseline ? await ginAndSort(database.url, lists, wanted) : 0;
    return { p99: median(slowest), best: Math.min(...slowest), same, sorted };
  } finally {
    agent.destroy();
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function prepare(url: string, count: number) {
  const database = await openPostgres(url);
  try {
    await seedReference(database.db);
    const lists = await listsOf(database.db);
    const ids = await loadAdvisors(url, count, customers, lists);
    const tokens: string[] = [];
    for (const id of ids) tokens.push(await startSession(database.db, id, new Date(), null));
    return { lists, tokens };
  } finally {
    await database.close();
  }
}

function idAndScore({ id, match }: { id: number; match: { score: number } }): Ranked {
  return { id, score: match.score };
}

function wantedBy({ expertise_area_ids, industry_id, company_size_id }: Search, { sizes }: Lists): SearchCriteria {
  return {
    expertiseAreaIds: expertise_area_ids,
    industryId: industry_id,
    companySizeId: company_size_id,
    nextSizeIds: neighbours(sizes, company_size_id),
  };
}

/** Scores every advisor for every search with the rules alone. */
function plainScan(count: number, lists: Lists, asked: readonly Search[]): Ranked[][] {
  const best = (): Ranked[] => [];
  const all = asked.map((wish) => ({ wanted: wantedBy(wish, lists), top: best() }));
  for (const advisor of advisors(count, lists)) {
    for (const { wanted, top } of all) {
      const points = pointsOf(wanted, advisor);
      if (!points) continue;
      const found = { id: advisor.id, score: scoreOf(points) };
      const last = top[maxShown - 1];
      if (last && compareRanked(found, last) > 0) continue;
      top.push(found);
      top.sort(compareRanked).splice(maxShown);
    }
  }
  return all.map(({ top }) => top);
}

/** The baseline: the advisors who share an area by a GIN index, scored and sorted by the database. Returns its p99. */
async function ginAndSort(url: string, lists: Lists, asked: readonly Search[]): Promise<number> {
  const pool = new pg.Pool({ connectionString: url, max: 4 });
  // Its connections may still be closing when the database is dropped.
  pool.on("error", () => {});
  await pool.query("create index on bench_advisors using gin (areas)");
  await pool.query("analyze bench_advisors");
  const took: number[] = [];
  await fourAtATime(asked.length, async (n) => {
    const began = performance.now();
    await pool.query(queryFor(wantedBy(present(asked[n]), lists)));
    took.push(performance.now() - began);
  });
  await pool.end();
  console.log(`GIN + sort  p50 ${quantile(took, 0.5).toFixed(0)} ms  p99 ${quantile(took, 0.99).toFixed(0)} ms`);
  return quantile(took, 0.99);
}

function queryFor({ expertiseAreaIds, industryId, companySizeId, nextSizeIds }: SearchCriteria): string {
  const has = (column: string, ids: readonly number[]) => `${column} && array[${ids}]::int[]`;
  const covered = expertiseAreaIds.map((id) => `(${id} = any(areas))::int`).join(" + ");
  const points = expertiseAreaIds.map((_, n) => expertisePoints(n + 1, expertiseAreaIds.length));
  return `
    select id, (array[${points}])[${covered}]
      + case when ${industryId} = any(industries) then ${weights.industry.of} else 0 end
      + case when ${companySizeId} = any(sizes) then ${weights.size.of}
          when ${has("sizes", nextSizeIds)} then ${weights.size.next} else 0 end
      + quality as score
    from bench_advisors where ${has("areas", expertiseAreaIds)} order by score desc, id limit ${maxShown}`;
}
