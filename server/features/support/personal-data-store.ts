import { eq, sql } from "drizzle-orm";
import { personalTable } from "../../database/personal-data.ts";
import { subscribers, supportMessages } from "./schema.ts";

export const supportPersonalData = [
  personalTable(supportMessages, ({ email }) => eq(sql`lower(${supportMessages.email})`, email), {
    // A copy has them as correspondence.
    hidden: null,
    erase: "rows",
  }),
  personalTable(subscribers, ({ email }) => eq(sql`lower(${subscribers.email})`, email), { erase: "rows" }),
];
