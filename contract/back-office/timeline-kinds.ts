/** The filters of a member's timeline; without one it is everything. */
export const timelineKinds = ["money", "engagements", "sign_ins", "staff", "mail"] as const;
export type TimelineKind = (typeof timelineKinds)[number];
