import { type SQL, sql } from "drizzle-orm";
import { roleColumn } from "../auth/member-join.ts";
import { arrayParameter } from "../database/database.ts";
import type { Subject } from "./event-kinds.ts";

// Parts of a query over the event log around one member. Each selects the ids of the newest events before `before`, at most
// `limit`, of the kinds in the parameter `kinds` unless that is null, with `byStaff` only acts of staff.

const place = sql`e.id < ${sql.placeholder("before")}::bigint
  and (${arrayParameter("kinds", "text")} is null or e.kind = any(${arrayParameter("kinds", "text")}))
  and (not ${sql.placeholder("byStaff")}::bool or ${roleColumn(sql.raw("e.actor_id"))} = 'staff')`;
const newest = sql`order by e.id desc limit ${sql.placeholder("limit")}::int`;

/** Events that a member has caused. */
export const eventsBy = (actorId: SQL): SQL =>
  sql`(select e.id from events e where e.actor_id = ${actorId} and ${place} ${newest})`;

/** Events about one subject. */
export const eventsAboutOne = (subject: Subject, id: SQL): SQL =>
  sql`(select e.id from events e where e.subject = ${sql.raw(`'${subject}'`)} and e.subject_id = ${id} and ${place} ${newest})`;

/** Events about several subjects, whose ids a query selects. */
export const eventsAboutMany = (subject: Subject, ids: SQL): SQL =>
  sql`(select about.id from (${ids}) subjects (id) cross join lateral
    ${eventsAboutOne(subject, sql.raw("subjects.id"))} about order by about.id desc limit ${sql.placeholder("limit")}::int)`;

/** The columns of the log, for a query that joins the events whose ids it has found; each id names its part (ADR-053). */
export const eventRows = (ids: SQL): SQL =>
  sql`(select e.id, e.kind, e.actor_id, e.subject, e.subject_id, e.data, e.created_at
    from (select distinct each.id from (${ids}) each) chosen join events e on e.id = chosen.id)`;
