import type { Party } from "@plumbline/contract/profiles/party.ts";
import { sql } from "drizzle-orm";
import type { AppContext } from "../../context.ts";
import { batchedReads } from "../../database/batched-reads.ts";
import { arrayParameter, type Db } from "../../database/database.ts";
import { preparedOn } from "../../database/prepared.ts";
import { partyColumn, partyFrom, type RawParty } from "./party-column.ts";

function prepareOne(db: Db) {
  const some = db
    .select({ party: sql<RawParty | null>`${partyColumn(sql.raw("asked.id"))}` })
    .from(sql`unnest(${arrayParameter("ids", "int")}) as asked (id)`)
    .prepare("parties_of");
  return batchedReads(async (ids) => {
    const rows = await some.execute({ ids });
    return new Map(rows.flatMap(({ party }) => (party ? [[party.id, party]] : [])));
  });
}
const oneOf = preparedOn(prepareOne);

/** Members as others see them, by id, in one query. */
export async function partiesOf(
  context: Pick<AppContext, "db" | "fileAddresses">,
  ids: readonly number[],
): Promise<Map<number, Party>> {
  const parties = await Promise.all([...new Set(ids)].map(oneOf(context.db)));
  return new Map(parties.flatMap((party) => (party ? [[party.id, partyFrom(context, party)]] : [])));
}
