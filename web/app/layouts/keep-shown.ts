import type { DataStrategyResult, MiddlewareFunction } from "react-router";
import { Failure, isPassing } from "../failure.ts";
import { currentSession } from "../session.ts";
import { notice } from "../ui/notice.ts";

const notRefreshed = "This page could not be refreshed and may be out of date. Please try again in a few seconds.";

type Results = Record<string, DataStrategyResult>;

/** What the page that is shown was drawn with, and for whom. */
let shown: { place: string; results: Results } | null = null;

/**
 * A page whose loaders run again in vain, after an act or with a new session, stays as it is, with what is typed on it: the
 * router would draw an error page in its place.
 */
export const keepShown: MiddlewareFunction<Results> = async ({ request }, next) => {
  const place = `${currentSession()?.email} ${request.url}`;
  const before = shown?.place === place ? shown.results : {};
  const results = await next();
  // Somebody has gone elsewhere meanwhile.
  if (request.signal.aborted) return results;
  let failed = false;
  for (const [route, { type, result }] of Object.entries(results)) {
    const kept = before[route];
    // What is gone, or is not this member's any more, is not shown any longer.
    if (type === "data" || !kept || !(result instanceof Failure) || !isPassing(result.status)) continue;
    results[route] = kept;
    failed = true;
  }
  const broken = Object.values(results).some(({ type }) => type === "error");
  shown = broken ? null : { place, results: { ...before, ...results } };
  if (failed && !broken) notice(notRefreshed, { bad: true, once: "not-refreshed" });
  return results;
};
