// What staff announce to members.

export const audienceRoles = ["all", "customer", "advisor"] as const;
export type AudienceRole = (typeof audienceRoles)[number];
export const audienceRoleLabels: Record<AudienceRole, string> = {
  all: "Everybody",
  customer: "Business members",
  advisor: "Advisors",
};

/** How far members have come: whoever has no profile or no payments yet, and whoever has both. */
export const audienceStates = ["any", "complete", "no_profile", "no_payments"] as const;
export type AudienceState = (typeof audienceStates)[number];
export const audienceStateLabels: Record<AudienceState, string> = {
  any: "At any stage",
  complete: "All set up",
  no_profile: "Without a finished profile",
  no_payments: "Without a plan or payout account",
};

/** Scheduled until its moment, sending until everybody has it, and then sent; or stopped before. */
export const announcementStates = ["scheduled", "sending", "sent", "stopped"] as const;
export type AnnouncementState = (typeof announcementStates)[number];
export const announcementStateLabels: Record<AnnouncementState, string> = {
  scheduled: "Scheduled",
  sending: "On its way",
  sent: "Sent",
  stopped: "Stopped",
};

/** Whether staff may still stop an announcement: those who have it already keep it (ADR-038). */
export const canStop = (state: AnnouncementState): boolean => state === "scheduled" || state === "sending";

/** For how many days after it was sent a member's pages show the banner, unless it is dismissed. */
export const bannerDays = 14;
/** Receivers are counted up to this number. */
export const mostCounted = 10_000;
/** For how long the same words are not announced again, in milliseconds: in another tab, or by a colleague. */
export const notAgainFor = 3_600_000;
/** The furthest that an announcement is scheduled ahead, in days. */
export const furthestDays = 365;

export const announcementTexts = {
  link: "Please enter a path of this site, such as /membership, or leave it empty.",
  past: "Please choose a moment that is still to come, within a year, or send it now.",
  stopped: "This announcement was stopped already.",
  sent: "This announcement was sent to everybody already.",
  again: "The same was announced within the last hour. Please change its title or text to announce it again.",
} as const;
