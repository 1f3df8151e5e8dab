import { keysOf } from "../records.ts";
import {
  type Candidate,
  nearestSize,
  type Points,
  type RecordFacts,
  type ScoreComponent,
  type SearchCriteria,
  scoreComponents,
  shownResponseMinutes,
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

/**
 * The sentence under a score's track record: reviews, completed engagements and usual time to an answer (decision 33).
 */
export function recordText(facts: RecordFacts): string {
  const { ratings, ratingSum, completed } = facts;
  const responseMinutes = shownResponseMinutes(facts);
  const phrases = [
    ratings > 0 ? `${(ratingSum / ratings).toFixed(1)} from ${withCount(ratings, "verified review")}` : null,
    completed > 0 ? `${withCount(completed, "engagement")} completed` : null,
    responseMinutes === null ? null : `answers ${withinWords(responseMinutes)}`,
  ].filter((each) => each !== null);
  if (phrases.length === 0) return "New here: no track record yet";
  return capitalised(phrases.join(", "));
}

const longestHours = 72;

/** "within 3 hours": a time to answer in words, rounded up. */
function withinWords(minutes: number): string {
  const hours = minutes / 60;
  if (hours <= 1) return "within an hour";
  const most = [2, 3, 4, 6, 8, 12].find((each) => hours <= each);
  if (most) return `within ${most} hours`;
  if (hours <= 24) return "within a day";
  return hours <= 48 ? "within two days" : hours <= longestHours ? "within three days" : "after more than three days";
}

/** "Usually answers within 3 hours"; null when there is too little to tell, or nothing to recommend. */
export function answerTimeText(minutes: number | null): string | null {
  return minutes === null || minutes > longestHours * 60 ? null : `Usually answers ${withinWords(minutes)}`;
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

/** The optional fields of a profile: what each does for its advisor, and the section in which it is filled in. */
const extras = {
  photo: { text: "A photo: people write to people.", label: "Add a photo", section: "profile" },
  description: {
    text: "A longer description: a few hundred characters on what you have done. It is what members read before they write.",
    label: "Tell more",
    section: "key-information",
  },
  fee: { text: "What a day costs: members compare.", label: "Add your fee", section: "key-information" },
  linkedin: {
    text: "Your LinkedIn profile: members look people up before they write.",
    label: "Add the address",
    section: "additional-information",
  },
  phone: { text: "A phone number, for your invoices and for us.", label: "Add a number", section: "profile" },
} as const;
export type ExtraField = keyof typeof extras;
const extraFields = keysOf(extras);

/** How complete a profile is, and what its empty optional fields would do for it. */
export function profileStrength(missing: readonly ExtraField[]): { filled: number; of: number; missing: Advice[] } {
  return {
    filled: extraFieldCount - missing.length,
    of: extraFieldCount,
    missing: missing.map((field) => {
      const { text, label, section } = extras[field];
      return { text, label, action: `/edit-profile/advisor?section=${section}` };
    }),
  };
}

/** Advice that would raise an advisor's position, the largest gain first: at most four entries. */
export function improvements(facts: RecordFacts, showings: WeekStatistics | null): Advice[] {
  const profile = { action: "/edit-profile/advisor?section=key-information", label: "Edit profile" };
  const found: (Advice & { gain: number })[] = [];
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
      text: `You usually answer ${withinWords(facts.responseMinutes)}. Within four hours earns the most points.`,
      action: "/messages/advisor",
      label: "Open messages",
      gain: 2,
    });
  return found
    .toSorted((one, other) => other.gain - one.gain)
    .slice(0, 4)
    .map(({ text, action, label }) => ({ text, action, label }));
}

/** The optional profile fields that are still empty, the one that members miss most first. */
export function missingExtras(profile: {
  photo: boolean;
  linkedinProfileUrl: string | null;
  feePence: number | null;
  phoneNumber: string | null;
  description: string | null;
}): ExtraField[] {
  const filled: Record<ExtraField, boolean> = {
    photo: profile.photo,
    description: (profile.description ?? "").length >= 200,
    fee: profile.feePence !== null,
    linkedin: Boolean(profile.linkedinProfileUrl),
    phone: Boolean(profile.phoneNumber),
  };
  return extraFields.filter((field) => !filled[field]);
}
export const extraFieldCount = extraFields.length;

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
