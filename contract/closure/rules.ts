// Leaving: when an account may be closed, and what becomes of what we hold about its member (ADR-044).

/** For how many days staff can reopen a closed account; then its member's data is erased. */
export const graceDays = 30;

/** What has to be settled before an account is closed: others rely on it, or money is on its way. */
export const obstacleKinds = ["engagement", "invoice", "dispute"] as const;
export type ObstacleKind = (typeof obstacleKinds)[number];

/** What the member can do about each. */
export const obstacleSteps: Record<ObstacleKind, string> = {
  engagement: "Finish or end it first.",
  invoice: "It has to be paid or taken back first.",
  dispute: "The bank has to decide it first.",
};

/** What stays when the rest is erased, and why: the page, the e-mail and the documentation say the same. */
export const keptAfterErasure = [
  {
    what: "Invoices, payments and payouts",
    why: "with the names on them, for six years after the tax year: the law asks for it.",
  },
  {
    what: "Messages, engagements and reviews",
    why: "for those you wrote them with, under “Former member” instead of your name.",
  },
  {
    what: "Decisions about accounts",
    why: "with their reasons, and the log of what was done, so that they can be checked.",
  },
] as const;

/** What a copy of a member's data has and what it leaves out, as each table declares it (ADR-044). */
export const copyHas =
  "A copy of your data as your pages show it, in one file: your profile, messages, engagements, invoices and the log of your account. Files are listed in it, not included. Passwords, our team's notes and what others have not sent you are not in it.";

/** The name that others read where an erased member's stood. */
export const formerMember = "Former member";

export const texts = {
  notYet: "Your account cannot be closed yet: something of yours is still running.",
  notYetOfMember: "This account cannot be closed yet: something of theirs is still running.",
  alreadyClosed: "This account is closed already.",
  reopenFirst: "This account is closed. Nothing about it is decided unless it is opened again.",
  notClosed: "This account is not closed.",
  erased: "The data of this account has been erased, so it cannot be opened again.",
  nobodyLeft: "The data of this account has been erased, so nothing is decided about its member any more.",
  reason: "Please say why.",
} as const;
