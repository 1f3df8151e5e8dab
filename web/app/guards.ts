import { type MiddlewareFunction, redirect } from "react-router";
import { isOutcomeShown, payoutRefused, storePayoutReturn } from "./payout-return.ts";
import { pendingReturn, rememberReturn } from "./return-to.ts";
import { currentSession, endedMeanwhile, type Session } from "./session.ts";
import type { Who } from "./stored-session.ts";

/**
 * Who may see which page (decision 11). Guards run as client middleware, before the loaders of the pages below them, so
 * that a page that is not shown makes no call. The server knows no session and renders the skeleton meanwhile.
 */
type Guard = MiddlewareFunction;

/** The home page of a role. */
function homeOf(role: Who): string {
  return role === "staff" ? "/back-office" : `/${role}-home`;
}

/** To their home who asked for a page that is not theirs, and why: the link of an e-mail may have been for somebody else. */
function toOwnHome({ role, email }: Session): Response {
  void import("./shell/led-home.ts").then(({ sayWhy }) => sayWhy(email)).catch(() => {});
  return redirect(homeOf(role));
}

/**
 * A visitor is redirected to `where`, and whose session has just ended to sign in again; signing in leads back to the
 * requested page (decision 50).
 */
function signInFirst(request: Request, where: string): Response {
  const { pathname, search } = new URL(request.url);
  const again = endedMeanwhile();
  // Whose session that was is remembered already, with the page that is shown.
  rememberReturn(pathname + search, again === null ? null : (pendingReturn()?.owner ?? null));
  return redirect(again ?? where);
}

/** Members only: visitors are redirected to the public home, staff to the back office (row H-06). */
export const membersOnly: Guard = (args) => {
  const session = currentSession();
  if (!session) throw signInFirst(args.request, "/");
  if (session.role === "staff") throw toOwnHome(session);
  finishProfileFirst(session, args.request);
};

/** Visitors only: others are redirected to their home (row H-07). */
export const visitorsOnly: Guard = () => {
  const session = currentSession();
  if (session) throw toOwnHome(session);
};

/** One role only; the others are redirected to their own home. Used below membersOnly. */
export function only(role: Who): Guard {
  return ({ request }) => {
    const session = currentSession();
    if (!session) throw signInFirst(request, role === "staff" ? "/sign-in/staff" : "/");
    if (session.role !== role) throw toOwnHome(session);
  };
}

/** Open to all; a member who has not finished setting up is sent to do so from here too (row H-09). */
export const openToAll: Guard = ({ request }) => {
  const session = currentSession();
  if (session) finishProfileFirst(session, request);
};

// The pages that stay available to a customer whose membership has ended: open work, open invoices, and renewing
// (decision 6).
const usableWithoutPlan =
  /^\/(engagements|projects|project|project-reviews|reviews|invoices|billing|spending|membership|messages|profile|edit-profile|profile-details)(\/|$)/;
const neverRedirected =
  /^\/(create-profile|payouts|terms-and-conditions|terms-of-service|privacy-policy|cookie-polices|cookie-policies|sign-in|apply|approval|confirm-email|application|reference|status|notifications|unsubscribe|appeal|reports|transparency|close-account)(\/|-|$)/;

/** Whether a path is more to this member than a redirect to finish setting up; menus offer only such paths. */
export function isOpenTo(session: Session, pathname: string): boolean {
  if (session.role === "staff" || (session.profileSetup && session.stripeSetup)) return true;
  if (neverRedirected.test(pathname)) return true;
  return session.role === "customer" && session.profileSetup && usableWithoutPlan.test(pathname);
}

function finishProfileFirst(session: Session, request: Request) {
  if (session.role === "staff") return;
  const { pathname, searchParams } = new URL(request.url);
  storePayoutCode(session, pathname, searchParams);
  if (isOpenTo(session, pathname)) return;
  // The payout provider's code is submitted from the advisor's home.
  if (session.role === "advisor" && pathname === "/advisor-home" && (currentSession()?.stripeCode || isOutcomeShown()))
    return;
  // After a refusal at the provider the address has an error, and the next page says what that means.
  const refused = session.role === "advisor" && pathname === "/advisor-home" && searchParams.has("error");
  throw redirect(`/create-profile/${session.role}${refused ? `?${payoutRefused}` : ""}`);
}

/**
 * The payout provider redirects the advisor here with a code in the address: it is stored, and the advisor is sent
 * home.
 */
function storePayoutCode(session: Session, pathname: string, search: URLSearchParams) {
  const code = search.get("code");
  const state = search.get("state");
  if (session.role !== "advisor" || session.stripeSetup || !code) return;
  // On other pages a parameter called code may mean anything.
  if (!state && pathname !== "/advisor-home") return;
  storePayoutReturn(code, state);
  throw redirect("/advisor-home");
}

/** An unknown role in the address is an unknown page. */
export function roleParam<R extends string>(
  { params }: { params: { role?: string | undefined } },
  known: readonly R[],
): R {
  const role = known.find((each) => each === params.role);
  if (!role) throw new Response(null, { status: 404 });
  return role;
}
