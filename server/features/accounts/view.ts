import type { listSessions, signIn } from "@plumbline/contract/accounts/contract.ts";
import type { Answer } from "@plumbline/contract/endpoint.ts";
import { type Member, sessionSeconds } from "../../platform/members.ts";
import type { MemberRow, sessionsOf } from "./store.ts";

export function signedInView({ token, member }: { token: string; member: MemberRow }): Answer<typeof signIn> {
  return {
    access_token: token,
    token_type: "Bearer",
    expires_in: sessionSeconds,
    stripe_setup: member.stripeSetup,
    profile_setup: member.profileSetup,
    result: { id: member.id, email: member.email, role: member.role, state: member.state },
  };
}

export function sessionsView(
  rows: Awaited<ReturnType<typeof sessionsOf>>,
  member: Member,
): Answer<typeof listSessions> {
  return {
    entries: rows.map((row) => ({
      id: row.id,
      user_agent: row.userAgent,
      created_at: row.createdAt.toISOString(),
      current: row.id === member.sessionId,
    })),
  };
}
