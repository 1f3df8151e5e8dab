import type { listSessions, signIn } from "@plumbline/contract/accounts/contract.ts";
import type { Answer } from "@plumbline/contract/endpoint.ts";
import { type Member, sessionSeconds } from "../../auth/members.ts";
import type { MemberRow, sessionsOf } from "./store.ts";

type SignedIn = { token: string; device: string; member: MemberRow };

export function signedInView({ token, device, member }: SignedIn): Answer<typeof signIn> {
  return {
    access_token: token,
    token_type: "Bearer",
    expires_in: sessionSeconds,
    device_token: device,
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
