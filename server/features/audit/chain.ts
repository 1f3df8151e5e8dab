import { createHash } from "node:crypto";
import type { Origin } from "../../outbox/origin.ts";

/** What the hash of an entry covers besides the hash before it. */
export type Sealed = {
  /** The entry's position. */
  id: number;
  eventId: number;
  kind: string;
  actorId: number | null;
  subject: string;
  subjectId: number;
  data: unknown;
  createdAt: Date;
  origin: Origin | null;
  /** The ids of those whom it concerns, in ascending order, and whether staff did it to them. */
  people: readonly (readonly [memberId: number, byStaff: boolean])[];
  sealedAt: Date;
};

/** The hash before the first entry. */
export const firstHash = "";

/** The hash of an entry, over everything that it says and over the hash of the entry before it (ADR-028). */
export function hashOf(previous: string, sealed: Sealed): string {
  const { id, eventId, kind, actorId, subject, subjectId, data, createdAt, origin, people, sealedAt } = sealed;
  const facts = [id, eventId, kind, actorId, subject, subjectId, data, createdAt, origin, people, sealedAt];
  return createHash("sha256")
    .update(`${previous}\n${JSON.stringify(facts.map(inOrder))}`)
    .digest("hex");
}

/** The same value with the fields of its objects by name: the database keeps no order of them. */
function inOrder(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map(inOrder);
  if (value === null || typeof value !== "object") return value;
  const fields = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(fields.map(([name, each]) => [name, inOrder(each)]));
}
