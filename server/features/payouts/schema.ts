import { sql } from "drizzle-orm";
import { boolean, index, integer, pgTable, text } from "drizzle-orm/pg-core";
import { members } from "../../auth/schema.ts";
import { moment } from "../../database/columns.ts";

export const payoutAccounts = pgTable(
  "payout_accounts",
  {
    memberId: integer("member_id")
      .primaryKey()
      .references(() => members.id),
    accountId: text("account_id").notNull().unique("payout_accounts_account"),
    /** Of the provider's code with which it was connected; null where that was before the hash was kept. */
    codeHash: text("code_hash"),
    payable: boolean("payable").notNull().default(false),
    /** The requirements that the provider still lists, in its own words. */
    requirements: text("requirements").array().notNull().default(sql`'{}'`),
    updatedAt: moment("updated_at").notNull().defaultNow(),
    /** When the provider last answered; null since it was connected. */
    askedAt: moment("asked_at"),
  },
  (table) => [index("payout_accounts_by_answer").on(table.payable, table.updatedAt)],
);
