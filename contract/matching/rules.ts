import { keysOf } from "../records.ts";

// How advisors are scored against a customer's search: pure functions over plain values, shared by the server's index
// and
// by the plain scan that the index is tested against.

// Texts of the specification, verbatim.
export const texts = {
  expertise: "Please select area of experience",
  industry: "Please select Industry Experience",
  size: "Please enter business size",
  description: "Please enter description",
  thanks: "Thanks for letting us know, one of the team will be in contact shortly",
  needsPlan: "Choose a membership to see the advisors that match.",
} as const;

/** At most this many advisors are shown (specification, section 9). */
export const maxShown = 8;

/** The whole score: 100 points in four parts, in the order in which the card shows them. */
export const weights = {
  /** Proportional to the share of the customer's areas that the advisor covers; without any there is no match. */
  expertise: { label: "Expertise", of: 45 },
  /** All or nothing. */
  industry: { label: "Industry", of: 25 },
  /** `of` for the customer's business size, `next` for the one below or above it. */
  size: { label: "Your size", of: 15, next: 10 },
  /** See `recordWeights`. */
  record: { label: "Track record", of: 15 },
} as const;

/** The points of the track record; their sum is rounded once. */
export const recordWeights = {
  /**
   * Verified reviews, smoothed by `prior` extra reviews of `rating` stars, so that one 5.0 does not beat twenty 4.8.
   */
  reviews: { of: 6, prior: 3, rating: 3.5 },
  /** Completed engagements; `enough` of them give all points. */
  engagements: { of: 4, enough: 8 },
  /** Points by the usual time to the first answer, in minutes; `unknown` for advisors without a message yet. */
  response: {
    of: 3,
    within: [
      [240, 3],
      [1440, 2],
      [4320, 1],
    ],
    unknown: 1,
  },
  /** The share of the profile's optional fields that are filled in. */
  completeness: { of: 2 },
} as const;

export type ScoreComponent = keyof typeof weights;
export const scoreComponents = keysOf(weights);
export type Points = Record<ScoreComponent, number>;

/** What a customer is looking for, as ids; `nextSizeIds` are the business sizes below and above `companySizeId`. */
export type SearchCriteria = {
  expertiseAreaIds: readonly number[];
  industryId: number;
  companySizeId: number;
  nextSizeIds: readonly number[];
};

/** The facts of an advisor that are scored, as ids; `quality` is the points of the track record. */
export type Candidate = {
  id: number;
  expertiseAreaIds: readonly number[];
  industryIds: readonly number[];
  companySizeIds: readonly number[];
  quality: number;
};

/**
 * The input of the track record. Minutes are the median over `conversations`, null without one; completeness is 0 to 1.
 */
export type RecordFacts = {
  ratings: number;
  ratingSum: number;
  completed: number;
  responseMinutes: number | null;
  conversations: number;
  completeness: number;
};

/** Points for the share of the wanted areas that are covered, rounded to whole points; 0 when no area is wanted. */
export function expertisePoints(covered: number, wanted: number): number {
  return wanted === 0 ? 0 : Math.round((weights.expertise.of * covered) / wanted);
}

/** All points of the industry or none; `known` is whether the advisor knows the customer's. */
export function industryPoints(known: boolean): number {
  return known ? weights.industry.of : 0;
}

/** Points for how near the advisor's closest business size is to the customer's. */
export function sizePoints(nearest: "same" | "next" | "other"): number {
  return { same: weights.size.of, next: weights.size.next, other: 0 }[nearest];
}

/** The points of one advisor for one search, by component; null when they share no area of expertise. */
export function pointsOf(wanted: SearchCriteria, candidate: Candidate): Points | null {
  const covered = wanted.expertiseAreaIds.filter((id) => candidate.expertiseAreaIds.includes(id)).length;
  if (covered === 0) return null;
  return {
    expertise: expertisePoints(covered, wanted.expertiseAreaIds.length),
    industry: industryPoints(candidate.industryIds.includes(wanted.industryId)),
    size: sizePoints(nearestSize(wanted, candidate)),
    record: candidate.quality,
  };
}

/** How near the advisor's closest business size is: the customer's own, the one below or above it, or another. */
export function nearestSize(
  wanted: SearchCriteria,
  { companySizeIds }: Pick<Candidate, "companySizeIds">,
): "same" | "next" | "other" {
  if (companySizeIds.includes(wanted.companySizeId)) return "same";
  return wanted.nextSizeIds.some((id) => companySizeIds.includes(id)) ? "next" : "other";
}

/** The score, 0 to 100: the parts that a match shows add up to it (decision 33). */
export function scoreOf(points: Points): number {
  return scoreComponents.reduce((sum, part) => sum + points[part], 0);
}

export type Ranked = { id: number; score: number };

/** Sorts the higher score first; ties by id, so that the same data always gives the same order (row S-06). */
export function compareRanked(one: Ranked, other: Ranked): number {
  return other.score - one.score || one.id - other.id;
}

/** What the shown matches can be ordered by. */
export const sortings = ["fit", "fee", "rating"] as const;
export type Sorting = (typeof sortings)[number];

type Sortable = { profile: { fee_per_hour: number | null }; track_record: { rating: number | null; reviews: number } };

/**
 * The matches by fit (as given), the lowest fee or the highest rating first; without a fee or a rating they come last.
 * Ties stay in the order of fit, so that the order is always the same.
 */
export function sortedMatches<Match extends Sortable>(byFit: readonly Match[], by: Sorting): Match[] {
  const fee = ({ profile }: Match) => profile.fee_per_hour ?? Number.POSITIVE_INFINITY;
  const rating = ({ track_record }: Match) => track_record.rating ?? 0;
  // A difference of two infinities is not a number.
  const ascending = (one: number, other: number) => (one === other ? 0 : one < other ? -1 : 1);
  if (by === "fee") return byFit.toSorted((one, other) => ascending(fee(one), fee(other)));
  if (by === "rating")
    return byFit.toSorted(
      (one, other) =>
        ascending(rating(other), rating(one)) || ascending(other.track_record.reviews, one.track_record.reviews),
    );
  return [...byFit];
}

/** The ids before and after `id` in a list of business sizes in their natural order. */
export function neighbours(sizes: readonly number[], id: number): number[] {
  const at = sizes.indexOf(id);
  return at < 0 ? [] : [sizes[at - 1], sizes[at + 1]].filter((each) => each !== undefined);
}

/** The points of a track record, 0 to 15. */
export function qualityOf(facts: RecordFacts): number {
  const { reviews, engagements, response, completeness } = recordWeights;
  const rating = smoothedRating(facts);
  const sum =
    (reviews.of * (rating - 1)) / 4 +
    engagements.of * Math.min(1, facts.completed / engagements.enough) +
    responsePoints(facts.responseMinutes) +
    completeness.of * facts.completeness;
  return Math.min(weights.record.of, Math.max(0, Math.round(sum)));

  function responsePoints(minutes: number | null): number {
    if (minutes === null) return response.unknown;
    return response.within.find(([maxMinutes]) => minutes <= maxMinutes)?.[1] ?? 0;
  }
}

/** The average of the verified ratings with one decimal, or null without any. */
export function averageRating({ ratings, ratingSum }: Pick<RecordFacts, "ratings" | "ratingSum">): number | null {
  return ratings === 0 ? null : Math.round((10 * ratingSum) / ratings) / 10;
}

/** The number of conversations from which on the time to the first answer is shown to others. */
const enoughConversations = 3;

/** The usual minutes to the first answer as others may read it: null while there are too few conversations to tell. */
export function shownResponseMinutes({
  responseMinutes,
  conversations,
}: Pick<RecordFacts, "responseMinutes" | "conversations">): number | null {
  return conversations < enoughConversations ? null : responseMinutes;
}

/** The average rating, pulled towards `recordWeights.reviews.rating` while there are few reviews. */
export function smoothedRating({ ratings, ratingSum }: Pick<RecordFacts, "ratings" | "ratingSum">): number {
  const { prior, rating } = recordWeights.reviews;
  return (ratingSum + prior * rating) / (ratings + prior);
}
