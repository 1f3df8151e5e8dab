import { invoiceNumber } from "@plumbline/contract/invoices/rules.ts";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { testServer } from "../../testing/plumbline.ts";
import { invoiceNumberColumn } from "./number-column.ts";

const server = testServer();

test.each([1, 41, 999, 9999, 10_000, 123_456])(
  "I-09 SQL and the contract write invoice number %d alike",
  async (number) => {
    const { rows } = await server.context.db.execute(
      sql`select ${invoiceNumberColumn(sql`${number}::int`)} as written`,
    );
    expect(rows).toEqual([{ written: invoiceNumber(number) }]);
  },
);
