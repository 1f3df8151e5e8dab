import type { AccountState, Role } from "../product.ts";
import { product } from "../product.ts";

/** In characters (decision 4). */
export const minPasswordLength = 8;

/** The specification's rule: they match if either is empty or they are equal after trimming (row A-23). */
export function passwordsMatch(one: string, other: string): boolean {
  return one === "" || other === "" || one.trim() === other.trim();
}

/** The create-password e-mail is sent once the account is approved and its e-mail verified, in either order (decision 1). */
export function mayCreatePassword(state: AccountState): boolean {
  return state === "approved" || state === "active";
}

/** The state after a decision or a verification; the two may come in either order (decision 1). */
export function stateAfter(facts: {
  decision: "approved" | "rejected" | null;
  verified: boolean;
  hasPassword: boolean;
}): AccountState {
  if (facts.decision === "rejected") return "rejected";
  if (!facts.verified) return "pending_verification";
  if (facts.decision !== "approved") return "pending_review";
  return facts.hasPassword ? "active" : "approved";
}

/** Why an account with the right password may not sign in, by state. */
export const signInRefusals: Record<Exclude<AccountState, "active">, string> = {
  pending_verification: "Please verify your e-mail first: open the link we sent you.",
  pending_review: "Your application is being reviewed. We will write to you within a week or two.",
  approved: "Your account is approved. Please create your password with the link we sent you.",
  rejected: "Your application was not accepted. The reason is in the e-mail we sent you.",
  suspended: "Your account is suspended. Please contact us.",
  closed: "This account is closed. As long as its data has not been erased we can open it again: please contact us.",
};
export const wrongCredentials = "The e-mail or the password is not right.";

/** A label and one sentence per state, in words to the applicant. */
export const stateTexts: Record<AccountState, { label: string; meaning: string }> = {
  pending_verification: {
    label: "Waiting for your e-mail",
    meaning: "Open the link in the e-mail we sent you to verify your address.",
  },
  pending_review: {
    label: "Being reviewed",
    meaning: "A person is reading your application. You hear from us within a week or two.",
  },
  approved: { label: "Approved", meaning: "Create your password with the link in the e-mail we sent you." },
  active: { label: "Active", meaning: "Your account is open. There is nothing left to do here." },
  rejected: { label: "Not accepted", meaning: "We wrote to you with the reason." },
  suspended: { label: "Suspended", meaning: "Please contact us to have it opened again." },
  closed: { label: "Closed", meaning: "Please contact us if you want it opened again." },
};

/** The label of a state in the back office, where staff read about somebody else. */
export const staffStateLabels: Record<AccountState, string> = {
  pending_verification: "E-mail not verified",
  pending_review: "To be decided",
  approved: "Approved, no password yet",
  active: "Active",
  rejected: "Rejected",
  suspended: "Suspended",
  closed: "Closed",
};

/** What a visitor's form says whose fields are not all filled, and one without a password. */
export const formTexts = {
  completeAll: "Please complete all required fields.",
  enterPassword: "Please enter your password",
} as const;

// Texts of the specification, with its own spelling. Those above are apart, because every page for visitors has them.
export const texts = {
  ...formTexts,
  equalPasswords: "Please enter equal passwords in both fields.",
  alreadyLoggedIn:
    "You are already logged in. Click 'Check status' to see what is your current status or check your e-mail for more information.",
  verified: "Your E-mail was successfully verified.",
  alreadyVerified: "Your E-mail was already verified.",
  /** The response to a typed address: it does not reveal whether the account exists. */
  confirmationRequested:
    "If this address is waiting to be verified, a new link is on its way to it. It may take a few minutes.",
  /** The response to the token of an older link. */
  confirmationsUsedUp: "We have sent several links in the last hour: please open the newest, or ask again later.",
  confirmationSent: "A new link is on its way to your address.",
  // "alredy" and "first you account" are the specification's own (decision 37).
  passwordAlreadyCreated: "You alredy created your password.",
  notApprovedYet: "To create your password first you account need to be approved.",
  resetRequested: "Please check your email for instructions to reset your password.",
  passwordChanged: "Your password has been changed.",
  /** The response to a change of address; the same whether or not another account has it (decision 53). */
  emailChangeAsked: "We have sent a link to your new address. It becomes yours here when you open the link.",
  emailChanged: "Your e-mail address has been changed. Sign in with it from now on.",
  passwordForEmail: "Please enter your current password to change your e-mail.",
  thankYou: `Thank you for applying to ${product}. Please check your e-mail to verify your address.`,
} as const;

/** Token errors of the link that verifies an address; the page distinguishes them by these words (row A-06). */
export const verificationProblems = {
  unknown: "is not known",
  used: "was already used",
  late: "has run out",
  sentAgain: "has run out: we have sent a new link",
} as const;

/** Token errors of PUT password; the page distinguishes them by these words (decision 3, row A-08). */
export const tokenProblems = {
  used: "has expired",
  unapproved: "can't be blank",
  late: "is no longer valid",
} as const;

/** What the page shows for a rejected reset_password_token; null when it should show status and statusText. */
export function tokenProblemText(messages: readonly string[]): string | null {
  if (messages.some((message) => message.includes("expired"))) return texts.passwordAlreadyCreated;
  if (messages.some((message) => message.includes("blank"))) return texts.notApprovedYet;
  if (messages.some((message) => message.includes("no longer valid")))
    return "This link is no longer valid. Ask for a new one below.";
  return null;
}

/** The role named by a path segment: "advisor" or "advisors", anything else is a customer (row A-06). */
export function roleOfPath(segment: string | undefined): Role {
  return segment === "advisor" || segment === "advisors" ? "advisor" : "customer";
}

/** The same for paths that staff use too. */
export function accountRoleOfPath(segment: string | undefined): Role | "staff" {
  return segment === "staff" ? segment : roleOfPath(segment);
}

/** Reads `user` and `token` from a query string by name, or else by position (row A-27). */
export function linkParameters(search: string): { user: string; token: string; role: Role } {
  const entries = [...new URLSearchParams(search)];
  const named = new Map(entries);
  return {
    user: named.get("user") ?? entries[0]?.[1] ?? "",
    token: named.get("token") ?? entries[1]?.[1] ?? "",
    // Our addition, missing from older links. What a link gives access to depends on the token alone.
    role: named.get("role") === "advisor" ? "advisor" : "customer",
  };
}
