import { addDays } from "@plumbline/contract/dates.ts";
import type { Answer } from "@plumbline/contract/endpoint.ts";
import type {
  currentPreference,
  listRequests,
  MatchedAdvisor,
  myMatches,
} from "@plumbline/contract/matching/contract.ts";
import { scoreOf, type Wanted, weights } from "@plumbline/contract/matching/rules.ts";
import { improvements, missingExtras, reasonOf, recordText, shownParts } from "@plumbline/contract/matching/words.ts";
import type { House } from "../../house.ts";
import type { Member } from "../../platform/members.ts";
import { findProfiles } from "../profiles/store.ts";
import { publicViews } from "../profiles/view.ts";
import { namesOf } from "../reference/choices.ts";
import { type Found, lostPoints, type Wish } from "./actions.ts";
import { candidateFrom } from "./match-index.ts";
import { matchRowsOf } from "./search-store.ts";
import { factsFrom, type pageOfRequests, showingsOf } from "./store.ts";
import { weekOf } from "./week.ts";

export async function preferenceView(house: House, wish: Wish): Promise<Answer<typeof currentPreference>> {
  const names = await namesOf(house.db, [wish.industryId, wish.companySizeId, ...wish.expertiseAreaIds]);
  const one = (id: number | null) => (id !== null && names.has(id) ? { id, name: names.get(id) as string } : null);
  return {
    industry: one(wish.industryId),
    company_size: one(wish.companySizeId),
    expertise_areas: wish.expertiseAreaIds.flatMap((id) => one(id) ?? []),
  };
}

export async function matchesView(house: House, wanted: Wanted, found: readonly Found[]): Promise<MatchedAdvisor[]> {
  const ids = found.map(({ row }) => row.memberId);
  const profiles = await publicViews(house, await findProfiles(house.db, ids));
  const names = await namesOf(house.db, [wanted.industryId, wanted.companySizeId, ...wanted.expertiseAreaIds]);
  return found.flatMap(({ row, points }) => {
    const profile = profiles.find(({ id }) => id === row.memberId);
    if (!profile) return [];
    const candidate = candidateFrom(row);
    const { text, matched } = reasonOf(wanted, candidate, names);
    const shown = shownParts(wanted, candidate, points, factsFrom(row), names);
    return [{ ...profile, match: { score: scoreOf(points), parts: shown, reason: text, matched } }];
  });
}

export async function myMatchesView(house: House, advisor: Member): Promise<Answer<typeof myMatches>> {
  const week = weekOf(house.clock.now());
  const [row] = await matchRowsOf(house.db, [advisor.id]);
  const [own] = await findProfiles(house.db, [advisor.id]);
  const now = await showingsOf(house.db, advisor.id, week);
  const before = await showingsOf(house.db, advisor.id, addDays(week, -7));
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
    advice: improvements(facts, missing, showings),
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
