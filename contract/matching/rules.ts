// How advisors are matched: pure functions over plain values. The index on the server and a plain scan give the same
// scores because both ask here.

// Texts of the specification, to the letter.
export const texts = {
  expertise: "Please select area of experience",
  industry: "Please select Industry Experience",
  size: "Please enter business size",
  description: "Please enter description",
  thanks: "Thanks for letting us know, one of the team will be in contact shortly",
  needsPlan: "Choose a membership to see the advisors that match.",
} as const;

/** At most this many advisors are shown (specification, section 9). */
export const mostShown = 8;

/** The whole score: 100 points in four parts, in the order in which the card shows them. */
export const weights = {
  /** In proportion to how many of the wanted areas the advisor covers; without any there is no match. */
  expertise: { label: "Expertise", of: 45 },
  /** All or nothing. */
  industry: { label: "Industry", of: 25 },
  /** All for the wanted business size, `next` for the one below or above it. */
  size: { label: "Your size", of: 15, next: 10 },
  /** See the table below. */
  record: { label: "Track record", of: 15 },
} as const;

/** The track record's points, rounded once as a sum. */
export const recordWeights = {
  /** Verified reviews, smoothed: `prior` imagined reviews of `rating` stars, so that one five does not beat twenty 4.8. */
  reviews: { of: 6, prior: 3, rating: 3.5 },
  /** Completed engagements, all points from `enough` on. */
  engagements: { of: 4, enough: 8 },
  /** Points by how soon the first answer comes, in minutes on average; `unknown` where nobody has asked yet. */
  response: {
    of: 3,
    within: [
      [240, 3],
      [1440, 2],
      [4320, 1],
    ],
    unknown: 1,
  },
  /** The share of the profile that is not required and yet filled in. */
  completeness: { of: 2 },
} as const;

export type Part = keyof typeof weights;
export const parts = Object.keys(weights) as Part[];
export type Points = Record<Part, number>;

/** What a customer looks for, as ids; `nextSizeIds` are the business sizes below and above the wanted one. */
export type Wanted = {
  expertiseAreaIds: readonly number[];
  industryId: number;
  companySizeId: number;
  nextSizeIds: readonly number[];
};

/** What is known of an advisor, as ids; `quality` is the points of their track record. */
export type Candidate = {
  id: number;
  expertiseAreaIds: readonly number[];
  industryIds: readonly number[];
  companySizeIds: readonly number[];
  quality: number;
};

/** What the track record is worked out from. Minutes are null when nobody has written yet; completeness is 0 to 1. */
export type RecordFacts = {
  ratings: number;
  ratingSum: number;
  completed: number;
  responseMinutes: number | null;
  completeness: number;
};

export function expertisePoints(covered: number, wanted: number): number {
  return wanted === 0 ? 0 : Math.round((weights.expertise.of * covered) / wanted);
}

export function industryPoints(known: boolean): number {
  return known ? weights.industry.of : 0;
}

/** Which of the advisor's business sizes comes nearest to the wanted one. */
export function sizePoints(nearest: "same" | "next" | "other"): number {
  return { same: weights.size.of, next: weights.size.next, other: 0 }[nearest];
}

/** The points of one advisor for one customer; null when they share no area of expertise. */
export function pointsOf(wanted: Wanted, candidate: Candidate): Points | null {
  const covered = wanted.expertiseAreaIds.filter((id) => candidate.expertiseAreaIds.includes(id)).length;
  if (covered === 0) return null;
  return {
    expertise: expertisePoints(covered, wanted.expertiseAreaIds.length),
    industry: industryPoints(candidate.industryIds.includes(wanted.industryId)),
    size: sizePoints(nearestSize(wanted, candidate)),
    record: candidate.quality,
  };
}

export function nearestSize(
  wanted: Wanted,
  { companySizeIds }: Pick<Candidate, "companySizeIds">,
): "same" | "next" | "other" {
  if (companySizeIds.includes(wanted.companySizeId)) return "same";
  return wanted.nextSizeIds.some((id) => companySizeIds.includes(id)) ? "next" : "other";
}

export function scoreOf(points: Points): number {
  return parts.reduce((sum, part) => sum + points[part], 0);
}

export type Ranked = { id: number; score: number };

/** Better first; ties by id, so that the same data always gives the same order (row S-06). */
export function better(one: Ranked, other: Ranked): number {
  return other.score - one.score || one.id - other.id;
}

/** The business sizes next to one, from the list in its natural order. */
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
    return response.within.find(([most]) => minutes <= most)?.[1] ?? 0;
  }
}

/** Stars, pulled towards the middle while there are few. */
export function smoothedRating({ ratings, ratingSum }: Pick<RecordFacts, "ratings" | "ratingSum">): number {
  const { prior, rating } = recordWeights.reviews;
  return (ratingSum + prior * rating) / (ratings + prior);
}
