import {
  better,
  type Candidate,
  pointsOf,
  type Ranked,
  scoreOf,
  type Wanted,
} from "@plumbline/contract/matching/rules.ts";
import { expect, test } from "vitest";
import { openRanking } from "./ranking.ts";

/** Numbers that look random and are the same every time, so that a failure can be looked into. */
function dice(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state * 1_664_525 + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

type Dice = ReturnType<typeof dice>;

function some(roll: Dice, first: number, of: number, most: number): number[] {
  const found = new Set<number>();
  for (let left = roll(most + 1); left > 0; left--) found.add(first + roll(of));
  return [...found];
}

const anAdvisor = (roll: Dice, id: number): Candidate => ({
  id,
  expertiseAreaIds: some(roll, 100, 20, 6),
  industryIds: some(roll, 200, 20, 5),
  companySizeIds: some(roll, 300, 6, 4),
  quality: Math.floor((roll(16) + roll(16)) / 2),
});

function aWish(roll: Dice): Wanted {
  const size = roll(6);
  return {
    expertiseAreaIds: [100 + roll(20), ...some(roll, 100, 20, 4)].filter((id, at, all) => all.indexOf(id) === at),
    industryId: 200 + roll(20),
    companySizeId: 300 + size,
    nextSizeIds: [299 + size, 301 + size],
  };
}

function plainScan(rows: Iterable<Candidate>, wanted: Wanted, most: number): Ranked[] {
  return [...rows]
    .flatMap((row) => {
      const points = pointsOf(wanted, row);
      return points ? [{ id: row.id, score: scoreOf(points) }] : [];
    })
    .sort(better)
    .slice(0, most);
}

test.each([3, 40, 700, 5000])(
  "S-06 among %i advisors the index finds whom a plain scan finds, with the same scores in the same order",
  (count) => {
    const roll = dice(count);
    const rows = Array.from({ length: count }, (_, n) => anAdvisor(roll, n + 1));
    const ranking = openRanking(rows);
    for (let turn = 0; turn < 150; turn++) {
      const wanted = aWish(roll);
      expect(ranking.best(wanted, 8).found).toEqual(plainScan(rows, wanted, 8));
    }
  },
);

test("S-06 it stays right while advisors come, change and leave, also while it sorts itself anew", async () => {
  const roll = dice(7);
  const rows = new Map(Array.from({ length: 1200 }, (_, n) => [n + 1, anAdvisor(roll, n + 1)]));
  const ranking = openRanking([...rows.values()]);
  for (let turn = 0; turn < 1500; turn++) {
    const id = 1 + roll(1500);
    if (roll(4) === 0) {
      rows.delete(id);
      ranking.remove(id);
    } else {
      const row = anAdvisor(roll, id);
      rows.set(id, row);
      ranking.put(row);
    }
    if (turn % 10 > 0) continue;
    // Gives the sorting its turns, and now and then waits until it is done.
    await new Promise(setImmediate);
    if (turn % 400 === 0) await ranking.settled();
    const wanted = aWish(roll);
    expect(ranking.best(wanted, 8).found).toEqual(plainScan(rows.values(), wanted, 8));
  }
  await ranking.settled();
  const wanted = aWish(roll);
  expect(ranking.best(wanted, 2000).found).toEqual(plainScan(rows.values(), wanted, 2000));
});

test("S-06 nobody without a wanted area is a match, and an empty house has none", () => {
  const row: Candidate = { id: 1, expertiseAreaIds: [100], industryIds: [200], companySizeIds: [300], quality: 15 };
  const wanted: Wanted = { expertiseAreaIds: [101], industryId: 200, companySizeId: 300, nextSizeIds: [] };
  expect(openRanking([row]).best(wanted, 8).found).toEqual([]);
  expect(openRanking([]).best(wanted, 8)).toEqual({ found: [], read: 0 });
});

test("S-06 ten times as many advisors are not ten times the reading, and nobody is read twice for any wish", () => {
  const readings = (count: number) => {
    const roll = dice(11);
    const ranking = openRanking(Array.from({ length: count }, (_, n) => anAdvisor(roll, n + 1)));
    const wishes = dice(12);
    const common = { expertiseAreaIds: [100], industryId: 200, companySizeId: 302, nextSizeIds: [301, 303] };
    const unheardOf = { ...aWish(wishes), expertiseAreaIds: Array.from({ length: 20 }, (_, n) => 100 + n) };
    const of = (wanted: Wanted) => ranking.best(wanted, 8).read;
    return { common: of(common), unheardOf: of(unheardOf) };
  };
  const [small, large] = [readings(6000), readings(60_000)];
  expect(small.common).toBeGreaterThan(8);
  expect(large.common).toBeLessThan(3 * small.common);
  expect(large.unheardOf).toBeLessThan(60_032);
});

test("S-06 what is known already changes nothing, and what is not does", () => {
  const roll = dice(13);
  const rows = Array.from({ length: 300 }, (_, n) => anAdvisor(roll, n + 1));
  const ranking = openRanking(rows);
  const wanted = aWish(roll);
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
