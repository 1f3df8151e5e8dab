import { expect, test } from "vitest";
import { repeatableReads } from "../bench/parts/contract-reads.ts";
import { unpreparedWrites } from "../bench/parts/contract-writes.ts";

// Rules 20 and 21: the benchmarks over all calls can measure a new one.

test("rule 21 every read of the contract has the examples that its benchmark needs", async () => {
  const reads = await repeatableReads();
  expect(reads.length).toBeGreaterThan(90);
});

test("rule 21 every write of the contract has a request that its benchmark can send", async () => {
  expect(await unpreparedWrites()).toEqual([]);
});
