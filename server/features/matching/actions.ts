import {
  mostShown,
  neighbours,
  type Points,
  parts,
  pointsOf,
  scoreOf,
  texts,
  type Wanted,
  weights,
} from "@plumbline/contract/matching/rules.ts";
import type { House } from "../../house.ts";
import { append } from "../../platform/events.ts";
import type { Member } from "../../platform/members.ts";
import { conflict } from "../../platform/problems.ts";
import { findProfile } from "../profiles/store.ts";
import { checkChoices, orderOf } from "../reference/choices.ts";
import { candidateFrom, matchIndexOf } from "./match-index.ts";
import { findPreference, matchRowsOf, writeShowings } from "./search-store.ts";
import { insertRequest, type MatchRow, type PreferenceRow, writePreference } from "./store.ts";
import { weekOf } from "./week.ts";

/** What is known of a wish; parts of it may be open before it was first saved. */
export type Wish = { industryId: number | null; companySizeId: number | null; expertiseAreaIds: number[] };

/** Keeps what a customer looks for. Throws invalid for choices that are not on their lists. */
export async function savePreference(house: House, customer: Member, preference: PreferenceRow): Promise<void> {
  const now = house.clock.now();
  const expertiseAreaIds = [...new Set(preference.expertiseAreaIds)];
  await house.db.transaction(async (tx) => {
    await checkChoices(tx, [
      { field: "expertise_area_ids", kind: "expertise_areas", ids: expertiseAreaIds, message: texts.expertise },
      { field: "industry_id", kind: "industries", ids: preference.industryId, message: texts.industry },
      { field: "company_size_id", kind: "company_sizes", ids: preference.companySizeId, message: texts.size },
    ]);
    await writePreference(tx, customer.id, { ...preference, expertiseAreaIds }, now);
    await append(
      tx,
      { kind: "search.preference_saved", actorId: customer.id, subject: "member", subjectId: customer.id },
      now,
    );
  });
}

/** What was last saved; before that, what the customer told about themselves is the best guess. */
export async function wishOf(house: House, customer: Member): Promise<Wish> {
  const saved = await findPreference(house.db, customer.id);
  if (saved) return saved;
  const profile = (await findProfile(house.db, customer.id))?.profile;
  return {
    industryId: profile?.industryId ?? null,
    companySizeId: profile?.companySizeId ?? null,
    expertiseAreaIds: profile?.expertiseAreaIds ?? [],
  };
}

export type Found = { row: MatchRow; points: Points };

/**
 * The advisors that match best, at most eight. The index proposes; the rows as they stand now decide, so that nobody is
 * shown who was suspended a moment ago. Throws conflict without a membership.
 */
export async function findMatches(house: House, customer: Member): Promise<{ wanted: Wanted | null; found: Found[] }> {
  if (!customer.stripeSetup) throw conflict(texts.needsPlan);
  const { industryId, companySizeId, expertiseAreaIds } = await wishOf(house, customer);
  if (industryId === null || companySizeId === null || expertiseAreaIds.length === 0)
    return { wanted: null, found: [] };
  const nextSizeIds = neighbours(await orderOf(house.db, "company_sizes"), companySizeId);
  const wanted = { industryId, companySizeId, expertiseAreaIds, nextSizeIds };

  const ranked = await matchIndexOf(house).best(wanted, mostShown);
  const rows = new Map(
    (
      await matchRowsOf(
        house.db,
        ranked.map(({ id }) => id),
      )
    ).map((row) => [row.memberId, row]),
  );
  const found = ranked.flatMap(({ id }) => {
    const row = rows.get(id);
    const points = row?.listed ? pointsOf(wanted, candidateFrom(row)) : null;
    return row && points ? [{ row, points }] : [];
  });
  found.sort((one, other) => scoreOf(other.points) - scoreOf(one.points) || one.row.memberId - other.row.memberId);
  await writeShowings(
    house.db,
    weekOf(house.clock.now()),
    customer.id,
    found.map(({ row, points }) => ({ advisorId: row.memberId, points: parts.map((part) => points[part]) })),
  );
  return { wanted, found };
}

/** The points that an advisor misses on average, from what they got on average. */
export function lostPoints(points: readonly (number | null)[]): Points {
  return Object.fromEntries(
    parts.map((part, at) => [part, weights[part].of - (points[at] ?? weights[part].of)]),
  ) as Points;
}

/** Asks the team in the customer's own words (decision 34). */
export async function askTheTeam(house: House, customer: Member, message: string): Promise<void> {
  const now = house.clock.now();
  await house.db.transaction(async (tx) => {
    const id = await insertRequest(tx, customer.id, message, now);
    await append(
      tx,
      { kind: "search.requested", actorId: customer.id, subject: "advisor_request", subjectId: id },
      now,
    );
  });
}
