import type { Plan } from "@plumbline/contract/membership/contract.ts";
import { eq, sql } from "drizzle-orm";
import type { Db } from "../../database/database.ts";
import { preparedOn } from "../../database/prepared.ts";
import type { ProviderOffers } from "./offer-shapes.ts";
import { planCatalogue } from "./schema.ts";

type CatalogueRow = typeof planCatalogue.$inferSelect;

/** The stored plans; null until the provider has named them for the first time. */
export async function findCatalogue(db: Db): Promise<CatalogueRow | null> {
  const [row] = await catalogue(db).execute();
  return row ?? null;
}

/** The same, locked until the transaction ends: what depends on the plans that are left is decided one after another. */
export async function lockCatalogue(tx: Db): Promise<CatalogueRow | null> {
  const [row] = await tx.select().from(planCatalogue).for("update");
  return row ?? null;
}

const catalogue = preparedOn((db) => db.select().from(planCatalogue).prepare("plan_catalogue"));

/**
 * Writes the plans over the row that was read before asking for them (`seen`, null for none). False when another process
 * wrote in between, whose answer may be newer; providerSeenAt increases with every write, so that this is detected.
 */
export async function writeCatalogue(
  db: Db,
  seen: CatalogueRow | null,
  { plans, offers }: { plans: Plan[]; offers: ProviderOffers },
  now: Date,
): Promise<boolean> {
  const providerSeenAt = new Date(Math.max(now.getTime(), (seen?.providerSeenAt.getTime() ?? 0) + 1));
  const written = await db
    .insert(planCatalogue)
    .values({ id: 1, plans, offers, providerSeenAt })
    .onConflictDoUpdate({
      target: planCatalogue.id,
      set: { plans, offers, providerSeenAt },
      setWhere: seen ? eq(planCatalogue.providerSeenAt, seen.providerSeenAt) : sql`false`,
    })
    .returning({ id: planCatalogue.id });
  return written.length > 0;
}
