import { beginningOf } from "../beginning.ts";

/** Reviews on a page (row R-04). */
export const pageSize = 9;

/** The rating that is sent when the customer chooses no stars (decision 26). */
export const defaultRating = 5;
export const ratings = [1, 2, 3, 4, 5] as const;

/** Whether the customer chose the rating; without the client's word, the default rating counts as not chosen (decision 26). */
export function isRatingChosen(rating: number, chosen: boolean | null | undefined): boolean {
  return chosen ?? rating !== defaultRating;
}

/** The average of chosen ratings with one decimal, or null when there are none. */
export function averageOf(chosen: readonly number[]): number | null {
  if (chosen.length === 0) return null;
  return Math.round((10 * chosen.reduce((sum, rating) => sum + rating, 0)) / chosen.length) / 10;
}

/** A customer described anonymously, for visitors (decision 45). */
export function kindOfCustomer(industry: string | null, size: string | null): string {
  return ["a business", industry && ` in ${industry}`, size && `, ${size}`].filter(Boolean).join("");
}

const sampleLength = 160;

/** The beginning of a review as one line, cut after a word. */
export function sampleOf(body: string): string {
  const line = body.replace(/\s+/g, " ").trim();
  if (line.length <= sampleLength) return line;
  const cut = beginningOf(line, sampleLength);
  return `${cut.slice(0, cut.lastIndexOf(" ") > sampleLength / 2 ? cut.lastIndexOf(" ") : undefined).replace(/[.,;:–-]+$/, "")}…`;
}

// Texts of the specification.
export const texts = {
  title: "Leave Review",
  /** Our addition: what untouched stars mean (decision 54). */
  untouched: "No rating will show unless you choose the stars.",
  recorded: "Thank you, your review has been recorded",
} as const;
