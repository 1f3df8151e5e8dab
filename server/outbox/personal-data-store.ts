import { and, eq, or, sql } from "drizzle-orm";
import { personalTable } from "../database/personal-data.ts";
import { events } from "./schema.ts";

export const outboxPersonalData = [
  personalTable(
    events,
    ({ id }) => or(eq(events.actorId, id), and(eq(events.subject, "member"), eq(events.subjectId, id))) ?? sql`false`,
    {
      hidden: [
        "actor_id",
        "lease",
        "leased_until",
        "attempts",
        "failure",
        "failed_at",
        "delivered_at",
        "to_seal",
        "trace",
      ],
      erase: {
        keptBecause: "The audit is a chain over the log: with one entry changed, nothing after it could be checked.",
      },
    },
  ),
];
