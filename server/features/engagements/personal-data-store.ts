import { sql } from "drizzle-orm";
import { ofEither, personalTable } from "../../database/personal-data.ts";
import { engagements, engagementVersions } from "./schema.ts";

const both = { keptBecause: "An agreement belongs to both of its parties." };
const theirs = ofEither(engagements.customerId, engagements.advisorId);

export const engagementsPersonalData = [
  personalTable(engagements, theirs, { erase: both }),
  personalTable(
    engagementVersions,
    (subject) =>
      sql`${engagementVersions.engagementId} in (select ${engagements.id} from ${engagements} where ${theirs(subject)})`,
    { erase: both },
  ),
];
