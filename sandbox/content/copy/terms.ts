/** Category ids are the position plus one; the first is WordPress's own, which the product hides. */
export const categoryTerms = [
  ["Uncategorized", ""],
  ["Strategy & growth", "Choosing what to do next, and what to leave alone."],
  ["Finance & funding", "Cash, margins, investors and the numbers a board believes."],
  ["People & leadership", "Hiring, structure and the founder’s changing job."],
  ["Sales & marketing", "Winning the right customers at the right price."],
  ["Operations & technology", "The plumbing that lets a company grow without breaking."],
] as const;

/** Tag ids are the position plus eleven. */
export const tagTerms = [
  "Boards",
  "Cash flow",
  "Delegation",
  "Export",
  "Forecasting",
  "Fundraising",
  "Hiring",
  "Margins",
  "Pricing",
  "Processes",
  "Retention",
  "Sales teams",
  "Software",
  "Strategy",
  "Working with advisors",
] as const;

export type CategoryName = (typeof categoryTerms)[number][0];
export type TagName = (typeof tagTerms)[number];
