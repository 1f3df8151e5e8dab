import { useContext, useEffect } from "react";
import { UNSAFE_DataRouterContext, UNSAFE_FrameworkContext } from "react-router";
import { isOpenTo } from "../guards.ts";
import type { Session } from "../session.ts";
import { whenIdle } from "../ui/when-idle.ts";
import { shortcutsFor } from "./commands.ts";

/** What every member's lists and tabs lead to, by any number in its address: the scripts are the same for all. */
const ofEveryMember = [
  ...["/project/1", "/invoices/1", "/profile-details/1", "/messages/1"],
  ...["/notifications/preferences", "/insights"],
];
const further: Record<Session["role"], readonly string[]> = {
  customer: ["/advisor-list", ...ofEveryMember, "/profile/customer", "/membership", "/spending"],
  advisor: [
    ...ofEveryMember,
    ...["/profile/advisor", "/edit-profile/advisor", "/create-project", "/create-invoice"],
    ...["/payouts", "/earnings/statements", "/vat"],
  ],
  staff: ["/back-office/members/1", "/back-office/invoices/1"],
};

/** How long a page has been quiet before others are fetched, in milliseconds. */
const quietMs = 1_000;

/**
 * Fetches the scripts and style sheets of a member's pages once the page at hand is done, so that going there waits for
 * its data only: on a slow telephone that is half of the time. One page after another, whenever the browser has nothing to
 * do, because it also compiles and runs them: all at once keep a slow telephone from answering. Not where the reader asked
 * to save data, and not offline. It renders nothing: the router's own PrefetchPageLinks are drawn again at each navigation,
 * which for so many pages was half of its script.
 */
export default function MenuPrefetch({ session }: { session: Session }): null {
  const router = useContext(UNSAFE_DataRouterContext)?.router;
  const routes = useContext(UNSAFE_FrameworkContext)?.manifest.routes;
  useEffect(() => {
    if (!router || !routes) return;
    let left = false;
    let callOff = () => {};
    const fetchNext = async ([page, ...rest]: readonly string[]) => {
      if (!page) return;
      await fetchPage((router.match(page) ?? []).flatMap(({ route }) => routes[route.id] ?? []));
      if (!left) callOff = whenIdle(() => void fetchNext(rest));
    };
    const timer = setTimeout(() => navigator.onLine && !savesData() && void fetchNext(pagesOf(session)), quietMs);
    return () => {
      left = true;
      clearTimeout(timer);
      callOff();
    };
  }, [router, routes, session]);
  return null;
}

/** What a member opens most, first. */
function pagesOf(session: Session): readonly string[] {
  const open = further[session.role].filter((to) => isOpenTo(session, to));
  return [...shortcutsFor(session).map(({ to }) => to), ...open];
}

/** The files of a page's routes. What does not arrive is fetched when the page is opened. */
async function fetchPage(routes: readonly { module: string; css?: string[] }[]): Promise<void> {
  for (const href of routes.flatMap(({ css }) => css ?? [])) {
    if (document.head.querySelector(`link[href="${href}"]`)) continue;
    const link = document.createElement("link");
    Object.assign(link, { rel: "prefetch", as: "style", href });
    document.head.append(link);
  }
  await Promise.allSettled(routes.map(({ module }) => import(/* @vite-ignore */ module)));
}

const savesData = (): boolean => {
  const connection: unknown = "connection" in navigator ? navigator.connection : null;
  return (
    typeof connection === "object" && connection !== null && "saveData" in connection && connection.saveData === true
  );
};
