import { readFileSync } from "node:fs";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { testServer } from "../testing/plumbline.ts";

const server = testServer({ LOG_LEVEL: "silent" }, { skipNotifications: true });

/** The statements that the book of operations prints, of its blocks and within its sentences, in their order. */
function printedStatements(): string[] {
  const book = readFileSync("docs/operations.md", "utf8");
  const printed = [...book.matchAll(/```sql\n(.*?)```|`((?:select|update|delete from)\s[^`]+)`/gs)];
  return printed
    .flatMap(([, block, inline]) => (block ?? inline ?? "").replace(/--.*$/gm, "").split(";"))
    .map((statement) => statement.replace(/\s+/g, " ").trim())
    .filter((statement) => !/^(begin|commit|)$/.test(statement));
}

test("ADR-053 T-03 each statement that the book of operations prints runs on the schema as it is", async () => {
  const undo = new Error("rolled back on purpose");
  const statements = printedStatements();
  expect(statements.length).toBeGreaterThan(15);
  // Their blocks are transactions, and this is one that nothing is left of.
  const running = server.context.db.transaction(async (tx) => {
    for (const statement of statements)
      await tx.execute(sql.raw(statement)).catch((error: Error) => {
        throw new Error(`${statement}: ${error.cause}`);
      });
    throw undo;
  });
  await expect(running).rejects.toBe(undo);
});
