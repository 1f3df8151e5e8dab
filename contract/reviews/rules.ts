/** Reviews on a page (row R-04). */
export const pageSize = 9;

/** Sent when the customer touches no star (decision 26). */
export const untouchedRating = 5;
export const ratings = [1, 2, 3, 4, 5] as const;

/** A rating counts when the customer chose it; a five that was merely left standing says nothing (decision 26). */
export function wasChosen(rating: number, said: boolean | null | undefined): boolean {
  return said ?? rating !== untouchedRating;
}

/** The average of chosen ratings with one decimal, or null when nobody chose one. */
export function averageOf(chosen: readonly number[]): number | null {
  if (chosen.length === 0) return null;
  return Math.round((10 * chosen.reduce((sum, rating) => sum + rating, 0)) / chosen.length) / 10;
}

/** A customer as a visitor may know them (decision 45). */
export function kindOfCustomer(industry: string | null, size: string | null): string {
  return ["a business", industry && ` in ${industry}`, size && `, ${size}`].filter(Boolean).join("");
}

// Texts of the specification.
export const texts = {
  title: "Leave Review",
  /** Our addition: what untouched stars mean (decision 54). */
  untouched: "No rating will show unless you choose the stars.",
  recorded: "Thank you, your review has been recorded",
} as const;
