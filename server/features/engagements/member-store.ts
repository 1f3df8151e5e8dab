import { and, asc, desc, eq, inArray, or, sql } from "drizzle-orm";
import type { Db } from "../../database/database.ts";
import { preparedBy, preparedOn } from "../../database/prepared.ts";
import { nameColumn } from "../profiles/profile-join.ts";
import { engagements } from "./schema.ts";

const maxEngagements = 100;

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
    .limit(maxEngagements)
    .prepare(`engagements_of_member_${role}`);
});

/** A member's newest engagements, for staff. */
export async function engagementsOfMember(db: Db, memberId: number, role: "advisor" | "customer") {
  return ofMember(db, role).execute({ memberId });
}

const running = preparedOn((db) =>
  db
    .select({ id: engagements.id, name: engagements.name })
    .from(engagements)
    .where(
      and(
        or(
          eq(engagements.customerId, sql.placeholder("memberId")),
          eq(engagements.advisorId, sql.placeholder("memberId")),
        ),
        inArray(engagements.status, ["accepted", "in_progress"]),
      ),
    )
    .orderBy(asc(engagements.id))
    .limit(20)
    .prepare("engagements_running_of_member"),
);

/** Agreed work of a member that has not ended, on either side, the oldest first, at most twenty. */
export async function runningEngagementsOf(db: Db, memberId: number): Promise<{ id: number; name: string }[]> {
  return running(db).execute({ memberId });
}
