import { desc, eq, sql } from "drizzle-orm";
import type { Db } from "../../database/database.ts";
import { preparedBy } from "../../database/prepared.ts";
import { nameColumn } from "../profiles/profile-join.ts";
import { engagements } from "./schema.ts";

const most = 100;

const ofMember = preparedBy((db, role: "advisor" | "customer") => {
  const [own, other] =
    role === "advisor"
      ? [engagements.advisorId, engagements.customerId]
      : [engagements.customerId, engagements.advisorId];
  return db
    .select({
      id: engagements.id,
      name: engagements.name,
      status: engagements.status,
      totalPence: engagements.totalPence,
      createdAt: engagements.createdAt,
      otherId: other,
      other: nameColumn(sql`${other}`),
    })
    .from(engagements)
    .where(eq(own, sql.placeholder("memberId")))
    .orderBy(desc(engagements.id))
    .limit(most)
    .prepare(`engagements_of_member_${role}`);
});

/** A member's newest engagements, for staff. */
export async function engagementsOfMember(db: Db, memberId: number, role: "advisor" | "customer") {
  return ofMember(db, role).execute({ memberId });
}
