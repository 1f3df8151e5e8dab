import { addDays } from "@plumbline/contract/dates.ts";
import type { Answer } from "@plumbline/contract/endpoint.ts";
import type {
  currentPreference,
  listRequests,
  MatchedAdvisor,
  myMatches,
} from "@plumbline/contract/matching/contract.ts";
import {
  improvements,
  missingExtras,
  profileStrength,
  reasonOf,
  recordText,
  shownParts,
} from "@plumbline/contract/matching/explanations.ts";
import {
  averageRating,
  type SearchCriteria,
  scoreOf,
  shownResponseMinutes,
  weights,
} from "@plumbline/contract/matching/rules.ts";
import { sampleOf } from "@plumbline/contract/reviews/rules.ts";
import type { Member } from "../../auth/members.ts";
import type { AppContext } from "../../context.ts";
import { findProfile } from "../profiles/store.ts";
import { publicViews } from "../profiles/view.ts";
import type { LatestReview } from "../reviews/latest-store.ts";
import { lostPoints, type Match, type Preference } from "./actions.ts";
import { mondayOf } from "./calendar-week.ts";
import { candidateFrom } from "./match-index.ts";
import { matchRowsOf } from "./search-store.ts";
import { factsFrom, type pageOfRequests, showingsOf } from "./store.ts";

export async function preferenceView(
  context: AppContext,
  preference: Preference,
): Promise<Answer<typeof currentPreference>> {
  const names = await context.references.namesOf(context.db, [
    preference.industryId,
    preference.companySizeId,
    ...preference.expertiseAreaIds,
  ]);
  const named = (id: number | null) => {
    const name = id === null ? undefined : names.get(id);
    return id !== null && name !== undefined ? { id, name } : null;
  };
  return {
    industry: named(preference.industryId),
    company_size: named(preference.companySizeId),
    expertise_areas: preference.expertiseAreaIds.flatMap((id) => named(id) ?? []),
  };
}

export async function matchesView(
  context: AppContext,
  wanted: SearchCriteria,
  found: readonly Match[],
): Promise<MatchedAdvisor[]> {
  const [profiles, names] = await Promise.all([
    publicViews(
      context,
      found.flatMap(({ profile }) => profile ?? []),
    ),
    context.references.namesOf(context.db, [wanted.industryId, wanted.companySizeId, ...wanted.expertiseAreaIds]),
  ]);
  return found.flatMap(({ row, points, latestReview }) => {
    const profile = profiles.find(({ id }) => id === row.memberId);
    if (!profile) return [];
    const candidate = candidateFrom(row);
    const { text, matched } = reasonOf(wanted, candidate, names);
    const facts = factsFrom(row);
    const shown = shownParts(wanted, candidate, points, facts, names);
    return [
      {
        ...profile,
        match: { score: scoreOf(points), parts: shown, reason: text, matched },
        track_record: {
          rating: averageRating(facts),
          reviews: facts.ratings,
          response_minutes: shownResponseMinutes(facts),
          latest_review: latestReview ? reviewSample(latestReview) : null,
        },
      },
    ];
  });
}

/** For members, who see whose review it is (decision 45). */
function reviewSample({
  rating,
  ratingChosen,
  text,
  createdAt,
  customer: { id, name, companyName },
}: LatestReview): NonNullable<MatchedAdvisor["track_record"]["latest_review"]> {
  return {
    rating,
    rating_chosen: ratingChosen,
    text: sampleOf(text),
    created_at: createdAt.toISOString(),
    customer: { id, name, company_name: companyName },
  };
}

export async function myMatchesView(context: AppContext, advisor: Member): Promise<Answer<typeof myMatches>> {
  const week = mondayOf(context.clock.now());
  const [[row], own, now, before] = await Promise.all([
    matchRowsOf(context.db, [advisor.id]),
    findProfile(context.db, advisor.id),
    showingsOf(context.db, advisor.id, week),
    showingsOf(context.db, advisor.id, addDays(week, -7)),
  ]);
  const facts = factsFrom(row ?? { facts: {} });
  const missing = own ? missingExtras({ ...own.profile, photo: own.profile.photoId !== null }) : [];
  const showings =
    now.averagePosition === null
      ? null
      : {
          customers: now.customers,
          first: now.first,
          averagePosition: now.averagePosition,
          lost: lostPoints(now.points),
        };
  return {
    listed: row?.listed ?? false,
    week,
    customers: now.customers,
    first: now.first,
    average_position: now.averagePosition,
    customers_last_week: before.customers,
    track_record: { points: row?.quality ?? 0, of: weights.record.of, text: recordText(facts) },
    advice: improvements(facts, showings),
    profile: profileStrength(missing),
  };
}

type RequestRow = Awaited<ReturnType<typeof pageOfRequests>>["rows"][number];

export function requestView({
  id,
  message,
  createdAt,
  customer,
}: RequestRow): Answer<typeof listRequests>["entries"][number] {
  const { companyName, ...rest } = customer;
  return { id, message, created_at: createdAt.toISOString(), customer: { ...rest, company_name: companyName } };
}
