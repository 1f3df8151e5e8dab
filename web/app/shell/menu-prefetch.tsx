import { useEffect, useState } from "react";
import { PrefetchPageLinks } from "react-router";
import type { Session } from "../session.ts";
import { shortcutsFor } from "./commands.ts";

/** How long a page has been quiet before others are fetched, in milliseconds. */
const quietMs = 1_000;

/**
 * Fetches the scripts of a member's main pages once the page at hand is done, so that going there waits for its data only:
 * on a slow telephone that is half of the time. Not where the reader asked to save data, and not offline: the router
 * loads the whole document again when a page's script cannot be fetched.
 */
export function MenuPrefetch({ session }: { session: Session }) {
  const [quiet, setQuiet] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setQuiet(navigator.onLine && !savesData()), quietMs);
    return () => clearTimeout(timer);
  }, []);
  return quiet && shortcutsFor(session).map(({ to }) => <PrefetchPageLinks key={to} page={to} />);
}

const savesData = (): boolean => {
  const connection: unknown = "connection" in navigator ? navigator.connection : null;
  return (
    typeof connection === "object" && connection !== null && "saveData" in connection && connection.saveData === true
  );
};
