import { type AccountState, product } from "@plumbline/contract/product.ts";
import { create } from "zustand";
import { readStored, readText, writeStored, writeText } from "./browser-storage.ts";
import { isLike } from "./is-like.ts";
import { clearReturn, rememberReturn } from "./return-to.ts";
import {
  deviceKey,
  firstPageOf,
  type SignInAnswer,
  type StoredSession,
  sessionKey,
  storedFrom,
  viewAsKey,
  type Who,
} from "./stored-session.ts";
import { moveTyped, removeTyped } from "./typed.ts";

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
  /** The member whose account staff look at, read-only; null for one's own session. */
  viewedMember: { name: string; memberId: number } | null;
};

/** Mirrors local storage, which all tabs of this browser share, and renders what depends on it. */
const sessionStore = create<Session | null>(() => null);
let lastText: string | null = null;
let lastSession: Session | null = null;
let expiry: ReturnType<typeof setTimeout> | undefined;

const nobody = { name: "", member_id: 0 };

function parse(stored: StoredSession | null): Session | null {
  // Other versions and other programs write here too: what no call can be made with is no session.
  if (!stored || typeof stored.email !== "string") return null;
  if (
    !/^(customer|advisor|staff)( [!-~]+){2} \d+$/.test(
      `${stored.user} ${stored.token_type} ${stored.access_token} ${stored.expires_at}`,
    )
  )
    return null;
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
    viewedMember: isLike(nobody, stored.looking_as)
      ? { name: stored.looking_as.name, memberId: stored.looking_as.member_id }
      : null,
  };
}

const asStored = (session: Session): StoredSession => ({
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
  looking_as: session.viewedMember
    ? { name: session.viewedMember.name, member_id: session.viewedMember.memberId }
    : undefined,
});

function store(session: StoredSession) {
  if (session.looking_as) writeStored("session", viewAsKey, session);
  else writeStored("local", sessionKey, session);
  changed();
}

/**
 * Whether this page was drawn for another member than `session`'s: its tab slept, or lay behind the Back button, while
 * they signed out and somebody else signed in.
 */
function isOthersPage(session: Session): boolean {
  const shown = sessionStore.getState();
  // A change of the e-mail address, in any tab, is no other sign-in.
  if (!shown || shown.email === session.email || shown.loginTime === session.loginTime) return false;
  return !shown.viewedMember && !session.viewedMember;
}

/** Whether the member for whom this page was drawn is still signed in, and may be asked about what they typed. */
export function isStillSignedIn(): boolean {
  const session = currentSession();
  return session !== null && !isOthersPage(session);
}

function changed() {
  const session = currentSession();
  // All of the page goes: what it holds, and what is typed in it, is nothing for this member.
  if (session && isOthersPage(session)) return location.replace(firstPageOf(session.role));
  // The style of the first paint depends on it (see first-paint.ts).
  if (session) document.documentElement.dataset.role = session.role;
  else delete document.documentElement.dataset.role;
  clearTimeout(expiry);
  // A timer's maximum is 24 days; a longer session is checked again then.
  if (session) expiry = setTimeout(changed, Math.min(session.expiresAt - Date.now() + 50, 2_000_000_000));
  sessionStore.setState(session, true);
}

/**
 * The session of this browser, or null for a visitor; one that has expired is removed. Null on the server (row A-18).
 */
export function currentSession(): Session | null {
  const [viewed, own] = [readText("session", viewAsKey), readText("local", sessionKey)];
  const text = `${viewed} ${own}`;
  if (text !== lastText) {
    const before = lastSession;
    lastText = text;
    const view = sessionIn(viewed);
    lastSession = view?.viewedMember ? view : sessionIn(own);
    // Another tab found that it has ended. The storage event that says so may come after a call or a guard that asks.
    if (before && !lastSession && hasEnded(before.loginTime)) leave(before);
  }
  if (lastSession && lastSession.expiresAt <= Date.now()) end(lastSession);
  return lastSession;
}

const endListeners = new Set<(session: Session) => void>();

/** Calls `listener` when the session ends by itself, before the page changes. Returns how to remove it. */
export function onSessionEnd(listener: (session: Session) => void): () => void {
  endListeners.add(listener);
  return () => void endListeners.delete(listener);
}

/** When the last session began that ended by itself: tells other tabs that nobody has clicked Logout. */
const endedKey = `${product.toLowerCase()}.ended`;
const hasEnded = (loginTime: number) => readStored("local", endedKey) === loginTime;

/** Ends a session that its member did not end: they are sent to sign in, and back to this page. */
function end(session: Session) {
  // A member of staff who viewed an account as its member is led to that member's page of the back office.
  if (session.viewedMember) {
    stopViewing();
    redirectTo = `/back-office/members/${session.viewedMember.memberId}`;
    return;
  }
  leave(session);
  writeStored("local", endedKey, session.loginTime);
  writeStored("local", sessionKey, null);
}

function leave(session: Session) {
  redirectTo = `/sign-in/${session.role}`;
  rememberReturn(location.pathname + location.search, session.email);
  for (const listener of endListeners) listener(session);
  lastText = null;
  lastSession = null;
}

/** Ends a session that a call found to be invalid (decision 7). Returns where to sign in again. */
export function endSession(): string {
  const session = currentSession();
  if (session && isSigningOut()) {
    signOut();
    return departure();
  }
  // A call that was in progress when the session ended, or during a logout, leads to the same place as the page itself.
  if (!session) return redirectTo ?? "/sign-in";
  end(session);
  changed();
  return departure();
}

/** Stores the response of the sign-in call, or of creating a password. */
export function signIn(role: Who, answer: SignInAnswer) {
  redirectTo = null;
  clearReturn();
  // Who signs in here has this page, whoever was shown by it.
  sessionStore.setState(null, true);
  if (answer.device_token) writeText("local", deviceKey, answer.device_token);
  store(storedFrom(role, answer, Date.now()));
}

/** Shows this tab what a member sees, from the start of their pages; the staff's own session stays for all other tabs. */
export function startViewing(answer: SignInAnswer & { name: string; result: { id: number; role: Who } }) {
  const { name, result } = answer;
  store({ ...storedFrom(result.role, answer, Date.now()), looking_as: { name, member_id: result.id } });
  location.assign(`/${result.role}-home`);
}

/** Ends viewing an account as its member in this tab. */
export function stopViewing() {
  writeStored("session", viewAsKey, null);
  lastText = null;
  lastSession = null;
}

/** Stores changes: payment set up, profile saved, the payout provider's code stored or used. */
export function updateSession(
  part: Partial<Pick<Session, "stripeSetup" | "profileSetup" | "state" | "stripeCode" | "email">>,
) {
  const session = currentSession();
  if (!session) return;
  if (part.email && part.email !== session.email) moveTyped(session.email, part.email);
  const next = { ...session, ...part };
  if (JSON.stringify(next) !== JSON.stringify(session)) store(asStored(next));
}

/** Where to sign in again when this tab still shows a session that has ended by itself since; null in all other cases. */
export function endedMeanwhile(): string | null {
  return sessionStore.getState() && !currentSession() ? redirectTo : null;
}

/** Where a page that lost its session goes; null while nobody has signed out and no session has ended. */
let redirectTo: string | null = null;

/** Where a page without a session is redirected: home, or to sign in again when a call found the session invalid. */
export function departure(): string {
  return redirectTo ?? "/";
}

/** When somebody has asked to be signed out in any tab, while the server has not answered yet; in milliseconds since 1970. */
const signingOutKey = `${product.toLowerCase()}.signing-out`;
/** A tab that was closed meanwhile has not removed its mark. */
const signingOutLasts = 30_000;

const isSigningOut = (): boolean => Math.abs(Date.now() - Number(readStored("local", signingOutKey))) < signingOutLasts;

/**
 * Signs out once `work` has ended the session on the server. The server also closes the sockets, which this tab and others
 * may hear before the answer: that is no session that has ended by itself, whose unsent messages would be kept. Throws what
 * `work` throws; then nobody is signed out.
 */
export async function signOutAfter(work: () => Promise<unknown>): Promise<void> {
  writeStored("local", signingOutKey, Date.now());
  try {
    await work();
    signOut();
  } finally {
    writeStored("local", signingOutKey, null);
  }
}

/** Removes the session in every tab of this browser, and what its member has typed and not sent. */
export function signOut() {
  const email = sessionIn(readText("local", sessionKey))?.email ?? lastSession?.email;
  if (email) removeTyped(email);
  stopViewing();
  redirectTo = "/";
  clearReturn();
  writeStored("local", sessionKey, null);
  changed();
}

/** The session in a stored text, or null for anything else. */
function sessionIn(text: string | null): Session | null {
  try {
    return parse(JSON.parse(text ?? "null"));
  } catch {
    return null;
  }
}

function onStorage(event: StorageEvent) {
  const removed = event.key === sessionKey && event.newValue === null ? sessionIn(event.oldValue) : null;
  // Signed out in another tab, which cannot reach this one's session storage.
  if (removed && !hasEnded(removed.loginTime)) {
    redirectTo = "/";
    clearReturn();
    removeTyped(removed.email);
  }
  if (event.key === sessionKey || event.key === null) changed();
}

/** Checks the expiry when the page becomes visible again: timers do not run while a laptop sleeps. */
function onReturn() {
  const before = lastSession;
  if (!document.hidden && currentSession() !== before) changed();
}

// The server has no sessions to watch.
if (typeof window !== "undefined") {
  window.addEventListener("storage", onStorage);
  document.addEventListener("visibilitychange", onReturn);
  changed();
}

/** Calls `listener` whenever somebody has signed in or out, or the session has changed. */
export function onSessionChange(listener: (now: Session | null, before: Session | null) => void): void {
  sessionStore.subscribe(listener);
}

/**
 * The current session: signing in, out or expiring in any tab renders again. Null on the server and during hydration.
 */
export function useSession(): Session | null {
  return sessionStore();
}
