import {
  type Candidate,
  nearestSize,
  type Points,
  type RecordFacts,
  recordWeights,
  type ScoreComponent,
  type SearchCriteria,
  scoreComponents,
  weights,
} from "./rules.ts";

// Explains scores in sentences: to the customer on the advisor's card, to the advisor on their home page.

/** Names of the reference data by id. */
export type Names = ReadonlyMap<number, string>;

export type ShownPart = { name: string; points: number; of: number; text: string };

/** The four components of a score as the card shows them; their points add up to the score (decision 33). */
export function shownParts(
  wanted: SearchCriteria,
  candidate: Candidate,
  points: Points,
  facts: RecordFacts,
  names: Names,
): ShownPart[] {
  const text: Record<ScoreComponent, string> = {
    expertise: expertiseText(wanted, candidate, names),
    industry: points.industry > 0 ? `Knows ${lowerCaseName(names, wanted.industryId)}` : "Comes from other industries",
    size: {
      same: `Works with companies of ${lowerCaseName(names, wanted.companySizeId)}`,
      next: "Works with companies one size up or down",
      other: "Usually works with companies of another size",
    }[nearestSize(wanted, candidate)],
    record: recordText(facts),
  };
  return scoreComponents.map((part) => ({
    name: weights[part].label,
    points: points[part],
    of: weights[part].of,
    text: text[part],
  }));
}

function coveredBy(wanted: SearchCriteria, candidate: Candidate): number[] {
  return wanted.expertiseAreaIds.filter((id) => candidate.expertiseAreaIds.includes(id));
}

function expertiseText(wanted: SearchCriteria, candidate: Candidate, names: Names): string {
  const covered = coveredBy(wanted, candidate);
  const all = wanted.expertiseAreaIds.length;
  if (covered.length === all)
    return all === 1
      ? `Covers ${lowerCaseName(names, covered[0])}`
      : all === 2
        ? "Covers both areas"
        : `Covers all ${all} areas`;
  return `Covers ${covered.length} of the ${all} areas: ${joinWithAnd(covered.map((id) => lowerCaseName(names, id)))}`;
}

export function recordText({ ratings, ratingSum, completed, responseMinutes }: RecordFacts): string {
  const phrases = [
    ratings > 0 ? `${(ratingSum / ratings).toFixed(1)} from ${withCount(ratings, "verified review")}` : null,
    completed > 0 ? `${withCount(completed, "engagement")} completed` : null,
    responseMinutes === null ? null : `answers ${withinWords(responseMinutes)}`,
  ].filter((each) => each !== null);
  if (phrases.length === 0) return "New here: no track record yet";
  return capitalised(phrases.join(", "));
}

function withinWords(minutes: number): string {
  if (minutes <= 60) return "within an hour";
  if (minutes <= 240) return "within four hours";
  if (minutes <= 1440) return "within a day";
  if (minutes <= 4320) return "within three days";
  return "after more than three days";
}

/** One sentence on why an advisor is listed, and the words in it that match the customer's search. */
export function reasonOf(
  wanted: SearchCriteria,
  candidate: Candidate,
  names: Names,
): { text: string; matched: string[] } {
  const areas = coveredBy(wanted, candidate).map((id) => lowerCaseName(names, id));
  const industry = lowerCaseName(names, wanted.industryId);
  const size = lowerCaseName(names, wanted.companySizeId);
  const knowsIndustry = candidate.industryIds.includes(wanted.industryId);
  const nearest = nearestSize(wanted, candidate);
  const covers = joinWithAnd(areas);
  if (knowsIndustry && nearest === "same")
    return { text: `Has done ${covers} in ${industry} at ${size}.`, matched: [...areas, industry, size] };
  if (knowsIndustry && nearest === "next")
    return { text: `Has done ${covers} in ${industry}, mostly next to your size.`, matched: [...areas, industry] };
  if (knowsIndustry)
    return {
      text: `Covers ${covers} and knows ${industry} from companies of another size.`,
      matched: [...areas, industry],
    };
  if (nearest === "same")
    return { text: `Covers ${covers} at ${size}, from other industries.`, matched: [...areas, size] };
  const where = nearest === "next" ? "next to your size" : "in companies of another size";
  return { text: `Covers ${covers} ${where}, from other industries.`, matched: areas };
}

/** An advisor's appearances in the lists of one week. `lost`: the points missing on average, by component. */
export type WeekStatistics = { customers: number; first: number; averagePosition: number; lost: Points };

export type Advice = { text: string; action: string | null; label: string | null };

const missingText: Record<string, string> = {
  photo: "Add a photo: people write to people.",
  linkedin: "Add your LinkedIn profile.",
  fee: "Say what a day costs: members compare.",
  phone: "Add a phone number, for after the first engagement.",
  description: "Tell more in your description: a few hundred characters on what you have done.",
};

/** Advice that would raise an advisor's position, the largest gain first: at most four entries. */
export function improvements(
  facts: RecordFacts,
  missing: readonly string[],
  showings: WeekStatistics | null,
): Advice[] {
  const profile = { action: "/edit-profile/advisor", label: "Edit profile" };
  const found: (Advice & { gain: number })[] = [];
  for (const each of missing) {
    const text = missingText[each];
    if (text) found.push({ text, ...profile, gain: recordWeights.completeness.of / Object.keys(missingText).length });
  }
  if (showings && showings.lost.expertise >= 8)
    found.push({
      text: "Members who saw you looked for areas your profile does not name. List every area you have really worked in.",
      ...profile,
      gain: showings.lost.expertise,
    });
  if (showings && showings.lost.industry >= 8)
    found.push({
      text: "Often the industry was the difference. Name every industry you know from the inside.",
      ...profile,
      gain: showings.lost.industry,
    });
  if (showings && showings.lost.size >= 5)
    found.push({
      text: "Check your business sizes: members were often of a size you do not name.",
      ...profile,
      gain: showings.lost.size,
    });
  if (facts.completed > 0 && facts.ratings < facts.completed)
    found.push({
      text: "Ask for a review after each engagement: verified reviews weigh most in your track record.",
      action: "/engagements",
      label: "See engagements",
      gain: 3,
    });
  if (facts.responseMinutes !== null && facts.responseMinutes > 240)
    found.push({
      text: `You answer ${withinWords(facts.responseMinutes)} on average. Within four hours earns the most points.`,
      action: "/messages/advisor",
      label: "Open messages",
      gain: 2,
    });
  return found
    .toSorted((one, other) => other.gain - one.gain)
    .slice(0, 4)
    .map(({ text, action, label }) => ({ text, action, label }));
}

/** The optional profile fields that are still empty, by the names that `improvements` knows. */
export function missingExtras(profile: {
  photo: boolean;
  linkedinProfileUrl: string | null;
  feePence: number | null;
  phoneNumber: string | null;
  description: string | null;
}): string[] {
  return [
    profile.photo ? null : "photo",
    profile.linkedinProfileUrl ? null : "linkedin",
    profile.feePence === null ? "fee" : null,
    profile.phoneNumber ? null : "phone",
    (profile.description ?? "").length < 200 ? "description" : null,
  ].filter((each) => each !== null);
}
export const extraFieldCount = Object.keys(missingText).length;

/** "Data and AI" within a sentence: "data and AI". */
function lowerCaseName(names: Names, id: number | undefined): string {
  const name = (id === undefined ? undefined : names.get(id)) ?? "";
  return name.charAt(0).toLowerCase() + name.slice(1);
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** "a, b and c". */
function joinWithAnd(words: readonly string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}

function withCount(count: number, one: string): string {
  return `${count} ${one}${count === 1 ? "" : "s"}`;
}
