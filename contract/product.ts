/** The name is configuration: this constant, and nowhere else (brand). */
export const product = "Plumbline";
export const strapline = "Advisors for scaling UK businesses.";

/** The two member roles, and their plurals in paths (decision 12). */
export const roles = ["customer", "advisor"] as const;
export type Role = (typeof roles)[number];
export const plural = { customer: "customers", advisor: "advisors" } as const satisfies Record<Role, string>;

/** Account states, in the order an application walks through them (decision 1). */
export const accountStates = [
  "pending_verification",
  "pending_review",
  "approved",
  "active",
  "rejected",
  "suspended",
] as const;
export type AccountState = (typeof accountStates)[number];

/** Redirect delays and other waits that the specification promises, in milliseconds. */
export const redirectDelay = 2000;
export const requestThanksDelay = 4000;
