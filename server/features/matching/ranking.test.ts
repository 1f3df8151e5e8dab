import {
  type Candidate,
  compareRanked,
  pointsOf,
  type Ranked,
  type SearchCriteria,
  scoreOf,
} from "@plumbline/contract/matching/rules.ts";
import { expect, test } from "vitest";
import { openRanking } from "./ranking.ts";

/** A seeded random generator, so that a failure can be repeated. */
function seededRandom(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state * 1_664_525 + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

type Random = ReturnType<typeof seededRandom>;

function someIds(random: Random, first: number, of: number, most: number): number[] {
  const found = new Set<number>();
  for (let left = random(most + 1); left > 0; left--) found.add(first + random(of));
  return [...found];
}

const randomAdvisor = (random: Random, id: number): Candidate => ({
  id,
  expertiseAreaIds: someIds(random, 100, 20, 6),
  industryIds: someIds(random, 200, 20, 5),
  companySizeIds: someIds(random, 300, 6, 4),
  quality: Math.floor((random(16) + random(16)) / 2),
});

function randomCriteria(random: Random): SearchCriteria {
  const size = random(6);
  return {
    expertiseAreaIds: [100 + random(20), ...someIds(random, 100, 20, 4)].filter(
      (id, at, all) => all.indexOf(id) === at,
    ),
    industryId: 200 + random(20),
    companySizeId: 300 + size,
    nextSizeIds: [299 + size, 301 + size],
  };
}

function plainScan(rows: Iterable<Candidate>, wanted: SearchCriteria, most: number): Ranked[] {
  return [...rows]
    .flatMap((row) => {
      const points = pointsOf(wanted, row);
      return points ? [{ id: row.id, score: scoreOf(points) }] : [];
    })
    .sort(compareRanked)
    .slice(0, most);
}

test.each([3, 40, 700, 5000])(
  "S-06 among %i advisors the index finds whom a plain scan finds, with the same scores in the same order",
  (count) => {
    const random = seededRandom(count);
    const rows = Array.from({ length: count }, (_, n) => randomAdvisor(random, n + 1));
    const ranking = openRanking(rows);
    for (let turn = 0; turn < 150; turn++) {
      const wanted = randomCriteria(random);
      expect(ranking.best(wanted, 8).found).toEqual(plainScan(rows, wanted, 8));
    }
  },
);

test("S-06 searches stay correct while advisors are added, changed and removed, also during a merge", async () => {
  const random = seededRandom(7);
  const rows = new Map(Array.from({ length: 1200 }, (_, n) => [n + 1, randomAdvisor(random, n + 1)]));
  const ranking = openRanking([...rows.values()]);
  for (let turn = 0; turn < 1500; turn++) {
    const id = 1 + random(1500);
    if (random(4) === 0) {
      rows.delete(id);
      ranking.remove(id);
    } else {
      const row = randomAdvisor(random, id);
      rows.set(id, row);
      ranking.put(row);
    }
    if (turn % 10 > 0) continue;
    // Lets a running merge go on, and sometimes waits until it has finished.
    await new Promise(setImmediate);
    if (turn % 400 === 0) await ranking.settled();
    const wanted = randomCriteria(random);
    expect(ranking.best(wanted, 8).found).toEqual(plainScan(rows.values(), wanted, 8));
  }
  await ranking.settled();
  const wanted = randomCriteria(random);
  expect(ranking.best(wanted, 2000).found).toEqual(plainScan(rows.values(), wanted, 2000));
});

test("S-06 an advisor without a wanted area is no match, and an empty marketplace has no matches", () => {
  const row: Candidate = { id: 1, expertiseAreaIds: [100], industryIds: [200], companySizeIds: [300], quality: 15 };
  const wanted: SearchCriteria = { expertiseAreaIds: [101], industryId: 200, companySizeId: 300, nextSizeIds: [] };
  expect(openRanking([row]).best(wanted, 8).found).toEqual([]);
  expect(openRanking([]).best(wanted, 8)).toEqual({ found: [], read: 0 });
});

test("S-06 ten times as many advisors do not need ten times the reads, and no search reads an advisor twice", () => {
  const readings = (count: number) => {
    const random = seededRandom(11);
    const ranking = openRanking(Array.from({ length: count }, (_, n) => randomAdvisor(random, n + 1)));
    const common = { expertiseAreaIds: [100], industryId: 200, companySizeId: 302, nextSizeIds: [301, 303] };
    const manyAreas = {
      ...randomCriteria(seededRandom(12)),
      expertiseAreaIds: Array.from({ length: 20 }, (_, n) => 100 + n),
    };
    const of = (wanted: SearchCriteria) => ranking.best(wanted, 8).read;
    return { common: of(common), manyAreas: of(manyAreas) };
  };
  const [small, large] = [readings(6000), readings(60_000)];
  expect(small.common).toBeGreaterThan(8);
  expect(large.common).toBeLessThan(3 * small.common);
  expect(large.manyAreas).toBeLessThan(60_032);
});

test("S-06 a row that is already known changes nothing, and a changed one does", () => {
  const random = seededRandom(13);
  const rows = Array.from({ length: 300 }, (_, n) => randomAdvisor(random, n + 1));
  const ranking = openRanking(rows);
  const wanted = randomCriteria(random);
  const before = ranking.best(wanted, 8);
  for (const row of rows) ranking.put(row);
  expect(ranking.best(wanted, 8)).toEqual(before);
  const first = rows.find(({ id }) => id === before.found[0]?.id) as Candidate;
  for (const change of [{ quality: 0 }, { industryIds: [] }, { companySizeIds: [999] }, { expertiseAreaIds: [999] }]) {
    ranking.put({ ...first, ...change });
    const changed = rows.map((row) => (row === first ? { ...row, ...change } : row));
    expect(ranking.best(wanted, 8).found).toEqual(plainScan(changed, wanted, 8));
    ranking.put(first);
    expect(ranking.best(wanted, 8).found).toEqual(before.found);
  }
});
