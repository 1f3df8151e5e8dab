import { present } from "@plumbline/contract/present.ts";
import type { Kind } from "@plumbline/contract/reference/contract.ts";
import { isInOwnOrder, sameName } from "@plumbline/contract/reference/order.ts";
import { listTexts } from "@plumbline/contract/reference/rules.ts";
import type { Member } from "../../auth/members.ts";
import type { AppContext } from "../../context.ts";
import type { Db } from "../../database/database.ts";
import { conflict, invalid, notFound } from "../../http/problems.ts";
import { append } from "../../outbox/outbox.ts";
import { changedMeanwhile } from "../profiles/changed-meanwhile.ts";
import * as store from "./lists-store.ts";
import { replaceEntry } from "./merging.ts";

/** `country` is that of cities, where it has been read. */
export type Place = { kind: Kind; parentId: number | null; country?: store.EntryRow };
type Version = { id: number; version: number };

/** The list that a call names, or null for an unknown country: cities are those of a country. */
export async function placeOf(db: Db, kind: Kind, countryId: number | undefined): Promise<Place | null> {
  if (kind !== "cities") return { kind, parentId: null };
  const country = await (countryId === undefined ? store.firstCountry(db) : store.findEntry(db, countryId));
  if (country?.kind !== "countries" || country.mergedInto) return null;
  return { kind, parentId: country.id, country };
}

/** Adds an entry at the end of a list. Throws invalid for a name that the list has already. */
export async function addEntry(context: AppContext, staff: Member, place: Place, name: string): Promise<void> {
  await context.db.transaction(async (tx) => {
    const id = await store.insertEntry(tx, { ...place, name, by: staff.id });
    if (id === "taken") throw invalid({ name: [listTexts.taken] });
    if (id === "full") throw conflict(listTexts.full);
    const data = { list: place.kind, name };
    await append(tx, { kind: "reference.added", actorId: staff.id, subjectId: id, data }, context.clock.now());
  });
}

/**
 * An entry with its list, both locked. Throws notFound, and conflict, with who it was, when the entry is not the version that
 * the caller has read.
 */
async function lockEntry(tx: Db, { id, version }: Version) {
  const list = await store.lockListOf(tx, id);
  const entry = list.find((each) => each.id === id);
  if (!entry) throw (await store.findEntry(tx, id)) ? conflict(listTexts.merged) : notFound();
  if (entry.version !== version) throw await changedMeanwhile(tx, entry.changedBy, "this entry");
  return { entry, kind: entry.kind, list };
}

type Acting = { context: AppContext; staff: Member };

/** Changes one entry in a transaction that has locked its list; returns the list's place. */
async function change(
  { context }: Acting,
  version: Version,
  work: (tx: Db, found: Awaited<ReturnType<typeof lockEntry>>, now: Date) => Promise<void>,
): Promise<Place> {
  const now = context.clock.now();
  return context.db.transaction(async (tx) => {
    const found = await lockEntry(tx, version);
    await work(tx, found, now);
    return { kind: found.kind, parentId: found.entry.parentId };
  });
}

/** Renames an entry for all who have it. Throws invalid for a name that the list has already. */
export const renameEntry = (acting: Acting, version: Version, name: string): Promise<Place> =>
  change(acting, version, async (tx, { entry, kind, list }, now) => {
    if (list.some((each) => each.id !== entry.id && sameName(each.name, name)))
      throw invalid({ name: [listTexts.taken] });
    await store.writeEntry(tx, entry, acting.staff.id, { name });
    const data = { list: kind, before: entry.name, after: name };
    await append(tx, { kind: "reference.renamed", actorId: acting.staff.id, subjectId: entry.id, data }, now);
  });

/** Offers an entry no more. Throws conflict for the last one of its list. */
export const retireEntry = (acting: Acting, version: Version): Promise<Place> =>
  change(acting, version, async (tx, { entry, kind, list }, now) => {
    if (entry.retiredAt) return;
    requireAnother(list, entry);
    await store.writeEntry(tx, entry, acting.staff.id, { retiredAt: now });
    const data = { list: kind, name: entry.name };
    await append(tx, { kind: "reference.retired", actorId: acting.staff.id, subjectId: entry.id, data }, now);
  });

/** Offers a retired entry again. */
export const offerEntry = (acting: Acting, version: Version): Promise<Place> =>
  change(acting, version, async (tx, { entry, kind }, now) => {
    if (!entry.retiredAt) return;
    await store.writeEntry(tx, entry, acting.staff.id, { retiredAt: null });
    const data = { list: kind, name: entry.name };
    await append(tx, { kind: "reference.offered", actorId: acting.staff.id, subjectId: entry.id, data }, now);
  });

/**
 * Merges an entry into another of its list: profiles, searches and engagements that have it have the other instead. A thousand
 * of each are changed in this transaction, and what is left by the job that finishes merges (ADR-037).
 */
export const mergeEntry = (acting: Acting, version: Version, into: number): Promise<Place> =>
  change(acting, version, async (tx, { entry, kind, list }, now) => {
    if (into === entry.id) throw invalid({ into: [listTexts.self] });
    const other = list.find((each) => each.id === into);
    if (!other) throw invalid({ into: [listTexts.otherList] });
    if (other.retiredAt) requireAnother(list, entry);
    if (kind === "countries" && (await store.hasCities(tx, entry.id))) throw conflict(listTexts.withCities);
    await store.writeEntry(tx, entry, acting.staff.id, { mergedInto: into, mergedAt: now });
    await store.passMergesOn(tx, entry.id, into);
    await replaceEntry(tx, entry.id, into, now);
    const data = { list: kind, name: entry.name, into: other.name };
    await append(tx, { kind: "reference.merged", actorId: acting.staff.id, subjectId: entry.id, data }, now);
  });

function requireAnother(list: readonly store.EntryRow[], entry: store.EntryRow): void {
  if (!list.some((each) => each.id !== entry.id && !each.retiredAt)) throw conflict(listTexts.last);
}

/** Puts a list into another order. Throws conflict when it is no longer the list that the caller has read. */
export async function orderList(
  { context, staff }: Acting,
  kind: Kind,
  { before, ids }: { before: readonly number[]; ids: readonly number[] },
): Promise<void> {
  if (!isInOwnOrder(kind)) throw conflict(listTexts.byName);
  if ([...before].sort().join() !== [...ids].sort().join()) throw invalid({ ids: ["must be the same entries"] });
  await context.db.transaction(async (tx) => {
    const list = await store.lockList(tx, kind, null);
    if (list.map(({ id }) => id).join() !== before.join())
      throw await changedMeanwhile(tx, list.find(({ changedBy }) => changedBy !== null)?.changedBy, "this list");
    await store.writeOrder(tx, ids, staff.id);
    const names = (order: readonly number[]) => order.map((id) => list.find((each) => each.id === id)?.name ?? "");
    const data = { list: kind, before: names(before), after: names(ids) };
    const event = { kind: "reference.ordered", actorId: staff.id, subjectId: present(ids[0]), data } as const;
    await append(tx, event, context.clock.now());
  });
}
