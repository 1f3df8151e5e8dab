import { globSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Declaration } from "@plumbline/contract/endpoint.ts";
import { expect, test } from "vitest";
import type { z } from "zod";
import { rulesOf } from "../browser-contract.ts";
import { parameters } from "./parameter-rules.ts";

/** Texts that some rule takes and another refuses, beside the words that each schema names itself. */
const texts = [
  ..."0 1 01 50 51 100 101 10000 10001 2147483647 2147483648 9007199254740991 9007199254740992 -1 1e3 1.5 true".split(
    " ",
  ),
  ..."2026-11-24 2026-02-30 1899-12-31 2200-01-01 2026-11-24T12:00:00Z 2026-11 1850-01 2199-12 2026-13 24/11/2026".split(
    " ",
  ),
  ..."yes no open asc desc sent drafts paid failed active lost".split(" "),
  ...[40, 41, 99, 100, 101, 200, 201, 400, 401, 3000, 3001].map((length) => "x".repeat(length)),
  ` ${"x".repeat(100)} `,
];

const files = globSync("contract/*/{contract,search}.ts", { cwd: fileURLToPath(new URL("../..", import.meta.url)) });
const parts = await Promise.all(
  files.map((file): Promise<object> => import(new URL(`../../${file}`, import.meta.url).href)),
);
/** Asked for by code alone, never from an address: a list of ids, which no rule describes. */
const neverTyped = "readFileAddresses";
const endpoints = parts.flatMap((exported) =>
  Object.entries(exported).filter((entry): entry is [string, Declaration & { query: z.ZodObject }] =>
    Boolean(entry[1]?.path && entry[1].query && entry[0] !== neverTyped),
  ),
);

test("H-37 ADR-027 the browser's rules of query parameters take and refuse what the contract's schemas do", () => {
  expect(endpoints.length).toBeGreaterThan(25);
  for (const [endpoint, { query }] of endpoints) {
    const shape: Record<string, z.ZodType> = query.shape;
    const rules = rulesOf(shape);
    // A parameter that no rule describes, such as an amount: no page may read it from its address.
    if (!rules) continue;
    const { shape: light } = parameters(rules);
    for (const [name, schema] of Object.entries(shape)) {
      const rule = rules[name];
      for (const text of [...texts, ...(rule && "oneOf" in rule ? rule.oneOf : [])]) {
        const asked = { endpoint, name, text };
        expect({ ...asked, taken: light[name]?.safeParse(text).success }).toEqual({
          ...asked,
          taken: schema.safeParse(text).success,
        });
      }
    }
  }
});
