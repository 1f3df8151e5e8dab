/** The product's name; every page and e-mail takes it from here. */
export const product = "Plumbline";
export const strapline = "Advisors for scaling UK businesses.";

/** The two member roles, and their plurals in paths (decision 12). */
export const roles = ["customer", "advisor"] as const;
export type Role = (typeof roles)[number];
export const plural = { customer: "customers", advisor: "advisors" } as const satisfies Record<Role, string>;

/** Account states, in the order in which an application passes through them (decision 1). */
export const accountStates = [
  "pending_verification",
  "pending_review",
  "approved",
  "active",
  "rejected",
  "suspended",
  "closed",
] as const;
export type AccountState = (typeof accountStates)[number];

/** Redirect delays that the specification prescribes, in milliseconds. */
export const redirectDelay = 2000;
export const requestThanksDelay = 4000;

/** What to do about a failure of the moment. */
export const tryAgain = "Please try again in a few seconds.";
/** Shown when the server could not be reached. */
export const unreachable = "We could not reach the server. Check your connection and try again.";
