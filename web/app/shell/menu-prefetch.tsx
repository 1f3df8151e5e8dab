import { type ReactNode, useEffect, useState } from "react";
import { PrefetchPageLinks } from "react-router";
import { isOpenTo } from "../guards.ts";
import type { Session } from "../session.ts";
import { whenIdle } from "../ui/when-idle.ts";
import { shortcutsFor } from "./commands.ts";

/** Pages that lists lead to, by any number in their address: their scripts are the same for all. */
const details: Record<Session["role"], readonly string[]> = {
  customer: ["/project/1", "/invoices/1", "/profile-details/1", "/profile/customer"],
  advisor: ["/project/1", "/invoices/1", "/profile-details/1", "/profile/advisor"],
  staff: ["/back-office/members/1", "/back-office/invoices/1"],
};

/** How long a page has been quiet before others are fetched, in milliseconds. */
const quietMs = 1_000;

/**
 * Fetches the scripts of a member's main pages, and of what their lists lead to, once the page at hand is done, so that
 * going there waits for its data only: on a slow telephone that is half of the time. One page after another, whenever the
 * browser has nothing to do, because it also compiles them: all at once keep a slow telephone from answering. Not where
 * the reader asked to save data, and not offline: the router loads the whole document again when a page's script cannot
 * be fetched.
 */
export default function MenuPrefetch({ session }: { session: Session }): ReactNode {
  /** How many of the pages are being fetched or are there; null until the page at hand is done. */
  const [count, setCount] = useState<number | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setCount(navigator.onLine && !savesData() ? 0 : null), quietMs);
    return () => clearTimeout(timer);
  }, []);
  const pages = [
    ...shortcutsFor(session).map(({ to }) => to),
    ...details[session.role].filter((to) => isOpenTo(session, to)),
  ];
  const more = count !== null && count < pages.length;
  useEffect(() => (more ? whenIdle(() => setCount(count + 1)) : undefined), [more, count]);
  return pages.slice(0, count ?? 0).map((page) => <PrefetchPageLinks key={page} page={page} />);
}

const savesData = (): boolean => {
  const connection: unknown = "connection" in navigator ? navigator.connection : null;
  return (
    typeof connection === "object" && connection !== null && "saveData" in connection && connection.saveData === true
  );
};
