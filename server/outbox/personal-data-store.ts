import { kindsForMembers } from "@plumbline/contract/audit/rules.ts";
import { and, eq, inArray, isNull, or, sql } from "drizzle-orm";
import { personalTable, type SubjectIn } from "../database/personal-data.ts";
import { events } from "./schema.ts";

/** What the member did, what happened by itself, and what members read of what staff did. */
const theirs = ({ id }: SubjectIn) => {
  const about = and(eq(events.subject, "member"), eq(events.subjectId, id));
  const shownToMembers = or(isNull(events.actorId), inArray(events.kind, [...kindsForMembers]));
  return or(eq(events.actorId, id), and(about, shownToMembers)) ?? sql`false`;
};

export const outboxPersonalData = [
  personalTable(events, theirs, {
    hidden: [
      "actor_id",
      // From where staff acted.
      "origin",
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
  }),
];
