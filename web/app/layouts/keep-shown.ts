import type { DataStrategyResult, MiddlewareFunction } from "react-router";
import { create } from "zustand";
import { Failure, isPassing } from "../failure.ts";
import { currentSession } from "../session.ts";
import { notice } from "../ui/notice.ts";

const notRefreshed = "This page could not be refreshed and may be out of date. Please try again in a few seconds.";

type Results = Record<string, DataStrategyResult>;
type Shown = { page: string; search: string; results: Results };

/** What the page that is shown was drawn with, for whom, and for what of its list. */
let shown: Shown | null = null;

/** Whether the page shows what it had before its address asked for another part of its list (not-loaded-banner.tsx). */
export const useShowsFormer = create(() => false);

/**
 * A page whose loaders run again in vain, after an act, with a new session or for another filter, stays as it is, with what
 * is typed on it: the router would draw an error page in its place.
 */
export const keepShown: MiddlewareFunction<Results> = async ({ request }, next) => {
  const { pathname, search } = new URL(request.url);
  const page = `${currentSession()?.email} ${pathname}`;
  const before: Shown = shown?.page === page ? shown : { page, search, results: {} };
  const results = await next();
  // Somebody has gone elsewhere meanwhile.
  if (request.signal.aborted) return results;
  let failed = false;
  for (const [route, { type, result }] of Object.entries(results)) {
    const kept = before.results[route];
    // What is gone, or is not this member's any more, is not shown any longer.
    if (type === "data" || !kept || !(result instanceof Failure) || !isPassing(result.status)) continue;
    results[route] = kept;
    failed = true;
  }
  const broken = Object.values(results).some(({ type }) => type === "error");
  const kept = failed && !broken;
  const former = kept && before.search !== search;
  shown = broken ? null : { page, search: kept ? before.search : search, results: { ...before.results, ...results } };
  useShowsFormer.setState(former, true);
  if (kept && !former) notice(notRefreshed, { bad: true, once: "not-refreshed" });
  return results;
};
