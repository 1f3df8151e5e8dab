import { expect, test } from "vitest";
import { compare } from "./compare.ts";

test("G-47 equal amounts are exact; another amount, and what only one side knows, is a difference to the penny", () => {
  const pair = { kind: "charge", providerId: "ch_1", ours: 100, theirs: 100 } as const;
  expect(compare([pair, { ...pair, ours: 50, theirs: 50 }])).toEqual({
    compared: [{ kind: "charge", count: 2, ours: 150, theirs: 150 }],
    differences: [],
  });
  const { differences } = compare([
    { ...pair, theirs: 99 },
    { ...pair, ours: null },
    { ...pair, kind: "refund", theirs: null, invoiceId: 7 },
  ]);
  expect(differences.map(({ what, invoiceId }) => [what, invoiceId])).toEqual([
    ["The charge is not the same on both sides.", null],
    ["The charge is at the provider and not here.", null],
    ["What was given back is here and not at the provider.", 7],
  ]);
});
