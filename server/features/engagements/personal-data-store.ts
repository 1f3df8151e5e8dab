import { eq, or, sql } from "drizzle-orm";
import { personalTable, type Subject } from "../../database/personal-data.ts";
import { engagements, engagementVersions } from "./schema.ts";

const both = { keptBecause: "An agreement belongs to both of its parties." };
const theirs = ({ id }: Subject) => or(eq(engagements.customerId, id), eq(engagements.advisorId, id)) ?? sql`false`;

export const engagementsPersonalData = [
  personalTable(engagements, theirs, { erase: both }),
  personalTable(
    engagementVersions,
    (subject) =>
      sql`${engagementVersions.engagementId} in (select ${engagements.id} from ${engagements} where ${theirs(subject)})`,
    { erase: both },
  ),
];
