import { Fragment, type ReactNode, useContext, useEffect, useState } from "react";
import { matchRoutes, PrefetchPageLinks, UNSAFE_DataRouterContext, UNSAFE_FrameworkContext } from "react-router";
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
 * do, because it also compiles them: all at once keep a slow telephone from answering. Not where the reader asked to save
 * data, and not offline: the router loads the whole document again when a page's script cannot be fetched.
 */
export default function MenuPrefetch({ session }: { session: Session }): ReactNode {
  /** How many of the pages are being fetched or are there; null until the page at hand is done. */
  const [count, setCount] = useState<number | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setCount(navigator.onLine && !savesData() ? 0 : null), quietMs);
    return () => clearTimeout(timer);
  }, []);
  const pages = pagesOf(session);
  const more = count !== null && count < pages.length;
  useEffect(() => (more ? whenIdle(() => setCount(count + 1)) : undefined), [more, count]);
  return pages.slice(0, count ?? 0).map((page) => (
    <Fragment key={page}>
      <PrefetchPageLinks page={page} />
      <PrefetchSheets page={page} />
    </Fragment>
  ));
}

/** What a member opens most, first. */
function pagesOf(session: Session): readonly string[] {
  const open = further[session.role].filter((to) => isOpenTo(session, to));
  return [...shortcutsFor(session).map(({ to }) => to), ...open];
}

/** The style sheets of a page's routes, which the router's own prefetching leaves out: a page has up to eleven. */
function PrefetchSheets({ page }: { page: string }): ReactNode {
  const router = useContext(UNSAFE_DataRouterContext)?.router;
  const manifest = useContext(UNSAFE_FrameworkContext)?.manifest;
  const matches = (router && matchRoutes(router.routes, page)) ?? [];
  const sheets = new Set(matches.flatMap(({ route }) => manifest?.routes[route.id]?.css ?? []));
  return [...sheets].map((href) => <link key={href} rel="prefetch" as="style" href={href} />);
}

const savesData = (): boolean => {
  const connection: unknown = "connection" in navigator ? navigator.connection : null;
  return (
    typeof connection === "object" && connection !== null && "saveData" in connection && connection.saveData === true
  );
};
