import type { StaffRole } from "./staff-roles.ts";

/** Invited: no password yet. Removed: their name stays in what they did. */
export const teamStates = ["invited", "active", "removed"] as const;
export type TeamState = (typeof teamStates)[number];

export const teamActions = ["change_role", "send_link", "end_sessions", "reset_two_step", "remove"] as const;
export type TeamAction = (typeof teamActions)[number];

type Colleague = {
  state: TeamState;
  role: StaffRole | null;
  /** Whether nobody else who can sign in is an owner. */
  isLastOwner: boolean;
  sessions: number;
  twoStep: boolean;
};

/** What an owner may do with a member of staff. The last owner stays owner: somebody must be able to let others in. */
export function allowedTeamActions({ state, isLastOwner, sessions, twoStep }: Colleague): TeamAction[] {
  if (state === "removed") return [];
  const allowed: TeamAction[] = ["send_link"];
  if (sessions > 0) allowed.push("end_sessions");
  if (twoStep) allowed.push("reset_two_step");
  if (!isLastOwner) allowed.push("change_role", "remove");
  return allowed;
}

export const teamTexts = {
  lastOwner: "This is the last owner. Make somebody else an owner first.",
  ofTheTeam: "Please give the reason: your colleague and the audit will read it.",
  removed: "This person was removed from the team already.",
  invitedAgain: "This person was removed from the team. An owner can invite them again, on the team's page.",
};
