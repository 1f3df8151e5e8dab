import {
  maxShown,
  neighbours,
  type Points,
  pointsOf,
  type SearchCriteria,
  scoreComponents,
  scoreOf,
  texts,
  weights,
} from "@plumbline/contract/matching/rules.ts";
import { fromKeys } from "@plumbline/contract/records.ts";
import type { Member } from "../../auth/members.ts";
import type { AppContext } from "../../context.ts";
import { conflict } from "../../http/problems.ts";
import { append } from "../../outbox/outbox.ts";
import { insertThread } from "../correspondence/store.ts";
import { findProfile, findProfiles, type MemberWithProfile } from "../profiles/store.ts";
import { checkChoices } from "../reference/choices.ts";
import { type LatestReview, latestReviewsOf } from "../reviews/latest-store.ts";
import { mondayOf } from "./calendar-week.ts";
import { candidateFrom } from "./match-index.ts";
import { findPreference, matchRowsOf, showingsTo, writeShowings } from "./search-store.ts";
import { insertRequest, type MatchRow, type PreferenceRow, writePreference } from "./store.ts";

/** What a customer looks for; fields may be empty before it is first saved. */
export type Preference = { industryId: number | null; companySizeId: number | null; expertiseAreaIds: number[] };

/** Saves what a customer looks for. Throws invalid for ids that are not in the reference data. */
export async function savePreference(context: AppContext, customer: Member, preference: PreferenceRow): Promise<void> {
  const now = context.clock.now();
  const expertiseAreaIds = [...new Set(preference.expertiseAreaIds)];
  const before = await preferenceOf(context, customer);
  await context.db.transaction(async (tx) => {
    await checkChoices(
      context,
      tx,
      [
        { field: "expertise_area_ids", kind: "expertise_areas", ids: expertiseAreaIds, message: texts.expertise },
        { field: "industry_id", kind: "industries", ids: preference.industryId, message: texts.industry },
        { field: "company_size_id", kind: "company_sizes", ids: preference.companySizeId, message: texts.size },
      ],
      { kept: [before.industryId, before.companySizeId, ...before.expertiseAreaIds] },
    );
    await writePreference(tx, customer.id, { ...preference, expertiseAreaIds }, now);
    await append(tx, { kind: "search.preference_saved", actorId: customer.id, subjectId: customer.id }, now);
  });
}

/** The preference last saved; before the first save, the same fields of the customer's profile (S-04). */
export async function preferenceOf(context: AppContext, customer: Member): Promise<Preference> {
  const saved = await findPreference(context.db, customer.id);
  if (saved) return saved;
  const profile = (await findProfile(context.db, customer.id))?.profile;
  return {
    industryId: profile?.industryId ?? null,
    companySizeId: profile?.companySizeId ?? null,
    expertiseAreaIds: profile?.expertiseAreaIds ?? [],
  };
}

export type Match = {
  row: MatchRow;
  points: Points;
  profile: MemberWithProfile | null;
  latestReview: LatestReview | null;
};

/**
 * The advisors that match best, at most `limit`. The index finds them and the current rows confirm them, so that an advisor
 * who has just been suspended is not shown. Throws conflict without a membership.
 */
export async function findMatches(
  context: AppContext,
  customer: Member,
  limit = maxShown,
): Promise<{ wanted: SearchCriteria | null; found: Match[] }> {
  const { db } = context;
  if (!customer.stripeSetup) throw conflict(texts.needsPlan);
  const { industryId, companySizeId, expertiseAreaIds } = await preferenceOf(context, customer);
  if (industryId === null || companySizeId === null || expertiseAreaIds.length === 0)
    return { wanted: null, found: [] };
  const nextSizeIds = neighbours(await context.references.orderOf(db, "company_sizes"), companySizeId);
  const wanted = { industryId, companySizeId, expertiseAreaIds, nextSizeIds };

  const ids = (await context.matchIndex.best(wanted, limit)).map(({ id }) => id);
  const week = mondayOf(context.clock.now());
  // What the answer needs of them as well, because all of it leaves in one network write.
  const [rows, known, profiles, reviews] = await Promise.all([
    matchRowsOf(db, ids),
    showingsTo(db, week, customer.id, ids),
    findProfiles(db, ids),
    latestReviewsOf(db, ids),
  ]);
  const found = rows.flatMap((row): Match[] => {
    const points = row.listed ? pointsOf(wanted, candidateFrom(row)) : null;
    if (!points) return [];
    const profile = profiles.find(({ member }) => member.id === row.memberId) ?? null;
    const latestReview = reviews.find(({ advisorId }) => advisorId === row.memberId) ?? null;
    return [{ row, points, profile, latestReview }];
  });
  found.sort((one, other) => scoreOf(other.points) - scoreOf(one.points) || one.row.memberId - other.row.memberId);
  const shown = found.map(({ row, points }) => ({
    advisorId: row.memberId,
    points: scoreComponents.map((part) => points[part]),
  }));
  await writeShowings(db, week, customer.id, shown, known);
  return { wanted, found };
}

/** The points by component that an advisor lacks on average, from the average points they got. */
export function lostPoints(points: readonly (number | null)[]): Points {
  return fromKeys(scoreComponents, (part, at) => weights[part].of - (points[at] ?? weights[part].of));
}

/** Sends the team a request in the customer's own words (decision 34). */
export async function askTheTeam(context: AppContext, customer: Member, message: string): Promise<void> {
  const now = context.clock.now();
  await context.db.transaction(async (tx) => {
    const id = await insertRequest(tx, customer.id, message, now);
    const writer = { name: null, email: customer.email, memberId: customer.id };
    await insertThread(tx, { kind: "request", ...writer, text: message }, now);
    await append(tx, { kind: "search.requested", actorId: customer.id, subjectId: id }, now);
  });
}
