import { type ClientLoaderFunctionArgs, type MiddlewareFunction, redirect } from "react-router";
import { keepPayoutReturn } from "./payout-return.ts";
import { rememberReturn } from "./return-to.ts";
import { currentSession, type Session, type Who } from "./session.ts";

/**
 * Who may see which page (decision 11). Guards run as client middleware: before any loader of the pages below them, so a
 * page that is not shown makes no call. The server knows no session and draws the skeleton meanwhile.
 */
type Guard = MiddlewareFunction;

/** Where someone belongs when a page is not for them. */
export function homeOf(role: Who): string {
  return role === "staff" ? "/back-office" : `/${role}-home`;
}

/** A visitor is sent to `where`, and signing in leads back to what they asked for (decision 50). */
function signInFirst(request: Request, where: string): Response {
  const { pathname, search } = new URL(request.url);
  rememberReturn(pathname + search);
  return redirect(where);
}

/** Members only: visitors land on the public home, staff in the back office. */
export const membersOnly: Guard = (args) => {
  const session = currentSession();
  if (!session) throw signInFirst(args.request, "/");
  if (session.role === "staff") throw redirect(homeOf("staff"));
  finishProfileFirst(session, args.request);
};

/** Visitors only: whoever is signed in lands on their home. */
export const visitorsOnly: Guard = () => {
  const session = currentSession();
  if (session) throw redirect(homeOf(session.role));
};

/** One role only; the others land on their own home. Stands below membersOnly. */
export function only(role: Who): Guard {
  return ({ request }) => {
    const session = currentSession();
    if (!session) throw signInFirst(request, role === "staff" ? "/sign-in/staff" : "/");
    if (session.role !== role) throw redirect(homeOf(session.role));
  };
}

/** Open to all; a member who has not finished setting up is sent to do so from here too (row H-09). */
export const openToAll: Guard = ({ request }) => {
  const session = currentSession();
  if (session) finishProfileFirst(session, request);
};

// What a customer whose membership has ended goes on using: what runs, what is owed, and the way back (decision 6).
const usableWithoutPlan =
  /^\/(engagements|projects|project|project-reviews|reviews|invoices|billing|membership|messages|profile|edit-profile|profile-details)(\/|$)/;
const neverRedirected =
  /^\/(create-profile|payouts|terms-and-conditions|terms-of-service|privacy-policy|cookie-polices|cookie-policies|sign-in|apply|approval|status|notifications|unsubscribe)(\/|-|$)/;

function finishProfileFirst(session: Session, request: Request) {
  if (session.role === "staff") return;
  const { pathname, searchParams } = new URL(request.url);
  keepPayoutCode(session, pathname, searchParams);
  if (session.profileSetup && session.stripeSetup) return;
  if (neverRedirected.test(pathname)) return;
  if (session.role === "customer" && session.profileSetup && usableWithoutPlan.test(pathname)) return;
  // The code that the payout provider gave is submitted from the advisor's home.
  if (session.role === "advisor" && pathname === "/advisor-home" && currentSession()?.stripeCode) return;
  throw redirect(`/create-profile/${session.role}`);
}

/** The payout provider sends the advisor back with a code in the address: it is saved, and the advisor goes home. */
function keepPayoutCode(session: Session, pathname: string, search: URLSearchParams) {
  const code = search.get("code");
  const state = search.get("state");
  if (session.role !== "advisor" || session.stripeSetup || !code) return;
  // Elsewhere a code alone may mean anything.
  if (!state && pathname !== "/advisor-home") return;
  keepPayoutReturn(code, state);
  throw redirect("/advisor-home");
}

/** A role in the address that is none of ours is an unknown page. */
export function roleParam<R extends string>(
  { params }: Pick<ClientLoaderFunctionArgs, "params">,
  known: readonly R[],
): R {
  const role = known.find((each) => each === params.role);
  if (!role) throw new Response(null, { status: 404 });
  return role;
}
