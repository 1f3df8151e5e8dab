import { desc, eq, sql } from "drizzle-orm";
import type { Db } from "../../database/database.ts";
import { preparedOn } from "../../database/prepared.ts";
import type { WordsQuery } from "../../database/words.ts";
import { nameColumn } from "../profiles/profile-join.ts";
import { engagementsNamed } from "./named-join.ts";
import { engagements } from "./schema.ts";

const maxEngagements = 5;

const columns = {
  id: engagements.id,
  name: engagements.name,
  status: engagements.status,
  customerId: engagements.customerId,
  advisor: nameColumn(sql`${engagements.advisorId}`),
  customer: nameColumn(sql`${engagements.customerId}`),
};

const readsOf = preparedOn((db) => ({
  byId: db
    .select(columns)
    .from(engagements)
    .where(eq(engagements.id, sql.placeholder("id")))
    .prepare("engagement_found"),
  byWords: db
    .select(columns)
    .from(engagements)
    .where(
      sql`${engagements.id} = any(array((${engagementsNamed("whole", maxEngagements)}) union (${engagementsNamed("beginnings", maxEngagements)})))`,
    )
    .orderBy(desc(engagements.id))
    .limit(maxEngagements)
    .prepare("engagements_found"),
}));

export type FoundEngagement = Awaited<ReturnType<typeof engagementsByWords>>[number];

export async function engagementById(db: Db, id: number) {
  return readsOf(db).byId.execute({ id });
}

/** A few engagements of anybody whose names have such words. */
export async function engagementsByWords(db: Db, { whole, beginnings }: WordsQuery) {
  return readsOf(db).byWords.execute({ whole, beginnings });
}
