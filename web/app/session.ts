import { type AccountState, product, type Role } from "@plumbline/contract/product.ts";
import { useSyncExternalStore } from "react";
import { forgetReturn, rememberReturn } from "./return-to.ts";

/** Members, and the staff of the back office (decision 41). */
export type Who = Role | "staff";

export type Session = {
  role: Who;
  email: string;
  accessToken: string;
  tokenType: string;
  /** Milliseconds since 1970. */
  expiresAt: number;
  state: AccountState;
  stripeSetup: boolean;
  profileSetup: boolean;
  loginTime: number;
  /** Brought back by the payout provider, submitted once from the advisor's home, then removed. */
  stripeCode: string | null;
};

/** The answer of the sign-in call, to the letter. */
export type SignInAnswer = {
  access_token: string;
  token_type: string;
  expires_in: number;
  device_token?: string | undefined;
  stripe_setup?: boolean | undefined;
  profile_setup?: boolean | undefined;
  result: { email: string; state: string };
};

/** Kept when the session ends: it shows at the next sign-in that this browser was here before (decision 49). */
export const deviceKey = `${product.toLowerCase()}.device`;
export const sessionKey = `${product.toLowerCase()}.session`;

/** As local storage holds it; shell/forms.js writes it too. */
export type Stored = {
  user: Who;
  email: string;
  access_token: string;
  token_type: string;
  expires_at: number;
  status: AccountState;
  stripe_setup: boolean;
  profile_setup: boolean;
  login_time: number;
  stripe_code?: string | undefined;
};

const listeners = new Set<() => void>();
let lastText: string | null = null;
let lastSession: Session | null = null;
let expiry: ReturnType<typeof setTimeout> | undefined;

function parse(text: string | null): Session | null {
  if (!text) return null;
  try {
    const stored = JSON.parse(text) as Stored;
    if (!stored.access_token || !["customer", "advisor", "staff"].includes(stored.user)) return null;
    return {
      role: stored.user,
      email: stored.email,
      accessToken: stored.access_token,
      tokenType: stored.token_type,
      expiresAt: stored.expires_at,
      state: stored.status,
      stripeSetup: stored.stripe_setup === true,
      profileSetup: stored.profile_setup === true,
      loginTime: stored.login_time,
      stripeCode: stored.stripe_code ?? null,
    };
  } catch {
    return null;
  }
}

function store(session: Session) {
  const stored: Stored = {
    user: session.role,
    email: session.email,
    access_token: session.accessToken,
    token_type: session.tokenType,
    expires_at: session.expiresAt,
    status: session.state,
    stripe_setup: session.stripeSetup,
    profile_setup: session.profileSetup,
    login_time: session.loginTime,
    stripe_code: session.stripeCode ?? undefined,
  };
  localStorage.setItem(sessionKey, JSON.stringify(stored));
  changed();
}

function changed() {
  const session = currentSession();
  // The look of the first paint hangs on it (see first-paint.ts).
  if (session) document.documentElement.dataset.role = session.role;
  else delete document.documentElement.dataset.role;
  clearTimeout(expiry);
  // A timer holds at most 24 days; a longer session is looked at again then.
  if (session) expiry = setTimeout(changed, Math.min(session.expiresAt - Date.now() + 50, 2_000_000_000));
  for (const listener of listeners) listener();
}

/** The session of this browser, or null for a visitor; one that has expired is removed. Null on the server. */
export function currentSession(): Session | null {
  if (typeof localStorage === "undefined") return null;
  const text = localStorage.getItem(sessionKey);
  if (text !== lastText) {
    lastText = text;
    lastSession = parse(text);
  }
  if (lastSession && lastSession.expiresAt <= Date.now()) end(lastSession);
  return lastSession;
}

const endListeners = new Set<(session: Session) => void>();

/** Runs `listener` when the session ends by itself, while the page still stands as it was. Answers how to stop that. */
export function onSessionEnd(listener: (session: Session) => void): () => void {
  endListeners.add(listener);
  return () => void endListeners.delete(listener);
}

/** Tells other tabs, in the storage event before the removal, that nobody pressed Logout. */
const endedMark = "ended";

/** The session ends without its member asking for it: they are sent to sign in, and back to where they were. */
function end(session: Session) {
  leave(session);
  localStorage.setItem(sessionKey, endedMark);
  localStorage.removeItem(sessionKey);
}

function leave(session: Session) {
  leavingTo = `/sign-in/${session.role}`;
  rememberReturn(location.pathname + location.search, { ended: true });
  for (const listener of endListeners) listener(session);
  lastText = null;
  lastSession = null;
}

/** A call found the session bad (decision 7). Answers where to sign in again. */
export function endSession(): string {
  const session = currentSession();
  // A call that was under way when the session ended leads to the same place as the first that found out.
  if (!session) return leavingTo === "/" ? "/sign-in" : leavingTo;
  end(session);
  changed();
  return leavingTo;
}

/** Stores what the sign-in call, or the creation of a password, answered. */
export function signIn(role: Who, answer: SignInAnswer): Session {
  const session: Session = {
    role,
    email: answer.result.email,
    accessToken: answer.access_token,
    tokenType: answer.token_type,
    expiresAt: Date.now() + answer.expires_in * 1000,
    state: answer.result.state as AccountState,
    stripeSetup: answer.stripe_setup ?? false,
    profileSetup: answer.profile_setup ?? false,
    loginTime: Date.now(),
    stripeCode: null,
  };
  leavingTo = "/";
  forgetReturn();
  if (answer.device_token) localStorage.setItem(deviceKey, answer.device_token);
  store(session);
  return session;
}

/** What changed on the way: payment set up, profile saved, the payout provider's code kept or used. */
export function updateSession(
  part: Partial<Pick<Session, "stripeSetup" | "profileSetup" | "state" | "stripeCode" | "email">>,
) {
  const session = currentSession();
  if (!session) return;
  const next = { ...session, ...part };
  if (JSON.stringify(next) !== JSON.stringify(session)) store(next);
}

let leavingTo = "/";

/** Where a page that lost its session goes: home, or to sign in again when a call found the session bad. */
export function departure(): string {
  return leavingTo;
}

/** Forgets the session in every tab of this browser. Telling the server is the Logout item's business. */
export function signOut() {
  leavingTo = "/";
  forgetReturn();
  localStorage.removeItem(sessionKey);
  changed();
}

function subscribe(listener: () => void) {
  if (listeners.size === 0) {
    window.addEventListener("storage", onStorage);
    document.addEventListener("visibilitychange", onReturn);
  }
  listeners.add(listener);
  if (listeners.size === 1) changed();
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    window.removeEventListener("storage", onStorage);
    document.removeEventListener("visibilitychange", onReturn);
    clearTimeout(expiry);
  };
}

function onStorage(event: StorageEvent) {
  if (event.key === sessionKey && event.newValue === endedMark && lastSession) leave(lastSession);
  if (event.key === sessionKey || event.key === null) changed();
}

/** A laptop that slept past the expiry finds out when its owner comes back. */
function onReturn() {
  const before = lastSession;
  if (!document.hidden && currentSession() !== before) changed();
}

/** The session, live: signing in, out or expiring in any tab renders again. Null on the server and while hydrating. */
export function useSession(): Session | null {
  return useSyncExternalStore(subscribe, currentSession, () => null);
}
