import { type AccountState, product, type Role } from "@plumbline/contract/product.ts";

/** Members, and the staff of the back office (decision 41). */
export type Who = Role | "staff";

/** Kept when the session ends: it identifies this browser at the next sign-in (decision 49). */
export const deviceKey = `${product.toLowerCase()}.device`;
export const sessionKey = `${product.toLowerCase()}.session`;

/** The session of looking as a member, in this tab alone, beside the session of the member of staff. */
export const viewAsKey = `${product.toLowerCase()}.looking`;

/** Where somebody goes who has signed in and asked for no page (row A-17). */
export const firstPageOf = (role: Who): string => (role === "staff" ? "/back-office" : `/create-profile/${role}`);

/** The response of the sign-in call. */
export type SignInAnswer = {
  access_token: string;
  token_type: string;
  expires_in: number;
  device_token?: string | undefined;
  stripe_setup?: boolean | undefined;
  profile_setup?: boolean | undefined;
  result: { email: string; state: AccountState };
};

/** A session as stored in local storage; the application and the public script both write it. */
export type StoredSession = {
  user: Who;
  email: string;
  access_token: string;
  token_type: string;
  /** Milliseconds since 1970. */
  expires_at: number;
  status: AccountState;
  stripe_setup: boolean;
  profile_setup: boolean;
  login_time: number;
  /** From the payout provider, submitted once from the advisor's home, then removed. */
  stripe_code?: string | undefined;
  /** Staff look as this member: whose account it is. */
  looking_as?: { name: string; member_id: number } | undefined;
};

export function storedFrom(role: Who, answer: SignInAnswer, now: number): StoredSession {
  return {
    user: role,
    email: answer.result.email,
    access_token: answer.access_token,
    token_type: answer.token_type,
    expires_at: now + answer.expires_in * 1000,
    status: answer.result.state,
    stripe_setup: answer.stripe_setup ?? false,
    profile_setup: answer.profile_setup ?? false,
    login_time: now,
  };
}
